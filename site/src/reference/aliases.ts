import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../pages.ts";

/** The `paths` of the root's tsconfig: the sources of the packages' entry points. */
export function aliases(): Readonly<Record<string, readonly string[]>> {
  const text = readFileSync(join(root, "tsconfig.json"), "utf8").replace(/^\s*\/\/.*$/gm, "");
  return JSON.parse(text).compilerOptions.paths;
}
