import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "tsup";
import { writeBrowserStubs } from "./scripts/browser-stubs.ts";
import { joinedPaths, writeJoinedEntries } from "./scripts/joined-entries.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));

type Target = string | { readonly [condition: string]: string };

/**
 * An app takes a few of its many screens. Bundlers keep or drop what a module exports, but split no module between two
 * pages, and drop no call at its top: these packages have a file per module, so that a page loads the ones it needs.
 */
const hasFilePerModule = ["@keyhold/react-ui"].includes(manifest.name);

/**
 * One file per entry point, and chunks for what several share: an import opens a handful of files instead of hundreds,
 * and the state of a module exists once. An entry keeps its path below src. Declarations are tsc's, file by file.
 */
export default defineConfig({
  entry: hasFilePerModule ? modules() : entries(),
  bundle: !hasFilePerModule,
  format: "esm",
  target: "es2022",
  splitting: !hasFilePerModule,
  // Which file stands for "#digest" is for the platform that imports it to say.
  external: [/^#/],
  // Names and lines of the sources for stack traces; the sources themselves would be half of each package.
  sourcemap: true,
  esbuildOptions(options) {
    options.sourcesContent = false;
    options.chunkNames = "shared/[name]-[hash]";
  },
  clean: true,
  silent: true,
  // tsup would turn "node:sqlite" into "sqlite", which does not exist.
  removeNodeProtocol: false,
  onSuccess: async () => {
    await writeJoinedEntries();
    await writeBrowserStubs(manifest);
  },
});

/** The sources of every path that the package exports, imports by a name of its own, or runs as a program. */
function entries(): Record<string, string> {
  const { exports, imports = {}, bin = {} } = manifest;
  const targets = Object.values<Target>({ ...exports, ...imports, ...bin }).flatMap((target) =>
    typeof target === "string" ? [target] : Object.values(target),
  );
  const names = targets.flatMap((target) => /^\.\/dist\/(.+)\.js$/.exec(target)?.[1] ?? []);
  const joined = joinedPaths();
  const apart = names.filter((name) => !joined.includes(name));
  const sources = joined.length > 0 ? [...apart, "entries/all"] : apart;
  return named(sources.flatMap((name) => globSync([`src/${name}.ts`, `src/${name}.tsx`])));
}

/** All sources. */
function modules(): Record<string, string> {
  return named(globSync("src/**/*.{ts,tsx}").filter((file) => !/\.d\.ts$|\.test-d\.tsx?$/.test(file)));
}

/** Each file under its path below src, without tests. */
function named(files: readonly string[]): Record<string, string> {
  const sources = files.filter((file) => !/\.test\.tsx?$/.test(file));
  return Object.fromEntries(sources.map((file) => [file.slice(4).replace(/\.tsx?$/, ""), file]));
}
