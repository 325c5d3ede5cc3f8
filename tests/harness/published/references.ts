import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "./pack.ts";

/**
 * Apps as TypeScript projects with declarations of their exports, and one project that references and uses all of them.
 */

export interface App {
  /** The folder of its project, below the workspace. */
  readonly folder: string;
  /** Its only module, e.g. "values.ts". */
  readonly file: string;
  readonly text: string;
  /** The dependencies of its package.json. */
  readonly dependencies: readonly string[];
}

export const compilers = { "5.9": "typescript59", "6": "typescript", "7": "typescript7" } as const;
export type Compiler = keyof typeof compilers;
export const resolutions = ["bundler", "nodenext"] as const;
export type Resolution = (typeof resolutions)[number];

const run = promisify(execFile);
const user = "user";

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
  for (const { folder, file, text } of apps) {
    write(join(folder, file), text);
    write(join(user, `${folder}.ts`), useOf(`../${folder}/${file.replace(/\.tsx?$/, ".js")}`));
  }
  for (const resolution of resolutions)
    for (const compiler of Object.keys(compilers)) {
      const config = `tsconfig.${resolution}.${compiler}.json`;
      for (const { folder, file } of apps) write(join(folder, config), project(resolution, compiler, [file], []));
      const files = apps.map(({ folder }) => `${folder}.ts`);
      const references = apps.map(({ folder }) => `../${folder}/${config}`);
      write(join(user, config), project(resolution, compiler, files, references));
    }
}

/** Uses every value in an expression with an inferred type, and fails for a value declared as `any`. */
const useOf = (specifier: string): string => `import * as values from "${specifier}";
type AnyIn<T> = { [K in keyof T]: 0 extends 1 & T[K] ? K : never }[keyof T];
const anyValues: readonly AnyIn<typeof values>[] = [];
export const noneIsAny: readonly never[] = anyValues;
export const used = { ...values };
`;

const project = (resolution: Resolution, compiler: string, files: readonly string[], references: readonly string[]) =>
  JSON.stringify({
    compilerOptions: {
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
    },
    files,
    references: references.map((path) => ({ path })),
  });

/** Builds all apps and the project that references them; answers the errors. */
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
