import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

/** What scripts/dev.mjs remembers of a check of files. */
interface Passed {
  digestOfFiles(root: string): Promise<string | null>;
  hasPassed(root: string, step: string, digest: string | null): boolean;
  notePassed(root: string, step: string, digest: string | null): Promise<void>;
}

const script = pathToFileURL(join(import.meta.dirname, "../scripts/passed.mjs")).href;
const { digestOfFiles, hasPassed, notePassed }: Passed = await import(script);

let folder: string;
const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
const hasPassedNow = async (step = "lint"): Promise<boolean> => hasPassed(folder, step, await digestOfFiles(folder));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "keyhold-passed-"));
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  write(".gitignore", ".tools/\nbuilt\n");
  write("a.ts", "one");
  write("b.ts", "two");
  execFileSync("git", ["add", "."], { cwd: folder });
  await notePassed(folder, "lint", await digestOfFiles(folder));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("a check of files", () => {
  test("need not run again on the same files, nor after a change of ignored files", async () => {
    expect(await hasPassedNow()).toBe(true);
    write("built", "by a build");
    expect(await hasPassedNow()).toBe(true);
  });

  test("has not passed because another check has", async () => {
    expect(await hasPassedNow("types")).toBe(false);
  });

  test.each([
    ["another text", () => write("a.ts", "two")],
    ["a new file", () => write("c.ts", "")],
    ["a deleted file", () => rmSync(join(folder, "a.ts"))],
    [
      "two files that change places",
      () => {
        write("a.ts", "two");
        write("b.ts", "one");
      },
    ],
  ])("runs again after %s", async (_, change) => {
    change();
    expect(await hasPassedNow()).toBe(false);
  });

  test("has not passed with files that changed while it ran", async () => {
    const before = await digestOfFiles(folder);
    write("a.ts", "three");
    await notePassed(folder, "types", before);
    write("a.ts", "one");
    expect(await hasPassedNow("types")).toBe(false);
  });

  test("always runs where git does not say which files there are", async () => {
    rmSync(join(folder, ".git"), { recursive: true });
    const digest = await digestOfFiles(folder);
    expect(digest).toBe(null);
    await notePassed(folder, "types", digest);
    expect(hasPassed(folder, "types", digest)).toBe(false);
  });
});
