import { cpSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const example = fileURLToPath(new URL("..", import.meta.url));
const packages = fileURLToPath(new URL("../../../packages", import.meta.url));

export interface NextVersion {
  /** The dependency of the example that is this version. */
  readonly dependency: "next" | "next15";
  /** `basePath` of Next.js. */
  readonly basePath: string;
}

/** A copy of the example on one version of Next.js. The copy stays inside of the repository, the root of the bundler. */
export function copyExample({ dependency, basePath }: NextVersion): string {
  const folder = join(example, ".generated", dependency);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "node_modules/@keyhold"), { recursive: true });
  for (const name of [
    "app",
    "auth.ts",
    "auth-client.ts",
    "instrumentation.ts",
    "migrate.ts",
    "proxy.ts",
    "tsconfig.json",
  ])
    cpSync(join(example, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, "next.config.ts"), `export default ${JSON.stringify(basePath ? { basePath } : {})};\n`);
  replaceIn(
    join(folder, "auth-client.ts"),
    "createAuthClient()",
    `createAuthClient({ basePath: "${basePath}/api/auth" })`,
  );
  if (dependency === "next15") {
    renameSync(join(folder, "proxy.ts"), join(folder, "middleware.ts"));
    replaceIn(join(folder, "middleware.ts"), "function proxy", "function middleware");
  }
  const link = (name: string, from = name): void =>
    symlinkSync(realpathSync(join(example, "node_modules", from)), join(folder, "node_modules", name), "junction");
  link("next", dependency);
  for (const name of [
    "react",
    "react-dom",
    "typescript",
    "@types",
    "@keyhold/core",
    "@keyhold/react",
    "@keyhold/adapter-sql",
  ])
    link(name);
  // A copy, so that the app finds this version of Next.js.
  for (const part of ["package.json", "dist"])
    cpSync(join(packages, "next", part), join(folder, "node_modules/@keyhold/next", part), { recursive: true });
  return folder;
}

function replaceIn(file: string, text: string, by: string): void {
  const before = readFileSync(file, "utf8");
  if (!before.includes(text)) throw new Error(`${file} has no ${text}.`);
  writeFileSync(file, before.replace(text, by));
}
