import { globSync } from "node:fs";
import { join } from "node:path";
import type { Packed } from "./pack.ts";

/** One entry point of a published package. */
export interface Entry {
  /** The specifier of an app's import, e.g. "@keyhold/social/google". */
  readonly specifier: string;
  readonly package: Packed;
  /** Its declarations, below the package's folder. */
  readonly types: string;
}

/** Every entry point of the manifests; a pattern expands to the files of the tarball. */
export const entriesOf = (packages: readonly Packed[]): readonly Entry[] =>
  packages.flatMap((of) =>
    Object.entries(of.manifest.exports ?? {}).flatMap(([key, target]) => {
      const types = typesOf(target);
      // A stylesheet has no name to import.
      if (types === null || key.endsWith(".css")) return [];
      if (!key.includes("*")) return [{ specifier: of.name + key.slice(1), package: of, types }];
      return globSync(types, { cwd: of.folder }).map((file) => {
        const [before = "", after = ""] = join(types).split("*");
        const name = join(file).slice(before.length, -after.length);
        return { specifier: of.name + key.slice(1).replace("*", name), package: of, types: file };
      });
    }),
  );

function typesOf(target: unknown): string | null {
  return typeof target === "object" && target !== null && "types" in target && typeof target.types === "string"
    ? target.types
    : null;
}
