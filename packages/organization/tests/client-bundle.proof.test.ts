import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** The bytes of the organization plugins in an app's bundle, beside client, hook and username: after gzip. */
const maxBytesOfCalls = 512;
const maxBytesOfTeams = 160;
/** With the roles and the permission check. */
const maxBytesOfPermissions = 1024;

const app = (imports: string, plugins: string): string => `
  import { createAuthClient } from "@keyhold/react";
  import { usernameClient } from "@keyhold/username/client";
  import { organizationClient, ${imports} } from "@keyhold/organization/client";
  export const client = createAuthClient({ plugins: [usernameClient()${plugins}] });`;
const plain = app("teamsClient", "");
const calling = app("teamsClient", ", organizationClient()");
const teaming = app("teamsClient", ", organizationClient(), teamsClient()");
const asking = `${app("can, organizationRoles", ", organizationClient()")}
  export const may = (role) => can(organizationRoles, role, { member: ["update"] });`;

async function bundle(contents: string, format: "esm" | "iife" = "esm"): Promise<string> {
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

const size = async (contents: string): Promise<number> => gzipSync(await bundle(contents), { level: 9 }).length;

test("organizations cost little in a page with them, and no bytes in a page without them", async () => {
  const without = await size(plain);
  expect(await bundle(plain)).not.toContain("organization");
  expect(without).toBeLessThan(4096);
  const calls = (await size(calling)) - without;
  expect(calls).toBeLessThan(maxBytesOfCalls);
  expect(calls).toBeGreaterThan(maxBytesOfCalls / 2);
  expect((await size(teaming)) - (await size(calling))).toBeLessThan(maxBytesOfTeams);
  expect((await size(asking)) - (await size(calling))).toBeLessThan(maxBytesOfPermissions);
});

test("the bundle contains no server code", async () => {
  const everything = asking
    .replace("organizationClient()]", "organizationClient(), teamsClient()]")
    .replace("{ organizationClient", "{ teamsClient, organizationClient");
  const text = (await bundle(everything)).toLowerCase();
  expect(text).toContain("createteam");
  const foreign = [
    "zod",
    "transaction",
    "metadata",
    "limit_reached",
    "only owner",
    "node:",
    "set-cookie",
    "slug is taken",
  ];
  expect(foreign.filter((word) => text.includes(word))).toEqual([]);
  expect([...text.matchAll(/from\s*"([^"]+)"/g)].map(([, name]) => name)).toEqual(["react"]);
});

test("the permission check needs no platform API", async () => {
  const text = await bundle(
    `import { can, organizationRoles } from "@keyhold/organization/client";
     globalThis.answers = ["owner", "admin", "member", "member,admin", "nobody"]
       .map((role) => can(organizationRoles, role, { member: ["update"] })).join();`,
    "iife",
  );
  const globals: { answers?: string } = {};
  runInNewContext(text, globals);
  expect(globals.answers).toBe("true,true,false,true,false");
});
