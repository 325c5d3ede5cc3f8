import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript59";

/** The hover texts of calls, from the compiler's language service as in an editor. */

export interface Shown {
  /** E.g. "api.signIn.email". */
  readonly call: string;
  /** The type, as far as an editor shows it. */
  readonly text: string;
  /** The comment at its declaration; "" without one. */
  readonly doc: string;
}

const options: ts.CompilerOptions = {
  strict: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  jsx: ts.JsxEmit.ReactJSX,
  skipLibCheck: true,
};

/** An export of a workspace's file, e.g. `{ file: "server/auth.ts", name: "api" }`. */
export interface Exported {
  readonly file: string;
  readonly name: string;
}

/** Dotted names of all functions in the tree of an exported object, e.g. "api.signIn.email". */
export function callsOf(workspace: string, exported: Exported): readonly string[] {
  const { path, head } = probeOf(workspace, exported);
  const names = walked.get(path + head) ?? functionsOf(workspace, exported).map(({ name }) => name);
  walked.set(path + head, names);
  return names;
}

/** The names of each walked tree, by the module that reads it. */
const walked = new Map<string, readonly string[]>();

/**
 * The places in inputs and answers of the tree's functions with type `unknown` or `any`, e.g. "api.listUsers takes
 * offset". Values of records are exempt, because a record of JSON has them, and so is the cause of a failed `fetch` in
 * a client's error.
 */
export const untypedIn = (workspace: string, exported: Exported): readonly string[] =>
  functionsOf(workspace, exported).flatMap(({ name, type, checker }) =>
    type.getCallSignatures().flatMap((call) => {
      const [input] = call.getParameters();
      const taken = input ? untypedPlaces(checker.getTypeOfSymbol(input), "", checker) : [];
      const answered = checker.getAwaitedType(call.getReturnType()) ?? call.getReturnType();
      return [
        ...taken.map((place) => `${name} takes ${place}`),
        ...untypedPlaces(answered, "", checker)
          .filter((place) => place !== "error.error")
          .map((place) => `${name} answers with ${place}`),
      ];
    }),
  );

interface CallableValue {
  readonly name: string;
  readonly type: ts.Type;
  readonly checker: ts.TypeChecker;
}

function functionsOf(workspace: string, exported: Exported): readonly CallableValue[] {
  const { path, head } = probeOf(workspace, exported);
  const program = serve(workspace, path, `${head}${exported.name};`).getProgram();
  const statement = program?.getSourceFile(path)?.statements.at(-1);
  if (!program || !statement || !ts.isExpressionStatement(statement))
    throw new Error("There is no expression to show.");
  const checker = program.getTypeChecker();
  const walk = (of: ts.Type, here: string): readonly CallableValue[] =>
    of.getProperties().flatMap((property) => {
      const type = checker.getTypeOfSymbol(property);
      const name = `${here}.${property.name}`;
      if (type.getCallSignatures().length > 0) return [{ name, type, checker }];
      // A store, or a property for types alone.
      return property.name === "$" || type.getProperty("subscribe") ? [] : walk(type, name);
    });
  return walk(checker.getTypeAtLocation(statement.expression), exported.name);
}

/** The places in an object, a list or a union. Functions, dates and the like belong to the platform. */
function untypedPlaces(type: ts.Type, place: string, checker: ts.TypeChecker, depth = 0): readonly string[] {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [place || "it"];
  // Deeper than any answer: a recursive type.
  if (depth > 8) return [];
  if (type.isUnion()) return type.types.flatMap((one) => untypedPlaces(one, place, checker, depth + 1));
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    return item ? untypedPlaces(item, `${place}[]`, checker, depth + 1) : [];
  }
  return type.getProperties().flatMap((property) => {
    const isOfPlatform = property.declarations?.some((one) =>
      /\/lib\.[^/]*\.d\.ts$/.test(one.getSourceFile().fileName),
    );
    if (isOfPlatform) return [];
    const inner = place === "" ? property.name : `${place}.${property.name}`;
    return untypedPlaces(checker.getTypeOfSymbol(property), inner, checker, depth + 1);
  });
}

/** The hover of each of them, or of these names. */
export function hoversOf(
  workspace: string,
  exported: Exported,
  names: readonly string[] = callsOf(workspace, exported),
): readonly Shown[] {
  const { path, head } = probeOf(workspace, exported);
  const { text, places } = namesIn(head, names);
  const service = serve(workspace, path, text);
  return places.map(({ call, end }) => {
    const info = service.getQuickInfoAtPosition(path, end - 1);
    const doc = ts.displayPartsToString(info?.documentation);
    return { call, text: ts.displayPartsToString(info?.displayParts), doc };
  });
}

/** A module with one statement for each name, and where each name ends. */
export function namesIn(
  head: string,
  names: readonly string[],
): { readonly text: string; readonly places: readonly { readonly call: string; readonly end: number }[] } {
  let text = head;
  const places = names.map((call) => {
    const end = text.length + call.length;
    text += `${call};\n`;
    return { call, end };
  });
  return { text, places };
}

/** A file beside the exporting one with an expression on its export; it is never written. */
export function probeOf(workspace: string, { file, name }: Exported): { readonly path: string; readonly head: string } {
  const from = `./${basename(file).replace(/\.tsx?$/, ".js")}`;
  return { path: join(workspace, dirname(file), "probe.ts"), head: `import { ${name} } from "${from}";\n` };
}

/** Parsed files of the platform and the packages, which all services share. */
const parsed = ts.createDocumentRegistry();

function serve(workspace: string, path: string, text: string): ts.LanguageService {
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [path],
    getScriptVersion: (name) => (name === path ? text : "1"),
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
  return ts.createLanguageService(host, parsed);
}
