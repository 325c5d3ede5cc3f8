import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

type Target = string | { readonly [condition: string]: string };

/** Tests run on sources, so that they need no build: every entry point of a package stands for the file it is built from. */
export const sourceAliases = (): { readonly find: RegExp; readonly replacement: string }[] =>
  globSync("packages/*/package.json", { cwd: source(".") }).flatMap((path) => {
    const { name, exports, imports = {} } = JSON.parse(readFileSync(source(path), "utf8"));
    const entries = Object.entries<Target>({ ...exports, ...imports }).filter(([key]) => key !== "./package.json");
    // A pattern may stand for anything, so what is named outright comes first.
    entries.sort(([a], [b]) => Number(a.includes("*")) - Number(b.includes("*")));
    return entries.map(([key, target]) => {
      const file = typeof target === "string" ? target : (target.node ?? target.default ?? "");
      const written = key.startsWith("#") ? key : name + key.slice(1);
      return {
        find: new RegExp(`^${written.replace("*", "(.+)")}$`),
        replacement: source(
          path.replace("package.json", file.replace("./dist/", "src/").replace(/\.js$/, ".ts")),
        ).replace("*", "$1"),
      };
    });
  });
