import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserAt, newApp } from "./harness/new-app.ts";
import { type NpmAccess, npmAccess, type Registry, startRegistry } from "./harness/published/registry.ts";

/**
 * The newest better-auth from an empty folder to a signed-in user, over HTTP. Its times are printed for a comparison with
 * those of tests/quickstarts.proof.test.ts; no assertion depends on them.
 */

let registry: Registry;
let access: NpmAccess;

beforeAll(async () => {
  access = await npmAccess();
  registry = await startRegistry([], access.registry);
});
afterAll(() => registry.close());

describe.each([
  ["node", ""],
  ["express", "express"],
  ["hono", "hono @hono/node-server"],
])("better-auth's newest on %s", { timeout: 300_000 }, (framework, packages) => {
  test("leads to a signed-in user", async () => {
    const app = newApp(registry.url, "../quickstarts/better-auth", access.env);
    writeFileSync(join(app.folder, ".env"), "BASE_URL=\nAUTH_SECRET=a-secret-of-more-than-32-characters\n");
    await app.run(`npm install better-auth@1 typescript @types/node ${packages}`);
    await app.run("npx --yes auth@1 migrate --yes");

    const { url, stop } = await app.start({ command: `node --env-file=.env ${framework}.ts` });
    const browser = browserAt(url);
    const signUp = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
    expect((await browser.post("/sign-up/email", signUp)).status).toBe(200);
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    await stop();
    console.log(`better-auth on ${framework}:\n${app.times()}`);
  });
});
