import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const budgetBytes = 4096;

/** What an app ships for the client, the React hook and username, without React. */
const app = `
  import { createAuthClient } from "@keyhold/react";
  import { usernameClient } from "@keyhold/username/client";
  export const client = createAuthClient({ plugins: [usernameClient()] });`;

const size = (text: string): number => gzipSync(text, { level: 9 }).length;

async function bundle(contents: string, format: "esm" | "iife"): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    minify: true,
    format,
    target: "es2022",
    platform: "browser",
    external: ["react"],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

test("client, hook and username plugin together stay below 4 KB gzip", async () => {
  const text = await bundle(app, "esm");
  const bytes = size(text);
  expect(bytes, `${text.length} bytes before gzip`).toBeLessThan(budgetBytes);
  expect(bytes).toBeGreaterThan(budgetBytes / 2);
});

test("the lists of an account cost an app without them no byte, and an app with them at most 32 for each", async () => {
  const without = await bundle(app, "esm");
  const importing = app.replace("createAuthClient", "accountLists, createAuthClient");
  // The minifier may rename variables.
  expect((await bundle(importing, "esm")).length).toBe(without.length);
  const using = await bundle(importing.replace("usernameClient()]", "usernameClient(), accountLists()]"), "esm");
  expect(without).not.toContain("account-lists");
  expect(using).toContain("account-lists");
  expect(size(using) - size(without)).toBeLessThanOrEqual(3 * 32);
});

test("social sign-in costs an app less than 96 bytes, with any number of providers", async () => {
  const without = await bundle(app, "esm");
  const importing = app.replace(";", ';\n  import { socialClient } from "@keyhold/social/client";');
  const using = await bundle(importing.replace("usernameClient()]", "usernameClient(), socialClient()]"), "esm");
  expect(using).toContain("linkSocial");
  expect(using).not.toMatch(/google|oauth|jwks/i);
  expect(size(using) - size(without)).toBeLessThan(96);
});

test("the bundle has no code of the server", async () => {
  const text = await bundle(app, "esm");
  const foreign = ["scrypt", "argon2", "set-cookie", "kysely", "node:", "zod", "better-call", "auth_secret"];
  expect(foreign.filter((word) => text.toLowerCase().includes(word))).toEqual([]);
  expect([...text.matchAll(/from\s*"([^"]+)"/g)].map(([, name]) => name)).toEqual(["react"]);
});

test("a client needs only the language to be created, so it works on any server too", async () => {
  const text = await bundle(
    app.replace("@keyhold/react", "@keyhold/client").replace("export const ", "globalThis."),
    "iife",
  );
  const globals: { client?: { session: { get(): unknown } } } = {};
  runInNewContext(text, globals);
  expect(globals.client?.session.get()).toMatchObject({ isPending: true });
});
