import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The binary for this machine: one of the optional dependencies of the package. */
export function bunPath(): string {
  const manifest = createRequire(new URL("../../../packages/adapter-sql/package.json", import.meta.url)).resolve(
    "bun/package.json",
  );
  const { optionalDependencies } = JSON.parse(readFileSync(manifest, "utf8"));
  const require = createRequire(manifest);
  for (const name of Object.keys(optionalDependencies)) {
    try {
      return require.resolve(`${name}/bin/bun`);
    } catch {
      // Of another kind of machine.
    }
  }
  throw new Error("The package bun has no binary for this machine.");
}
