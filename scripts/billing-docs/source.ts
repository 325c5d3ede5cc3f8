import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** The comments of a file of entities, absent at run time. */
export interface EntitySource {
  /** Exported constants in their order, by their exported names. */
  readonly constants: readonly Documented[];
  /** The notes above the fields of an entity, by their wire names. */
  readonly notesOf: (entityName: string) => ReadonlyMap<string, string>;
}

export interface Documented {
  readonly name: string;
  readonly text: string;
}

export function readEntitySource(path: string): EntitySource {
  const file = parse(path);
  const constants = file.declared.flatMap((declared) =>
    declared.isExported ? [{ name: declared.exportedAs, text: commentOf(declared.statement) }] : [],
  );
  return { constants, notesOf: (entityName) => notesOfEntity(file, entityName) };
}

interface Constant {
  readonly name: string;
  readonly exportedAs: string;
  readonly isExported: boolean;
  readonly statement: ts.Node;
  readonly value: ts.Expression | undefined;
}

interface ParsedFile {
  readonly path: string;
  readonly declared: readonly Constant[];
  /** Calls such as `entity("Order", orderFields)`, anywhere in the file. */
  readonly named: readonly { readonly name: string; readonly fields: ts.Expression }[];
  /** The source files of imported names. */
  readonly imported: ReadonlyMap<string, string>;
}

const parsed = new Map<string, ParsedFile>();

function parse(path: string): ParsedFile {
  const file = parsed.get(path) ?? parseAnew(path);
  parsed.set(path, file);
  return file;
}

function parseAnew(path: string): ParsedFile {
  const tree = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const renamed = new Map(
    tree.statements.flatMap((statement) => {
      const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
      if (!clause || !ts.isNamedExports(clause)) return [];
      return clause.elements.map(({ name, propertyName }) => [(propertyName ?? name).text, name.text] as const);
    }),
  );
  const declared = tree.statements.filter(ts.isVariableStatement).flatMap((statement) => {
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    return statement.declarationList.declarations.map(({ name, initializer }): Constant => {
      const exportedAs = renamed.get(name.getText());
      return {
        name: name.getText(),
        exportedAs: exportedAs ?? name.getText(),
        isExported: isExported || exportedAs !== undefined,
        statement,
        value: initializer,
      };
    });
  });
  const imported = tree.statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    const names = importClause?.namedBindings;
    const from = join(dirname(path), moduleSpecifier.getText().slice(1, -1).replace(/\.js$/, ".ts"));
    return names && ts.isNamedImports(names) ? names.elements.map(({ name }) => [name.text, from] as const) : [];
  });
  return { path, declared, named: namedIn(tree, declared), imported: new Map(imported) };
}

function namedIn(tree: ts.SourceFile, declared: readonly Constant[]): ParsedFile["named"] {
  const textOf = (argument: ts.Expression): string | undefined => {
    const value = ts.isIdentifier(argument) ? declared.find(({ name }) => name === argument.text)?.value : argument;
    return value && ts.isStringLiteral(value) ? value.text : undefined;
  };
  const named: { readonly name: string; readonly fields: ts.Expression }[] = [];
  const visit = (node: ts.Node): void => {
    const [first, fields] = ts.isCallExpression(node) ? node.arguments : [];
    const name = first && textOf(first);
    if (name !== undefined && fields) named.push({ name, fields });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return named;
}

/** Of all entities with the name: the members of a union may share it. */
function notesOfEntity(file: ParsedFile, entityName: string): ReadonlyMap<string, string> {
  return new Map(
    file.named.filter(({ name }) => name === entityName).flatMap(({ fields }) => [...notesIn(file, fields)]),
  );
}

function notesIn(file: ParsedFile, expression: ts.Expression): ReadonlyMap<string, string> {
  if (ts.isIdentifier(expression)) return notesOfConstant(file, expression.text);
  if (!ts.isObjectLiteralExpression(expression)) return new Map();
  const notes = expression.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return [...notesIn(file, property.expression)];
    const note = commentOf(property);
    return note === "" ? [] : [[property.name.getText(), note] as const];
  });
  return new Map(notes);
}

function notesOfConstant(file: ParsedFile, name: string): ReadonlyMap<string, string> {
  const own = file.declared.find((constant) => constant.name === name);
  if (own?.value) return notesIn(file, own.value);
  const from = file.imported.get(name);
  return from ? notesOfConstant(parse(from), name) : new Map();
}

/** The comment right above, in one line. */
function commentOf(node: ts.Node): string {
  const above = node.getFullText().slice(0, node.getLeadingTriviaWidth());
  const comment = [...above.matchAll(/\/\*\*([\s\S]*?)\*\//g)].at(-1)?.[1] ?? "";
  return comment
    .split("\n")
    .map((line) => line.replace(/^\s*\*/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("@"))
    .join(" ");
}
