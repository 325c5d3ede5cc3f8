import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "./pack.ts";

/**
 * Apps as TypeScript projects with declarations of their exports, and projects that reference and use them, some apps
 * each.
 */

export interface App {
  /** The folder of its project, below the workspace. */
  readonly folder: string;
  /** The texts of its modules, by their names, e.g. "values.ts". */
  readonly modules: ReadonlyMap<string, string>;
  /** The dependencies of its package.json. */
  readonly dependencies: readonly string[];
}

export const compilers = { "5.9": "typescript59", "6": "typescript", "7": "typescript7" } as const;
export type Compiler = keyof typeof compilers;
export const resolutions = ["bundler", "nodenext"] as const;
export type Resolution = (typeof resolutions)[number];

const run = promisify(execFile);
const user = "user";
/**
 * For the name of a type a compiler searches all files of the program: one program that uses every app takes longer than
 * all the apps. A part has fewer files, and so no more names than the whole.
 */
const appsPerPart = 8;

/** The folders of the workspace, each with the dependencies of its package.json. */
export const needsOf = (apps: readonly App[]): Readonly<Record<string, readonly string[]>> => ({
  ...Object.fromEntries(apps.map(({ folder, dependencies }) => [folder, dependencies])),
  [user]: [...new Set(apps.flatMap(({ dependencies }) => dependencies))],
});

export function writeApps(workspace: string, apps: readonly App[]): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  };
  for (const [folder, names] of Object.entries(needsOf(apps))) {
    const dependencies = Object.fromEntries(names.map((name) => [name, "*"]));
    write(join(folder, "package.json"), JSON.stringify({ type: "module", dependencies }));
  }
  for (const { folder, modules } of apps)
    for (const [file, text] of modules) {
      write(join(folder, file), text);
      write(join(user, userOf(folder, file)), useOf(`../${folder}/${file.replace(/\.tsx?$/, ".js")}`));
    }
  for (const resolution of resolutions)
    for (const compiler of Object.keys(compilers)) {
      const config = `tsconfig.${resolution}.${compiler}.json`;
      const options = optionsOf(resolution, compiler);
      for (const { folder, modules } of apps) write(join(folder, config), project(options, [...modules.keys()]));
      const parts = inParts(apps).map((part, index) => {
        const path = `tsconfig.${index}.${resolution}.${compiler}.json`;
        const uses = part.flatMap(({ folder, modules }) => [...modules.keys()].map((file) => userOf(folder, file)));
        const references = part.map(({ folder }) => `../${folder}/${config}`);
        write(join(user, path), project(options, uses, references));
        return `./${path}`;
      });
      write(join(user, config), project({}, [], parts));
    }
}

const inParts = (apps: readonly App[]): readonly (readonly App[])[] =>
  Array.from({ length: Math.ceil(apps.length / appsPerPart) }, (_, index) =>
    apps.slice(index * appsPerPart, (index + 1) * appsPerPart),
  );

const userOf = (folder: string, file: string): string => `${folder}-${file.replace(/\.tsx?$/, "")}.ts`;

/** Uses every value in an expression with an inferred type, and fails for a value declared as `any`. */
const useOf = (specifier: string): string => `import * as values from "${specifier}";
type AnyIn<T> = { [K in keyof T]: 0 extends 1 & T[K] ? K : never }[keyof T];
const anyValues: readonly AnyIn<typeof values>[] = [];
export const noneIsAny: readonly never[] = anyValues;
export const used = { ...values };
`;

const project = (compilerOptions: object, files: readonly string[], references: readonly string[] = []) =>
  JSON.stringify({ compilerOptions, files, references: references.map((path) => ({ path })) });

const optionsOf = (resolution: Resolution, compiler: string): object => ({
  composite: true,
  declaration: true,
  emitDeclarationOnly: true,
  strict: true,
  skipLibCheck: true,
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  jsx: "react-jsx",
  module: resolution === "nodenext" ? "nodenext" : "esnext",
  moduleResolution: resolution,
  rootDir: ".",
  outDir: `declared.${resolution}.${compiler}`,
});

/** Builds all apps and the projects that reference them; answers the errors. */
export async function buildReferences(
  workspace: string,
  resolution: Resolution,
  compiler: Compiler,
): Promise<readonly string[]> {
  const tsc = join(root, "node_modules", compilers[compiler], "bin/tsc");
  const built = run("node", [tsc, "--build", join(user, `tsconfig.${resolution}.${compiler}.json`)], {
    cwd: workspace,
  });
  const { stdout } = await built.catch((failed: { readonly stdout: string }) => failed);
  return stdout.split("\n").filter((line) => line.includes("error TS"));
}
