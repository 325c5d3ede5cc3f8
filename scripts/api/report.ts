import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** The public names of one package, as a page: each entry point with the declarations that it exports. */
export interface ApiReport {
  /** Path from the root of the repository, e.g. "api/core.md". */
  readonly path: string;
  readonly text: string;
}

/** A name that an entry point exports. */
export interface PublicName {
  /** E.g. "@keyhold/core/plugin". */
  readonly entry: string;
  readonly name: string;
  /** The doc comment, or "". */
  readonly doc: string;
  /** The declarations without comments. */
  readonly declarations: readonly string[];
  /** The same with the comments inside of them, e.g. those of the options of a type. */
  readonly commented: readonly string[];
  /** The tags of the doc comment, e.g. `{ name: "throws", text: "TypeError" }`. */
  readonly tags: readonly { readonly name: string; readonly text: string }[];
  /** True for a name with a value; false for a type. */
  readonly isValue: boolean;
  /** Where it is declared, e.g. "packages/core/dist/auth.d.ts". */
  readonly file: string;
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | { readonly types?: string }>>;
}

interface Entry {
  readonly name: string;
  readonly file: string;
}

/** Declarations outside of the packages' `dist`. */
export interface OtherDeclarations {
  /** The path of a declaration of a package, e.g. "packages/core/dist/index.d.ts", as the path of another file. */
  readonly locate: (path: string) => string;
  /** The files of imports of packages, as in a tsconfig. */
  readonly paths: Readonly<Record<string, readonly string[]>>;
}

/** The public names of every package, read from the declarations that `npm run build` emits, or from others. */
export function publicNames(root: string, other?: OtherDeclarations): readonly PublicName[] {
  const entries = globSync("packages/*/package.json", { cwd: root })
    .sort()
    .flatMap((path) => entriesOf(root, path, other?.locate));
  const program = ts.createProgram({
    rootNames: entries.map(({ file }) => file),
    options: {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      skipLibCheck: true,
      ...(other && { paths: Object.fromEntries(Object.entries(other.paths).map(([key, files]) => [key, [...files]])) }),
    },
  });
  return entries.flatMap((entry) => namesOf(program, entry, root));
}

/** One page per package, from its public names. */
export function apiReports(names: readonly PublicName[]): readonly ApiReport[] {
  const byPackage = Map.groupBy(names, ({ entry }) => entry.split("/").slice(0, 2).join("/"));
  return [...byPackage].map(([name, ofPackage]) => ({
    path: `api/${name.split("/")[1]}.md`,
    text: pageOf(name, ofPackage),
  }));
}

function entriesOf(root: string, path: string, locate = (path: string): string => path): readonly Entry[] {
  const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest;
  return Object.entries(exports).flatMap(([key, target]): readonly Entry[] => {
    const types = typeof target === "string" ? undefined : target.types;
    if (types === undefined) return [];
    const pattern = join(root, locate(join(dirname(path), types)));
    const files = globSync(pattern).sort();
    const before = pattern.indexOf("*");
    return files.map((file) => ({ name: name + key.slice(1).replace("*", file.slice(before, -".d.ts".length)), file }));
  });
}

function namesOf(program: ts.Program, { name: entry, file }: Entry, root: string): readonly PublicName[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) return [];
  return checker
    .getExportsOfModule(module)
    .map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const declarations = symbol.declarations ?? [];
      return {
        entry,
        name: exported.name,
        doc: docOf(exported, checker) || docOf(symbol, checker),
        declarations: declarations.map(textOf),
        commented: declarations.map(commentedTextOf),
        tags: symbol.getJsDocTags(checker).map(({ name, text }) => ({ name, text: ts.displayPartsToString(text) })),
        isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
        file: (declarations[0]?.getSourceFile().fileName ?? file).slice(root.length + 1),
      };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function docOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const [declaration] = symbol.declarations ?? [];
  // The comment of `export * as name` is at the whole declaration.
  if (declaration && ts.isNamespaceExport(declaration))
    return ts
      .getJSDocCommentsAndTags(declaration.parent)
      .map((node) => node.getText())
      .join("\n");
  return ts.displayPartsToString(symbol.getDocumentationComment(checker));
}

const printer = ts.createPrinter({ removeComments: true });

function textOf(declaration: ts.Declaration): string {
  return printer.printNode(ts.EmitHint.Unspecified, statementOf(declaration), declaration.getSourceFile());
}

const commentedTextOf = (declaration: ts.Declaration): string => statementOf(declaration).getText();

/** A constant is one of the declarations of a statement. */
const statementOf = (declaration: ts.Declaration): ts.Node =>
  ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;

function pageOf(name: string, names: readonly PublicName[]): string {
  const sections = [...Map.groupBy(names, ({ entry }) => entry)].map(([entry, ofEntry]) => {
    const declarations = ofEntry.flatMap(({ declarations }) => declarations);
    return `## ${entry}\n\n${ofEntry.length} names: ${ofEntry.map((one) => `\`${one.name}\``).join(", ")}\n\n\`\`\`ts\n${declarations.join("\n")}\n\`\`\`\n`;
  });
  return `# Public API of ${name}\n\nGenerated by \`npm run api\` from the declarations. A change here needs a changeset.\n\n${sections.join("\n")}`;
}
