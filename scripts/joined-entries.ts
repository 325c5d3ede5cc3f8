import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const list = "src/entries/all.ts";

/**
 * The entry points that `entries/all.ts` of the package in this folder lists, as paths below src: a server loads the
 * modules of all of them, so the build makes one file of them. A file per entry point would mean a chunk for each
 * group of modules that some of them share, and a server would open twice as many files.
 */
export const joinedPaths = (): readonly string[] =>
  existsSync(list)
    ? [...readFileSync(list, "utf8").matchAll(/from "\.\/(.+)\.js"/g)].map(([, name]) => `entries/${name}`)
    : [];

/** Writes the file of each of these entry points: the names of that entry point, from the one file. */
export async function writeJoinedEntries(): Promise<void> {
  for (const path of joinedPaths()) {
    const { metafile } = await build({
      entryPoints: [`src/${path}.ts`],
      format: "esm",
      outdir: "dist",
      write: false,
      metafile: true,
    });
    const names = Object.values(metafile.outputs).flatMap(({ exports }) => exports);
    writeFileSync(`dist/${path}.js`, `export { ${names.join(", ")} } from "./all.js";\n`);
  }
}
