import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RuntimeServer, testApp } from "../../../../tests/harness/runtimes/app-tests.ts";
import { startWorkerd } from "../../../../tests/harness/runtimes/workerd.ts";
import { bundle } from "./bundle.js";
import type { SuiteResult } from "./suite-runner.js";

const objects = { withSql: ["App", "Suite"], withoutSql: ["Without"] };
const folder = mkdtempSync(join(tmpdir(), "keyhold-workerd-"));

beforeAll(() => bundle("durable-object.ts", join(folder, "worker.mjs"), { isWorker: true }));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the conformance suite in a Durable Object", () => {
  let server: RuntimeServer;
  beforeAll(async () => {
    server = await startWorkerd(folder, objects);
  });
  afterAll(() => server.stop());

  const suite = async (path: string): Promise<SuiteResult> => (await fetch(new URL(path, server.url))).json();

  it("passes over its SQLite database", { timeout: 120_000 }, async () => {
    const { failed, passed } = await suite("/suite");
    expect(failed).toEqual([]);
    expect(passed).toBe(274);
  });

  it("fails if the transactions of the storage are none", { timeout: 120_000 }, async () => {
    const { failed } = await suite("/mutant");
    expect(failed.length).toBeGreaterThan(5);
  });

  it("is not for an object of a class without SQLite: the error names the setting", async () => {
    const answer = await fetch(new URL("/without", server.url));
    expect(await answer.text()).toMatch(
      /^TypeError: durableObject\(\): this storage has no SQLite.*new_sqlite_classes/,
    );
  });
});

describe("an app in a Durable Object", () => {
  testApp(() => startWorkerd(folder, objects));
});
