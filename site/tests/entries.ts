import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../src/pages.ts";

/** A name that an entry point of a package exports, as its source spells it. */
export interface ExportedName {
  /** The folder of the package. */
  readonly folder: string;
  readonly name: string;
}

/** Every name of every entry point, read from the text of the sources: the reference itself is made by the compiler. */
export const exportedNames = (): readonly ExportedName[] =>
  globSync("packages/*/package.json", { cwd: root }).flatMap((path) => {
    const folder = path.split("/")[1] ?? "";
    const { exports = {} } = JSON.parse(readFileSync(join(root, path), "utf8"));
    const names = Object.values<string | { readonly types?: string }>(exports).flatMap((target) =>
      typeof target === "object" && target.types ? namesOf(folder, target.types) : [],
    );
    return [...new Set(names)].map((name) => ({ folder, name }));
  });

const namesOf = (folder: string, types: string): readonly string[] =>
  globSync(types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".{ts,tsx}"), { cwd: join(root, "packages", folder) })
    .filter((file) => !file.includes(".test"))
    .flatMap((file) => namesIn(readFileSync(join(root, "packages", folder, file), "utf8")));

function namesIn(source: string): readonly string[] {
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) =>
    list.split(",").flatMap((item) => /(?:^|\s)(\w+)\s*$/.exec(item.replace(/\/\/.*$/gm, ""))?.[1] ?? []),
  );
  const own = source.matchAll(/^export (?:abstract |async )?(?:const|function|class|interface|type|enum) (\w+)/gm);
  const spaces = source.matchAll(/^export \* as (\w+)/gm);
  return [...lists, ...[...own, ...spaces].flatMap(([, name]) => name ?? [])];
}

/** Every route that a source declares, e.g. "POST /sign-in/email"; calls of the server alone are absent. */
export const declaredRoutes = (): readonly string[] =>
  globSync("packages/*/src/**/*.ts", { cwd: root })
    .filter((file) => !file.includes(".test") && !file.startsWith("packages/testing/"))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      if (/isServerOnly: true/.test(source)) return [];
      return [...source.matchAll(/^\s+route: "((?:GET|POST) [^"]+)"/gm)].flatMap(([, route]) => route ?? []);
    });
