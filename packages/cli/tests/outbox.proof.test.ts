import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createApp, secret, sqliteAuth } from "./app.ts";

/** `keyhold outbox` of an app with a plugin that declares a kind. */

const plugin = `
import { appendFileSync, existsSync } from "node:fs";
import { defineOutboxKind, OutboxError } from "@keyhold/core/outbox";
import { definePlugin } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";

export const parcels = defineOutboxKind("shop.parcel", {
  input: z.object({ name: z.string() }),
  async run({ input }) {
    if (existsSync("closed")) throw new OutboxError("The shop is closed.", { isFinal: true });
    appendFileSync("sent.txt", input.name + "\\n");
  },
  ifUnknown: "repeat",
});

export const shop = () => definePlugin({ id: "shop", outbox: [parcels] });
`;

/** Adds an entry for each argument, and waits for the first attempts. */
const add = `
import { contextOf } from "@keyhold/core/tools";
import { auth } from "./auth.ts";
import { parcels } from "./shop.ts";

const ctx = contextOf(auth);
await ctx.transaction(async (tx) => {
  for (const name of process.argv.slice(2)) await parcels.add(tx, { input: { name }, owner: name });
});
await auth.idle();
process.exit(0);
`;

async function openApp() {
  const app = createApp({
    "auth.ts": sqliteAuth("plugins: [shop()],", 'import { shop } from "./shop.ts";'),
    "shop.ts": plugin,
    "add.ts": add,
  });
  const env = { AUTH_SECRET: secret };
  const keyhold = (...words: readonly string[]) => app.keyhold(words, { env });
  expect((await keyhold("migrate", "--yes")).code).toBe(0);
  const added = (...names: readonly string[]) =>
    new Promise((resolve) => app.start(["add.ts", ...names], env).once("exit", resolve));
  return { app, keyhold, added };
}

test("list prints failed entries, and retry does their work when the other server is there again", async () => {
  const { app, keyhold, added } = await openApp();
  app.write({ closed: "" });
  expect(await added("ada", "bob")).toBe(0);
  const listed = await keyhold("outbox", "list");
  expect(listed.code).toBe(0);
  expect(listed.stdout.trim().split("\n")).toEqual([
    expect.stringMatching(/^\w+ {2}shop\.parcel {2}owner \w+ {2}1 attempts {2}due .* {2}.*The shop is closed\.$/),
    expect.stringContaining("shop.parcel"),
  ]);
  expect((await keyhold("outbox", "list", "--owner", "ada")).stdout.trim().split("\n")).toHaveLength(1);
  expect((await keyhold("outbox", "list", "--state", "pending")).stdout).toBe("");

  // Still closed: the entries fail again, and the command says so.
  const again = await keyhold("outbox", "retry", "--owner", "ada");
  expect(again).toMatchObject({ code: 1, stdout: "Tried again: 1. Failed again: 1.\n" });

  rmSync(join(app.folder, "closed"));
  expect(await keyhold("outbox", "retry")).toMatchObject({ code: 0, stdout: "Tried again: 2. Failed again: 0.\n" });
  expect(app.read("sent.txt").trim().split("\n").toSorted()).toEqual(["ada", "bob"]);
  expect((await keyhold("outbox", "list")).stdout).toBe("");
});

test("work runs what is due, and says how much", async () => {
  const { keyhold } = await openApp();
  expect(await keyhold("outbox", "work", "--seconds", "5")).toMatchObject({
    code: 0,
    stdout: "Done: 0. To be repeated: 0. Failed: 0.\n",
  });
});

test("an unknown entry, and an app without an outbox, are errors with a remedy", async () => {
  const { keyhold } = await openApp();
  expect(await keyhold("outbox", "retry", "--id", "unknown")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("npx keyhold outbox list"),
  });
  expect((await keyhold("outbox", "list", "--state", "lost")).code).toBe(2);
  const without = createApp({ "auth.ts": sqliteAuth() });
  expect(await without.keyhold(["outbox", "list"], { env: { AUTH_SECRET: secret } })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("emailOutbox"),
  });
});
