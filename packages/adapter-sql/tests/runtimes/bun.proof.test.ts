import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RuntimeServer, testApp } from "../../../../tests/harness/runtimes/app-tests.ts";
import { bunPath } from "../../../../tests/harness/runtimes/bun-path.ts";
import { bundle } from "./bundle.js";
import type { SuiteResult } from "./suite-runner.js";

const folder = mkdtempSync(join(tmpdir(), "keyhold-bun-"));
const program = join(folder, "bun.mjs");

beforeAll(() => bundle("bun.ts", program));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the program, and resolves with the first line. */
async function start(task: string, database: string): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const child = spawn(bunPath(), [program, task, join(folder, database)], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) return { child, line };
  throw new Error("Bun ended without an answer.");
}

describe.each([
  ["memory", "bun:sqlite in memory"],
  ["file", "bun:sqlite on a file"],
  ["path", "sqlite(path)"],
])("the conformance suite in Bun (%s)", (task, name) => {
  it(`passes over ${name}`, { timeout: 120_000 }, async () => {
    const { line } = await start(task, `suite-${task}.db`);
    const { failed, passed }: SuiteResult = JSON.parse(line);
    expect(failed).toEqual([]);
    expect(passed).toBe(75);
  });
});

describe("an app in Bun over bun:sqlite", () => {
  testApp(async (): Promise<RuntimeServer> => {
    const { child, line } = await start("serve", "app.db");
    return {
      url: line,
      async stop() {
        child.kill();
        await once(child, "exit");
      },
    };
  });
});
