import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** What a bundler makes of an entry, from the sources. */
async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/${entry}/index.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: entry === "node" ? "node" : "browser",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** Bytes of gzip. All but the first contain the entry for apps and `tokenPlatform`. */
test.each([
  ["app", 2560],
  ["capacitor", 5120],
  ["extension", 5376],
  ["node", 6656],
])("the entry %s has no code of the server, and at most %i bytes", async (entry, maxBytes) => {
  const text = await bundle(entry);
  const bytes = gzipSync(text, { level: 9 }).length;
  expect(bytes).toBeLessThanOrEqual(maxBytes);
  expect(bytes).toBeGreaterThan(maxBytes / 2);
  const foreign = ["scrypt", "argon2", "set-cookie", "kysely", "zod", "auth_secret", "nativecode"];
  expect(foreign.filter((word) => text.toLowerCase().includes(word))).toEqual([]);
});

test("the entries for apps, extensions and web views use no class that React Native lacks, and no module of Node", async () => {
  for (const entry of ["app", "capacitor", "extension"])
    expect(await bundle(entry)).not.toMatch(/\bnew URL\b|URLSearchParams|\bdocument\b|node:|\bbtoa\b|TextEncoder/);
});
