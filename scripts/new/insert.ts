import ts from "typescript";
import { WrongUse } from "./tree.ts";

/** Inserts a line into the block of lines that match `like`, in the order of the alphabet. */
export function insertLine(text: string, line: string, like: RegExp, keyOf = (each: string): string => each): string {
  const lines = text.split("\n");
  const block = lines.flatMap((each, index) => (like.test(each) ? [index] : []));
  const last = block.at(-1);
  if (last === undefined) throw new WrongUse(`No line is like ${like.source}.`);
  const next = block.find((index) => keyOf(lines[index] ?? "").localeCompare(keyOf(line)) > 0) ?? last + 1;
  return lines.toSpliced(next, 0, line).join("\n");
}

/** Inserts a value import into the imports of a module; the formatter sorts them. */
export const insertImport = (text: string, line: string): string => {
  const first = /^import .*$/m.exec(text);
  if (!first) throw new WrongUse("The module has no import.");
  return `${text.slice(0, first.index)}${line}\n${text.slice(first.index)}`;
};

/** "list-users" is `listUsers`. */
export const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** "list-users" is `ListUsers`. */
export const pascalCase = (name: string): string => camelCase(name).replace(/^\w/, (letter) => letter.toUpperCase());

type Members = ts.ObjectLiteralExpression | ts.InterfaceDeclaration | ts.TypeLiteralNode;

/** Where to insert a member: the object or the type that `find` answers. */
interface Insertion {
  readonly find: (node: ts.Node) => Members | null;
  /** The names of the nested member, e.g. ["admin", "listUsers"]. */
  readonly names: readonly string[];
  /** The source of the member behind its name: a value, or a type. */
  readonly value: string;
  /** The comment of a member of a type. */
  readonly doc?: string;
}

/** Inserts a nested member into an object literal or a type, and makes the missing members above it. */
export function insertMember(text: string, { find, names, value, doc }: Insertion): string {
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
  let at = firstOf(source, find);
  if (!at) throw new WrongUse("The module has another form than this generator knows.");
  const missing = [...names];
  for (let below = membersOf(at, missing[0]); below && missing.length > 1; below = membersOf(at, missing[0])) {
    at = below;
    missing.shift();
  }
  const isType = !ts.isObjectLiteralExpression(at);
  if (memberOf(at, missing[0])) throw new WrongUse(`${names.join(".")} exists.`);
  const comment = doc && isType ? `/** ${doc} */ ` : "";
  const separator = isType ? ";" : ",";
  const written = missing
    .toReversed()
    .reduce(
      (inner, name, index) =>
        index === 0
          ? `${comment.replace("*/ ", "*/\n")}${isType ? "readonly " : ""}${name}: ${inner}${separator}\n`
          : `${isType ? "readonly " : ""}${name}: {\n${inner}}${separator}\n`,
      value,
    );
  const members = ts.isObjectLiteralExpression(at) ? at.properties : at.members;
  const end = at.getEnd() - 1;
  const comma = !isType && members.length > 0 && !members.hasTrailingComma ? "," : "";
  return `${text.slice(0, end).trimEnd()}${comma}\n${written}${text.slice(end)}`;
}

function firstOf(node: ts.Node, find: (node: ts.Node) => Members | null): Members | null {
  return find(node) ?? ts.forEachChild(node, (child) => firstOf(child, find)) ?? null;
}

const memberOf = (at: Members, name = ""): ts.Node | undefined => {
  const members: readonly ts.Node[] = ts.isObjectLiteralExpression(at) ? at.properties : at.members;
  return members.find((member) => "name" in member && (member.name as ts.Node | undefined)?.getText() === name);
};

/** The object or the type in a member. */
function membersOf(at: Members, name?: string): Members | null {
  const member = memberOf(at, name);
  if (member && ts.isPropertyAssignment(member) && ts.isObjectLiteralExpression(member.initializer)) {
    return member.initializer;
  }
  return member && ts.isPropertySignature(member) && member.type && ts.isTypeLiteralNode(member.type)
    ? member.type
    : null;
}

/** The object literal of a property or a constant of this name. */
export const objectNamed =
  (name: string) =>
  (node: ts.Node): Members | null => {
    const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
    if (!isNamed || node.name.getText() !== name || !node.initializer) return null;
    const value = ts.isSatisfiesExpression(node.initializer) ? node.initializer.expression : node.initializer;
    const object = ts.isAsExpression(value) ? value.expression : value;
    return ts.isObjectLiteralExpression(object) ? object : null;
  };

/** The first interface with such a name. */
export const typeNamed =
  (name: RegExp) =>
  (node: ts.Node): Members | null =>
    ts.isInterfaceDeclaration(node) && name.test(node.name.text) ? node : null;

/** The object literal in the argument of a call, e.g. of `defineErrors({ … })`; of a constant if it is named. */
export const argumentOf =
  (call: string, constant?: string) =>
  (node: ts.Node): Members | null => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== call) return null;
    if (constant && !(ts.isVariableDeclaration(node.parent) && node.parent.name.getText() === constant)) return null;
    const [first] = node.arguments;
    return first && ts.isObjectLiteralExpression(first) ? first : null;
  };
