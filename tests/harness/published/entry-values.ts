import { join } from "node:path";
import ts from "typescript59";

/**
 * The possible exports of an app for an entry point: each value, the results of its functions, and the results of
 * functions in those.
 */

const options: ts.CompilerOptions = {
  strict: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: ["node"],
  skipLibCheck: true,
};

/** The depth of results: a harness has functions that answer objects with functions. */
const maxDepth = 2;

/** An entry point, and a folder of a workspace where it is installed. */
export interface Probe {
  readonly folder: string;
  readonly specifier: string;
}

/**
 * For each specifier a module that exports all values of the entry point. Arguments are `never`, because every
 * parameter accepts it.
 */
export function exportValues(workspace: string, probes: readonly Probe[]): ReadonlyMap<string, string> {
  const pathOf = ({ folder, specifier }: Probe): string =>
    join(workspace, folder, `probe-${specifier.replace(/\W/g, "_")}.ts`);
  const texts = new Map(
    probes.map((probe) => [pathOf(probe), `import * as entry from "${probe.specifier}";\nentry;\n`]),
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, version) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const checker = program.getTypeChecker();
  return new Map(
    probes.map((probe) => {
      const statement = program.getSourceFile(pathOf(probe))?.statements.at(-1);
      if (!statement || !ts.isExpressionStatement(statement)) throw new Error(`${probe.specifier} was not read.`);
      const values = checker
        .getTypeAtLocation(statement.expression)
        .getProperties()
        .map((value) => ({ name: value.name, type: checker.getTypeOfSymbol(value) }));
      if (typesOnly.has(probe.specifier)) return [probe.specifier, moduleOf(probe.specifier, [], checker)];
      if (values.length === 0) throw new Error(`${probe.specifier} cannot be found, or has no values.`);
      return [probe.specifier, moduleOf(probe.specifier, values, checker)];
    }),
  );
}

/** Entry points without a value, and the one whose only value is a namespace. */
export const typesOnly: ReadonlySet<string> = new Set(["@keyhold/core/types", "@keyhold/core/schema"]);

interface Named {
  readonly name: string;
  readonly type: ts.Type;
}

function moduleOf(specifier: string, values: readonly Named[], checker: ts.TypeChecker): string {
  const imports = values.map(({ name }) => `${name} as entry_${name}`).join(", ");
  const lines = values.flatMap(({ name, type }) => linesOf({ name: `entry_${name}`, type }, name, checker, maxDepth));
  return `import { ${imports} } from "${specifier}";\ndeclare const given: never;\n${lines.join("\n")}\n`;
}

/** Exports the value of an expression under a name, and the results of its functions. */
function linesOf({ name: expression, type }: Named, name: string, checker: ts.TypeChecker, depth: number): string[] {
  const exported = `${name}_`;
  const lines = [`export const ${exported} = ${expression};`];
  if (depth === 0) return lines;
  const constructors = type.getConstructSignatures();
  const calls = constructors.length > 0 ? constructors : type.getCallSignatures();
  if (calls.length === 0)
    return depth === maxDepth ? lines : [...lines, ...propertiesOf(type, exported, checker, depth)];
  for (const [index, call] of calls.entries()) {
    const given = call.parameters.map(() => "given").join(", ");
    const awaited = checker.getAwaitedType(call.getReturnType()) ?? call.getReturnType();
    const isPromise = awaited !== call.getReturnType();
    const called = `${isPromise ? "await " : ""}${constructors.length > 0 ? "new " : ""}${exported}(${given})`;
    // `never` selects no member of a union: the result has no members then.
    const isSelected = call.typeParameters?.some((parameter) => parameter.getConstraint()?.isUnion()) ?? false;
    const further = isSelected ? 0 : depth - 1;
    lines.push(...linesOf({ name: called, type: awaited }, `${exported}${index}`, checker, further));
  }
  return lines;
}

/** The members of a package's object. Arrays, texts and platform objects have members of the platform. */
const propertiesOf = (type: ts.Type, name: string, checker: ts.TypeChecker, depth: number): string[] =>
  type.getProperties().flatMap((property) => {
    const [declaration] = property.declarations ?? [];
    const declared = declaration?.getSourceFile().fileName ?? "";
    if (declaration && ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.NonPublicAccessibilityModifier)
      return [];
    if (!declared.includes("/@keyhold/") || !/^[a-z]\w*$/i.test(property.name)) return [];
    const inner = checker.getTypeOfSymbol(property);
    return linesOf({ name: `${name}.${property.name}`, type: inner }, `${name}${property.name}`, checker, depth - 1);
  });
