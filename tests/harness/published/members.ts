import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript59";
import type { Entry } from "./entries.ts";

/** Apps with a single plugin that export each member of an auth or a client alone, as a destructuring does. */

export interface MemberApp {
  readonly folder: string;
  readonly half: "client" | "server";
  /** The module of the app. */
  readonly text: string;
  readonly dependencies: readonly string[];
}

/** A function of a package that makes a plugin. */
interface PluginFunction {
  readonly name: string;
  readonly entry: Entry;
  readonly half: "client" | "server";
  readonly takesOptions: boolean;
}

/** The packages of an app without a plugin. */
const bases = {
  server: ["@keyhold/core", "@keyhold/adapter-memory"],
  react: ["@keyhold/react", "react", "@types/react"],
  client: ["@keyhold/client"],
} as const;

/** Entry points for authors of plugins, and for tests. */
const others = /^@keyhold\/(core|client|react|testing|react-ui|mcp)(\/|$)/;

const options: ts.CompilerOptions = {
  strict: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: ["node"],
  skipLibCheck: true,
};

/** A folder of the workspace with every package of the apps. */
export const everything = "everything";

/** What `everything` lists. */
export const everyDependency = (entries: readonly Entry[]): readonly string[] => [
  ...new Set([...Object.values(bases).flat(), "@types/node", ...entries.map((entry) => entry.package.name)]),
];

/** The apps of every plugin of the entry points, and an app without a plugin for each half. */
export function memberApps(workspace: string, entries: readonly Entry[]): readonly MemberApp[] {
  const functions = pluginFunctions(workspace, entries);
  const wanted = [
    headOf("server", null),
    headOf("react", null),
    headOf("client", null),
    ...functions.map((plugin) => headOf(plugin.half === "server" ? "server" : "react", plugin)),
  ];
  const { checker, sourceOf } = read(workspace, new Map(wanted.map(({ folder, head }) => [folder, head])));
  const pathsOf = ({ folder }: Head): readonly string[] => {
    const declared = sourceOf(folder).statements.at(-1);
    if (!declared || !ts.isVariableStatement(declared)) throw new Error(`${folder} declares no value.`);
    return membersOf(checker.getTypeAtLocation(declared.declarationList.declarations[0] ?? declared), "value", checker);
  };
  const ofCore = new Set(wanted.slice(0, 3).flatMap(pathsOf));
  return wanted.map((app, index) => {
    // Groups of core have members of plugins, and the session has columns of plugins.
    const isOfApp = (path: string): boolean => index < 3 || !ofCore.has(path) || /\.\w*session$|^\w+\.\w+$/i.test(path);
    const lines = pathsOf(app)
      .filter(isOfApp)
      .map((path, at) => `export const member${at} = ${path};\n`);
    return { ...app, text: app.head + lines.join("") };
  });
}

interface Head extends Omit<MemberApp, "text"> {
  readonly head: string;
}

function headOf(base: keyof typeof bases, plugin: PluginFunction | null): Head {
  const folder = `${base}-${plugin?.name ?? "alone"}`;
  const imported = plugin ? `import { ${plugin.name} } from "${plugin.entry.specifier}";\n` : "";
  const plugins = plugin ? `[${plugin.name}(${plugin.takesOptions ? "{} as never" : ""})]` : "[]";
  const made =
    base === "server"
      ? `import { createAuth } from "@keyhold/core";\nimport { memory } from "@keyhold/adapter-memory";\nconst value = createAuth({ database: memory(), plugins: ${plugins} });\n`
      : `import { createAuthClient } from "@keyhold/${base}";\nconst value = createAuthClient({ plugins: ${plugins} });\n`;
  const dependencies = [...bases[base], "@types/node", ...(plugin ? [plugin.entry.package.name] : [])];
  const half = base === "server" ? "server" : "client";
  return { folder, half, head: imported + made, dependencies: [...new Set(dependencies)] };
}

/** Every function of an entry point with a result that is a plugin. */
function pluginFunctions(workspace: string, entries: readonly Entry[]): readonly PluginFunction[] {
  const probed = entries.filter(({ specifier }) => !others.test(specifier));
  const texts = new Map(
    probed.map(({ specifier }, index) => [`probe-${index}`, `import * as entry from "${specifier}";\nentry;\n`]),
  );
  const { checker, sourceOf } = read(workspace, texts);
  return probed.flatMap((entry, index) => {
    const statement = sourceOf(`probe-${index}`).statements.at(-1);
    if (!statement || !ts.isExpressionStatement(statement)) return [];
    const values = checker.getTypeAtLocation(statement.expression).getProperties();
    return values.flatMap((value): readonly PluginFunction[] => {
      const [call] = checker.getTypeOfSymbol(value).getCallSignatures();
      const result = call?.getReturnType();
      if (!result?.getProperty("$") || !result.getProperty("id")) return [];
      const found = { name: value.name, entry, takesOptions: (call?.parameters.length ?? 0) > 0 };
      if (result.getProperty("requires")) return [{ ...found, half: "server" }];
      return result.getProperty("sessionDates") ? [{ ...found, half: "client" }] : [];
    });
  });
}

/** A program of modules by their names, in the folder with every package. */
function read(workspace: string, modules: ReadonlyMap<string, string>) {
  const pathOf = (name: string): string => join(workspace, everything, `${name}.ts`);
  const texts = new Map([...modules].map(([name, text]) => [pathOf(name), text]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, readFile } = host;
  host.fileExists = (path) => texts.has(path) || existsSync(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, version) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const sourceOf = (name: string): ts.SourceFile => {
    const source = program.getSourceFile(pathOf(name));
    if (!source) throw new Error(`${name} was not read.`);
    return source;
  };
  return { checker: program.getTypeChecker(), sourceOf };
}

/** The paths of the members of an object, and of groups of members, e.g. "value.signIn", "value.signIn.email". */
function membersOf(type: ts.Type, path: string, checker: ts.TypeChecker): readonly string[] {
  return type.getProperties().flatMap((property) => {
    if (!/^[a-z]\w*$/i.test(property.name)) return [];
    const member = `${path}.${property.name}`;
    const declared = property.declarations?.[0]?.getSourceFile().fileName ?? "";
    // Members of the platform, e.g. of a map.
    if (/\/lib\.[^/]*\.d\.ts$/.test(declared)) return [];
    const inner = checker.getTypeOfSymbol(property);
    const isLeaf = inner.getCallSignatures().length > 0 || path.split(".").length > 3;
    return [member, ...(isLeaf ? [] : membersOf(inner, member, checker))];
  });
}
