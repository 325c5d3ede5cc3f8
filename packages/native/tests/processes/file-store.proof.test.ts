import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fileStore } from "../../src/node/file-store.ts";

/** Sixteen processes of one program change one file. */

const callers = Array.from({ length: 16 }, (_, index) => index);

let programs: string;
let folder: string;
let path: string;
let children: ChildProcess[];

beforeAll(async () => {
  programs = mkdtempSync(join(tmpdir(), "keyhold-"));
  await build({
    entryPoints: [join(import.meta.dirname, "file-store-worker.ts")],
    outfile: join(programs, "worker.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
  });
});
afterAll(() => rmSync(programs, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  path = join(folder, "session.json");
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process for each caller; answers how all begin at once. Resolves when each has ended well. */
async function startAll(task: string): Promise<() => Promise<void>> {
  children = callers.map((caller) =>
    fork(join(programs, "worker.mjs"), [task, path, String(caller)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    }),
  );
  await Promise.all(children.map((child) => once(child, "message")));
  return async () => {
    const ended = children.map((child) => once(child, "exit"));
    for (const child of children) child.send("go");
    expect((await Promise.all(ended)).map(([code]) => code)).toEqual(callers.map(() => 0));
  };
}

const items = (): Readonly<Record<string, string>> => JSON.parse(readFileSync(path, "utf8"));

describe("sixteen processes", () => {
  test("with an item each lose no item, and leave no other file", async () => {
    await (await startAll("own items"))();
    expect(items()).toEqual(Object.fromEntries(callers.map((caller) => [`item-${caller}`, `9 of ${caller}`])));
    expect(readdirSync(folder)).toEqual(["session.json"]);
  });

  test("with one item leave the whole item of a single process; a reader beside them sees whole items alone", async () => {
    const run = await startAll("one item");
    const reader = fileStore(path);
    const seen = new Set<string | null | undefined>();
    let isRunning = true;
    const ended = run().finally(() => {
      isRunning = false;
    });
    while (isRunning) seen.add(await reader.get("session"));
    await ended;
    const whole = /^(\d+)(?: \1){999}$/;
    expect([...seen].filter((item) => item != null && !whole.test(item))).toEqual([]);
    expect(items().session).toMatch(whole);
    expect(Object.keys(items())).toEqual(["session"]);
  });

  test("that end an old session leave the session of a sign-in meanwhile", async () => {
    const store = fileStore(path);
    await store.set("session", "old");
    // Each process has read the old item.
    const removeAll = await startAll("remove");
    await store.set("session", "new");
    await removeAll();
    expect(items()).toEqual({ session: "new" });
  });

  test("remove the lock of a process that has ended, and lose no item", async () => {
    writeFileSync(`${path}.lock`, '{"half', { mode: 0o600 });
    utimesSync(`${path}.lock`, 1, 1);
    await (await startAll("own items"))();
    expect(Object.keys(items())).toHaveLength(16);
    expect(readdirSync(folder)).toEqual(["session.json"]);
  });
});
