import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** The bytes of the plugin in an app's bundle, beside client and hook: after gzip. */
const maxBytes = 1024;

const app = (plugins: string): string => `
  import { createAuthClient } from "@keyhold/react";
  import { multiSessionClient } from "@keyhold/multi-session/client";
  export const client = createAuthClient({ plugins: [${plugins}] });`;

async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    external: ["react"],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

const size = (text: string): number => gzipSync(text, { level: 9 }).length;

test("several accounts cost less than 1 KB in a page with them, and no bytes in a page without them", async () => {
  const without = await bundle(app(""));
  expect(without).not.toContain("multi-session");
  const bytes = size(await bundle(app("multiSessionClient()"))) - size(without);
  expect(bytes).toBeLessThan(maxBytes);
  expect(bytes).toBeGreaterThan(20);
});

test("the bundle contains no server code", async () => {
  const text = (await bundle(app("multiSessionClient()"))).toLowerCase();
  expect(text).toContain("multisession");
  const foreign = ["transaction", "node:", "set-cookie", "database"];
  expect(foreign.filter((word) => text.includes(word))).toEqual([]);
});
