// Writes the tables of options on the pages. Each table is written from the interface that declares the options, and
// `npm run api` runs this program. A page has a comment in the line before the table, e.g.
// <!-- TwoFactorOptions of packages/two-factor/src/options.ts, written by npm run api -->
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

/** An option, as its doc comment has it. */
export interface DocumentedOption {
  /** With the group before a dot, e.g. "linking.enabled". */
  readonly name: string;
  /** In Markdown, e.g. "`20`" or "the app's name"; "" without a default. */
  readonly initial: string;
  readonly text: string;
  /** The page with the details, by `@see`: a path from the root, with or without an anchor; null: the comment has no `@see`. */
  readonly page: string | null;
}

const marked = /(<!-- (\w+) of (\S+), written by npm run api -->\n)(?:\|.*\n)*/g;

/** The pages that have tables of options, with the tables as the declarations say. */
export const pagesWithTables = (root: string): ReadonlyMap<string, string> =>
  new Map(
    globSync(["docs/**/*.md", "packages/*/README.md"], { cwd: root })
      .map((path) => [path, readFileSync(join(root, path), "utf8")] as const)
      .filter(([, text]) => text.search(marked) >= 0)
      .map(([path, text]) => [
        path,
        text.replaceAll(
          marked,
          (_, comment: string, name: string, file: string) =>
            comment + tableOf(root, path, optionsIn(root, file, name)),
        ),
      ]),
  );

function tableOf(root: string, path: string, options: readonly DocumentedOption[]): string {
  const rows = options.map(({ name, initial, text, page }) => {
    const more = page === null ? "" : ` See [${titleOf(root, page)}](${relative(dirname(path), page)}).`;
    const cells = [`\`${name}\``, initial, text + more].map((cell) => cell.replaceAll("|", "\\|"));
    return `| ${cells.join(" | ")} |\n`.replaceAll("|  |", "| |");
  });
  return `| option | default | |\n|---|---|---|\n${rows.join("")}`;
}

/** The heading of a page or of its section. */
function titleOf(root: string, page: string): string {
  const [path = "", anchor] = page.split("#");
  const headings = [...readFileSync(join(root, path), "utf8").matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = ""]) => heading,
  );
  const title = anchor === undefined ? headings[0] : headings.find((heading) => anchorOf(heading) === anchor);
  if (title === undefined) throw new Error(`${page} has no heading.`);
  return title;
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(/\s/g, "-");

/** The options of an interface, and of the interfaces of its groups and bases, which the file may import. */
export function optionsIn(root: string, file: string, name: string): readonly DocumentedOption[] {
  const tree = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const interfaces = new Map(tree.statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]));
  const membersOf = (name: string): readonly DocumentedOption[] => {
    const found = interfaces.get(name);
    if (!found) return optionsIn(root, importedFrom(tree, file, name), name);
    const bases = (found.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => type.getText()));
    const own = found.members.flatMap((member) => {
      const option = member.name?.getText() ?? "";
      const group = ts.isPropertySignature(member) && member.type ? interfaces.get(member.type.getText()) : undefined;
      return group
        ? membersOf(group.name.text).map((inner) => ({ ...inner, name: `${option}.${inner.name}` }))
        : [{ name: option, ...documented(member) }];
    });
    return [...own, ...bases.flatMap(membersOf)];
  };
  return membersOf(name);
}

/** The file from which a file imports a name. */
function importedFrom(tree: ts.SourceFile, file: string, name: string): string {
  const imports = tree.statements.filter(ts.isImportDeclaration);
  const found = imports.find(({ importClause }) => new RegExp(`\\b${name}\\b`).test(importClause?.getText() ?? ""));
  if (!found || !ts.isStringLiteral(found.moduleSpecifier)) throw new Error(`${file} has no interface ${name}.`);
  return join(dirname(file), found.moduleSpecifier.text.replace(/\.js$/, ".ts"));
}

/** "Default 20.", "Default: the app's name.", "Required.": the last sentence of a comment. */
const standard = /\s*\b(?:Default:? (.+)|(Required))\.$/;
const literal = /^(?:true|false|null|\d+|"[^"]*"|\[\])(?=$|[:,; ])/;

function documented(member: ts.TypeElement): Omit<DocumentedOption, "name"> {
  const [comment] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  const text = (ts.getTextOfJSDocComment(comment?.comment) ?? "").replaceAll(/\s+/g, " ").trim();
  const [, initial = "", required] = standard.exec(text) ?? [];
  const see = comment?.tags?.find(({ tagName }) => tagName.text === "see");
  const page = see ? /docs\/\S+/.exec(see.getText())?.[0] : undefined;
  return {
    initial: required ? "required" : initial.replace(literal, (value) => `\`${value}\``),
    text: text.replace(standard, ""),
    page: page ?? null,
  };
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname);
  for (const [path, text] of pagesWithTables(root)) writeFileSync(join(root, path), text);
}
