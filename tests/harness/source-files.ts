import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import ts from "typescript";

export interface Import {
  /** A path from the repository's root for a relative import, else the name as it is written. */
  readonly from: string;
  readonly isType: boolean;
  readonly line: number;
}

/** One source file as the rules see it. Places are `line`s, and sizes are in lines. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly starExports: readonly number[];
  readonly anys: readonly number[];
  readonly functions: readonly { readonly line: number; readonly lines: number }[];
  /** Calls with a different result each time, e.g. "Date.now". */
  readonly impure: readonly { readonly name: string; readonly line: number }[];
}

/** All sources of the packages, without their tests. */
export function readSources(root: string): SourceFile[] {
  return globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.test(-d)?\.tsx?$/.test(path))
    .sort()
    .map((path) => parse(path, readFileSync(posix.join(root, path), "utf8")));
}

const impureName = /^(Date\.now|Math\.random|.*\b(randomUUID|getRandomValues|randomBytes))$/;

function parse(path: string, text: string): SourceFile {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => tree.getLineAndCharacterOfPosition(position).line + 1;
  const file = { imports: [] as Import[], starExports: [] as number[], anys: [] as number[] };
  const functions: { line: number; lines: number }[] = [];
  const impure: { name: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    const line = lineAt(node.getStart());
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const isType = ts.isImportDeclaration(node) ? node.importClause?.isTypeOnly === true : node.isTypeOnly;
      if (node.moduleSpecifier) file.imports.push({ from: resolve(path, node.moduleSpecifier), isType, line });
      if (ts.isExportDeclaration(node) && !node.exportClause) file.starExports.push(line);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0]) {
      file.imports.push({ from: resolve(path, node.arguments[0]), isType: false, line });
    }
    if (node.kind === ts.SyntaxKind.AnyKeyword) file.anys.push(line);
    if (ts.isFunctionLike(node) && "body" in node) functions.push({ line, lines: lineAt(node.end) - line + 1 });
    if (ts.isCallExpression(node) && impureName.test(node.expression.getText())) {
      impure.push({ name: node.expression.getText(), line });
    }
    if (ts.isNewExpression(node) && node.getText().match(/^new Date(\(\))?$/))
      impure.push({ name: "new Date()", line });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { path, lines: lineAt(text.trimEnd().length), ...file, functions, impure };
}

function resolve(importer: string, specifier: ts.Expression): string {
  const name = ts.isStringLiteralLike(specifier) ? specifier.text : specifier.getText();
  if (!name.startsWith(".")) return name;
  return posix.join(posix.dirname(importer), name).replace(/\.js$/, ".ts");
}
