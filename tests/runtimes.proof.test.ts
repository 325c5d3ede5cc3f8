import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RuntimeServer } from "./harness/runtimes/app-tests.ts";
import { nodePath } from "./harness/runtimes/binaries.ts";
import { type Browser, openBrowser } from "./harness/runtimes/browser.ts";
import { type PackedApp, packedApp } from "./harness/runtimes/packed-app.ts";
import { type Runtime, runtimes, type Start, versions } from "./harness/runtimes/runtimes.ts";
import { ownPage, stepsOf } from "./harness/runtimes/steps.ts";
import { storedHashes } from "./harness/runtimes/stored-hashes.ts";

/** The packed packages in every runtime, over real HTTP. About 20 seconds, and 20 for the downloads once. */

let app: PackedApp;
beforeAll(async () => {
  app = await packedApp();
}, 180_000);
afterAll(() => app?.remove());

/** Without a network there are fewer runtimes; a run of CI needs all of them. */
async function found(runtime: Runtime): Promise<Runtime & { readonly start: Start | null }> {
  try {
    return { ...runtime, start: await runtime.find() };
  } catch (error) {
    if (process.env.CI) throw error;
    console.log(`${runtime.name} is not tested: ${String(error).trimEnd().split("\n").at(-1)}`);
    return { ...runtime, start: null };
  }
}

const steps = stepsOf(ownPage);

const all = await Promise.all(runtimes.map(found));

describe.each(all)("$name", ({ start, hash }) => {
  describe.skipIf(start === null)("from the packed packages", () => {
    let server: RuntimeServer;
    let browser: Browser;
    let database: string;

    beforeAll(async () => {
      database = mkdtempSync(join(app.folder, "database-"));
      if (start) server = await start(app, database);
      const headers = { "cf-connecting-ip": "203.0.113.7" };
      browser = openBrowser(server.url.replace(/\/$/, ""), { seen: "http://localhost:3000", headers });
    });
    afterAll(() => server?.stop());

    test.each(steps)("$name", async (step) => {
      const { status, body, cookies } = await browser.take(step);
      expect([status, body]).toMatchObject([step.status, step.answer === undefined ? body : step.answer]);
      if (step.cookies) expect(cookies).toEqual(step.cookies.map((line) => expect.stringMatching(line)));
    });

    test(`hashes passwords with ${hash}`, () => {
      expect(storedHashes(database)).toEqual([expect.stringMatching(new RegExp(`^\\$${hash}\\$`))]);
    });
  });
});

test("Node 20.19 has no SQLite: the error of sqlite(path) names what to use", async ({ skip }) => {
  const node = await nodePath(versions.node20).catch((error) => (process.env.CI ? Promise.reject(error) : null));
  if (node === null) return skip("without a network");
  const program = `import("@keyhold/adapter-sql/sqlite").then(({ sqlite }) => sqlite("app.db")).catch(({ message }) => console.log(message))`;
  const { stdout } = await promisify(execFile)(node, ["--eval", program], { cwd: app.folder });
  expect(stdout).toBe(
    'This runtime has no node:sqlite: use Node 22.13 or newer, `libsql("file:app.db")` of `@keyhold/adapter-sql/libsql`, or ' +
      "pass `new Database(path)` of bun:sqlite or better-sqlite3.\n",
  );
});

test("there are fifteen steps", () => {
  expect(steps).toHaveLength(15);
});
