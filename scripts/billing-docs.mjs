// Writes docs/billing from the declarations of packages/billing-schema: node scripts/billing-docs.mjs
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Inside of node_modules, where git does not look and "typescript" is found.
const outfile = join(root, "node_modules/.cache/keyhold/billing-docs.mjs");

await build({
  entryPoints: [join(root, "scripts/billing-docs/pages.ts")],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  external: ["typescript"],
});
const { billingPages } = await import(pathToFileURL(outfile).href);

for (const [path, text] of billingPages(root)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(path);
}
