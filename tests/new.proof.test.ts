import { existsSync, globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./harness/published/pack.ts";
import { copyRepository, newParts, type RepositoryCopy } from "./harness/repository-copy.ts";

/**
 * `npm run new …` in a copy of the repository: lint, types and the tests of the written files pass without an edit. Lint
 * and types of the whole repository with the new parts are scheduled.
 */

let copy: RepositoryCopy;
beforeAll(async () => {
  copy = await copyRepository();
}, 120_000);
afterAll(() => copy?.remove());

/** The files with these endings that differ from this repository's. */
async function changedFiles(endings: string): Promise<readonly string[]> {
  const patterns = ["", "packages/**/", "examples/**/", "site/src/**/", "tests/**/"].map((at) => `${at}*.${endings}`);
  const files = globSync(patterns, { cwd: copy.folder, exclude: ["**/node_modules/**", "**/dist/**"] });
  const text = (folder: string, path: string) => readFile(join(folder, path), "utf8").catch(() => null);
  const differs = await Promise.all(
    files.map(async (path) => (await text(copy.folder, path)) !== (await text(root, path))),
  );
  return files.filter((_, index) => differs[index]);
}

describe("npm run new", () => {
  test.each(newParts)("%j writes its files and lists them", async (words, path) => {
    const { code, text } = await copy.make(...words);
    expect(code, text).toBe(0);
    expect(text).toContain(`  ${path}\n`);
    expect(text).toContain("Left to do:");
  });

  test("overwrites no file", async () => {
    const before = await readFile(join(copy.folder, "docs/social.md"), "utf8");
    expect(await copy.make("provider", "acme")).toEqual({
      code: 1,
      text: "packages/social/src/providers/acme.ts exists.\n",
    });
    expect(await readFile(join(copy.folder, "docs/social.md"), "utf8")).toBe(before);
  });

  test("writes no route whose call is the group of other calls", async () => {
    expect(await copy.make("route", "admin", "GET", "/admin")).toEqual({
      code: 1,
      text: expect.stringMatching(/^\/admin and \/admin\/[a-z-]+ cannot both be calls: write another path\.\n$/),
    });
    expect(existsSync(join(copy.folder, "packages/admin/src/routes/admin.ts"))).toBe(false);
  });

  test.each([
    [["service", "acme"]],
    [["provider", "Acme Inc"]],
    [["plugin", "SignLists"]],
    [["route", "username", "PUT", "/username"]],
    [["error", "username", "reserved", "422", "username is reserved"]],
  ])("%j prints the usage", async (words) => {
    const { code, text } = await copy.make(...words);
    expect(code).toBe(1);
    expect(text).toMatch(/^usage: npm run new .+\n$/);
  });

  test("writes code that passes lint", async () => {
    const changed = await changedFiles("{ts,tsx,json}");
    expect(changed).toContain("packages/sign-lists/package.json");
    const { code, text } = await copy.run("biome", ["check", "--error-on-warnings", ...changed]);
    expect(code, text).toBe(0);
  });

  /** Seconds of a compiler and of tests, on a busy machine minutes. */
  const timeout = 600_000;

  test("writes code that passes types, with all that it imports", { timeout }, async () => {
    const changed = await changedFiles("{ts,tsx}");
    expect(changed).toContain("packages/sign-lists/src/plugin.ts");
    expect(changed).toContain("tests/harness/endpoints.ts");
    // What tests ask their run for is declared beside what answers.
    const declared = ["services", "repeats", "processes/outages"].map((name) => `tests/harness/${name}.ts`);
    const project = { extends: "./tsconfig.json", include: [...changed, ...declared] };
    await writeFile(join(copy.folder, "tsconfig.new.json"), JSON.stringify(project));
    const { code, text } = await copy.run("node", [
      "node_modules/typescript7/bin/tsc",
      "--noEmit",
      "-p",
      "tsconfig.new.json",
    ]);
    expect(code, text).toBe(0);
  });

  test("writes code that passes the tests of its folders, and those of the repository that name such files", {
    timeout,
  }, async () => {
    const folders = [
      "packages/sign-lists",
      "packages/two-factor/tests/two-factor-check",
      "packages/admin/tests/admin-check",
    ];
    const ofRepository = ["social", "errors", "options", "search", "code"].map((name) => `tests/docs-${name}.test`);
    const rules = ["tests/docs.test", "tests/architecture", "tests/readmes", "tests/manifests", "tests/words"];
    const projects = ["--project", "quick", "--project", "check"];
    const paths = [...folders, "packages/social/tests/acme", ...ofRepository, ...rules];
    const { code, text } = await copy.run("vitest", ["run", ...projects, ...paths]);
    expect(code, text).toBe(0);
    expect(text).toContain("packages/sign-lists/tests/status.test.ts");
  });
});
