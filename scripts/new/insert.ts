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

type Found = ts.ObjectLiteralExpression | null;

/** Inserts a member into the object literal that `find` answers. */
export function insertMember(
  text: string,
  { find, name, value }: { readonly find: (node: ts.Node) => Found; readonly name: string; readonly value: string },
): string {
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
  const at = firstOf(source, find);
  if (!at) throw new WrongUse("The module has another form than this generator knows.");
  if (at.properties.some((member) => member.name?.getText() === name)) throw new WrongUse(`${name} exists.`);
  const end = at.getEnd() - 1;
  const comma = at.properties.length > 0 && !at.properties.hasTrailingComma ? "," : "";
  return `${text.slice(0, end).trimEnd()}${comma}\n${value === name ? name : `${name}: ${value}`},\n${text.slice(end)}`;
}

function firstOf(node: ts.Node, find: (node: ts.Node) => Found): Found {
  return find(node) ?? ts.forEachChild(node, (child) => firstOf(child, find)) ?? null;
}

/** The object literal of a property or a constant of this name. */
export const objectNamed =
  (name: string) =>
  (node: ts.Node): Found => {
    const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
    if (!isNamed || node.name.getText() !== name || !node.initializer) return null;
    const value = ts.isSatisfiesExpression(node.initializer) ? node.initializer.expression : node.initializer;
    const object = ts.isAsExpression(value) ? value.expression : value;
    return ts.isObjectLiteralExpression(object) ? object : null;
  };

/** The object literal in the argument of a call, e.g. of `defineErrors({ … })`; of a constant if it is named. */
export const argumentOf =
  (call: string, constant?: string) =>
  (node: ts.Node): Found => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== call) return null;
    if (constant && !(ts.isVariableDeclaration(node.parent) && node.parent.name.getText() === constant)) return null;
    const [first] = node.arguments;
    return first && ts.isObjectLiteralExpression(first) ? first : null;
  };
