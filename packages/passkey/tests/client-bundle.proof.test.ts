import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** The bytes of the plugin in an app's bundle with `@simplewebauthn/browser`, beside client and hook: after gzip. */
const maxBytes = 4096;
/** The bytes without `@simplewebauthn/browser`, which a page loads when a ceremony begins. */
const maxOwnBytes = 1536;

const app = (plugins: string): string => `
  import { createAuthClient } from "@keyhold/react";
  import { passkeyClient } from "@keyhold/passkey/client";
  export const client = createAuthClient({ plugins: [${plugins}] });`;

async function bundle(contents: string, external: readonly string[] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    external: ["react", ...external],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

const size = (text: string): number => gzipSync(text, { level: 9 }).length;

test("passkeys cost less than 4 KB in a page with them, and no bytes in a page without them", async () => {
  const without = await bundle(app(""));
  expect(without).not.toContain("passkey");
  const bytes = size(await bundle(app("passkeyClient()"))) - size(without);
  expect(bytes).toBeLessThan(maxBytes);
  expect(bytes).toBeGreaterThan(1000);
  const own = size(await bundle(app("passkeyClient()"), ["@simplewebauthn/browser"])) - size(without);
  expect(own).toBeLessThan(maxOwnBytes);
});

test("the bundle contains no server code", async () => {
  const text = (await bundle(app("passkeyClient()"))).toLowerCase();
  expect(text).toContain("verifyregistration");
  const foreign = ["transaction", "node:", "set-cookie", "cbor", "1password"];
  expect(foreign.filter((word) => text.includes(word))).toEqual([]);
});
