import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PublicName, publicNames } from "../../../scripts/api/report.ts";
import { root } from "../pages.ts";
import { sample } from "../sample.ts";
import { aliases } from "./aliases.ts";

// Inside of node_modules, where git does not look.
const cache = join(root, "node_modules/.cache/keyhold");
const target = join(cache, "declarations");

/**
 * The public names of every package, from its sources: the site needs no build of the packages. A sample of the site
 * takes the declarations of their build.
 */
export function readNames(): readonly PublicName[] {
  if (sample) return publicNames(root);
  emit();
  const located = (path: string): string =>
    path.replace(/packages\/([^/]+)\/(?:dist|src)\//, "node_modules/.cache/keyhold/declarations/$1/src/");
  const paths = Object.entries(aliases()).map(([key, files]) => {
    return [key, files.map((file) => join(root, located(file).replace(/(?<!\.d)\.tsx?$/, ".d.ts")))] as const;
  });
  return publicNames(root, { locate: located, paths: Object.fromEntries(paths) });
}

/** Writes the declarations of all packages: `<target>/core/src/index.d.ts`. */
function emit(): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const config = join(cache, "declarations.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    allowImportingTsExtensions: false,
    stripInternal: true,
    noCheck: true,
    rootDir: join(root, "packages"),
    outDir: target,
  };
  const tests = ["test.ts", "test.tsx", "test-d.ts"].map((ending) => join(root, `packages/*/src/**/*.${ending}`));
  const include = [join(root, "packages/*/src")];
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include, exclude: tests }),
  );
  execFileSync("node", [join(root, "node_modules/typescript7/bin/tsc"), "-p", config], { stdio: "inherit" });
}
