import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript59";

/** What an editor shows of calls, asked of the compiler's language service as an editor asks it. */

export interface Shown {
  /** E.g. "api.signIn.email". */
  readonly call: string;
  /** The text of the hover, as far as an editor shows it. */
  readonly text: string;
}

const options: ts.CompilerOptions = {
  strict: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  jsx: ts.JsxEmit.ReactJSX,
  skipLibCheck: true,
};

/** A value that a file of a workspace exports, e.g. `{ file: "server/auth.ts", name: "api" }`. */
export interface Exported {
  readonly file: string;
  readonly name: string;
}

/** Dotted names of all functions in the tree of an exported object, e.g. "api.signIn.email". */
export function callsOf(workspace: string, exported: Exported): readonly string[] {
  const { path, head } = probeOf(workspace, exported);
  const program = serve(workspace, path, `${head}${exported.name};`).getProgram();
  const statement = program?.getSourceFile(path)?.statements.at(-1);
  if (!program || !statement || !ts.isExpressionStatement(statement)) throw new Error("There is nothing to ask about.");
  const checker = program.getTypeChecker();
  const walk = (type: ts.Type, here: string): readonly string[] =>
    type.getProperties().flatMap((property) => {
      const inner = checker.getTypeOfSymbol(property);
      const name = `${here}.${property.name}`;
      if (inner.getCallSignatures().length > 0) return [name];
      // A store, or what types alone know of.
      return property.name === "$" || inner.getProperty("subscribe") ? [] : walk(inner, name);
    });
  return walk(checker.getTypeAtLocation(statement.expression), exported.name);
}

/** The hover of each of them. */
export function hoversOf(workspace: string, exported: Exported): readonly Shown[] {
  const { path, head } = probeOf(workspace, exported);
  const calls = callsOf(workspace, exported);
  const service = serve(workspace, path, head + calls.map((call) => `${call};\n`).join(""));
  let end = head.length;
  return calls.map((call) => {
    end += call.length + 2;
    const info = service.getQuickInfoAtPosition(path, end - 3);
    return { call, text: ts.displayPartsToString(info?.displayParts) };
  });
}

/** A file beside the exporting one that asks about its export; it is never written. */
function probeOf(workspace: string, { file, name }: Exported): { readonly path: string; readonly head: string } {
  const from = `./${basename(file).replace(/\.tsx?$/, ".js")}`;
  return { path: join(workspace, dirname(file), "probe.ts"), head: `import { ${name} } from "${from}";\n` };
}

function serve(workspace: string, path: string, text: string): ts.LanguageService {
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      if (name === path) return ts.ScriptSnapshot.fromString(text);
      return existsSync(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined;
    },
    getCurrentDirectory: () => workspace,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath,
  };
  return ts.createLanguageService(host);
}
