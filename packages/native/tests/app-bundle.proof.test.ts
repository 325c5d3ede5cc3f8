import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** What a bundler makes of an entry, from the sources. */
async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/${entry}.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: /^(?:node|electron)\/index$/.test(entry) ? "node" : "browser",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** Bytes of gzip. All but `app` and `preload` contain the entry for apps; some contain `tokenPlatform`. */
test.each([
  ["app/index", 2560],
  ["capacitor/index", 5120],
  ["electron/index", 4608],
  ["electron/preload", 256],
  ["extension/index", 5376],
  ["node/index", 6656],
  ["tauri/index", 4992],
])("the entry %s has no code of the server, and at most %i bytes", async (entry, maxBytes) => {
  const text = await bundle(entry);
  const bytes = gzipSync(text, { level: 9 }).length;
  expect(bytes).toBeLessThanOrEqual(maxBytes);
  expect(bytes).toBeGreaterThan(maxBytes / 2);
  const foreign = ["scrypt", "argon2", "set-cookie", "kysely", "zod", "auth_secret", "nativecode"];
  expect(foreign.filter((word) => text.toLowerCase().includes(word))).toEqual([]);
});

test("the entries for apps, extensions and web views use no class that React Native lacks, and no module of Node", async () => {
  for (const entry of ["app/index", "capacitor/index", "electron/preload", "extension/index", "tauri/index"])
    expect(await bundle(entry)).not.toMatch(/\bnew URL\b|URLSearchParams|\bdocument\b|node:|\bbtoa\b|TextEncoder/);
});
