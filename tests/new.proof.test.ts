import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** `npm run new …` in a copy of the repository: lint, types and the tests of the written files pass without an edit. */

const root = join(import.meta.dirname, "..");
const execute = promisify(execFile);
let copy: string;

const run = async (command: string, args: readonly string[]) => {
  const PATH = [join(copy, "node_modules/.bin"), dirname(process.execPath), process.env.PATH].join(delimiter);
  // The files to which this run reports belong to this run.
  const none = { FORCE_COLOR: undefined, VITEST: undefined, CASES_FILE: undefined, TEST_TALLY: undefined };
  const env = { ...process.env, ...none, STEPS_FILE: undefined, PATH, NO_COLOR: "1" };
  const options = { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 };
  return execute(command, [...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error) => ({ code: 1, text: `${error.stdout}${error.stderr}` }),
  );
};
const make = (...words: readonly string[]) => run("node", ["scripts/new/new.ts", ...words]);

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "keyhold-new-"));
  // On CI other tests write files for a moment; a contributor's new files belong to the copy.
  const others = process.env.CI ? [] : ["--others", "--exclude-standard"];
  const list = ["ls-files", "-z", "--cached", ...others];
  const { stdout } = await execute("git", list, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const files = stdout.split("\0").filter((path) => path !== "");
  const folders = new Set(files.map((path) => dirname(path)));
  for (const folder of folders) await mkdir(join(copy, folder), { recursive: true });
  await Promise.all(files.map((path) => cp(join(root, path), join(copy, path)).catch(ignoreDeleted)));
  const manifests = files.filter((path) => /(^|\/)package\.json$/.test(path)).map((path) => dirname(path));
  const link = (path: string) =>
    symlink(join(root, path, "node_modules"), join(copy, path, "node_modules"), "junction");
  await Promise.all(manifests.map((path) => link(path)));
  // The root is a repository, so that the linter finds its list of ignored files.
  await execute("git", ["init", "-q"], { cwd: copy });
}, 120_000);

afterAll(() => rm(copy, { recursive: true, force: true }));

/** Git lists a file that the contributor has deleted and not yet committed. */
const ignoreDeleted = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "ENOENT") throw error;
};

describe("npm run new", () => {
  test.each([
    [["provider", "acme"], "packages/social/src/providers/acme.ts"],
    [["plugin", "sign-lists"], "packages/sign-lists/src/plugin.ts"],
    [["route", "sign-lists", "POST", "/sign-lists/check"], "packages/sign-lists/src/routes/check.ts"],
    [["route", "two-factor", "POST", "/two-factor/check-text"], "packages/two-factor/src/routes/check-text.ts"],
    [["route", "admin", "GET", "/admin/check-text"], "packages/admin/src/routes/check-text.ts"],
    [["error", "sign-lists", "SIGN_LIST_IS_FULL", "409", "the list is full"], "docs/errors/SIGN_LIST_IS_FULL.md"],
    [
      ["error", "username", "USERNAME_IS_RESERVED", "422", "username is reserved"],
      "docs/errors/USERNAME_IS_RESERVED.md",
    ],
    [["error", "core", "NAME_IS_RESERVED", "422", "name is reserved"], "docs/errors/NAME_IS_RESERVED.md"],
  ])("%j writes its files and lists them", async (words, path) => {
    const { code, text } = await make(...words);
    expect(code, text).toBe(0);
    expect(text).toContain(`  ${path}\n`);
    expect(text).toContain("Left to do:");
  });

  test("overwrites no file", async () => {
    const before = await readFile(join(copy, "docs/social.md"), "utf8");
    expect(await make("provider", "acme")).toEqual({
      code: 1,
      text: "packages/social/src/providers/acme.ts exists.\n",
    });
    expect(await readFile(join(copy, "docs/social.md"), "utf8")).toBe(before);
  });

  test("writes no route whose call is the group of other calls", async () => {
    expect(await make("route", "admin", "GET", "/admin")).toEqual({
      code: 1,
      text: expect.stringMatching(/^\/admin and \/admin\/[a-z-]+ cannot both be calls: write another path\.\n$/),
    });
    expect(existsSync(join(copy, "packages/admin/src/routes/admin.ts"))).toBe(false);
  });

  test.each([
    [["service", "acme"]],
    [["provider", "Acme Inc"]],
    [["plugin", "SignLists"]],
    [["route", "username", "PUT", "/username"]],
    [["error", "username", "reserved", "422", "username is reserved"]],
  ])("%j prints the usage", async (words) => {
    const { code, text } = await make(...words);
    expect(code).toBe(1);
    expect(text).toMatch(/^usage: npm run new .+\n$/);
  });

  test("writes code that passes lint", async () => {
    const { code, text } = await run("biome", ["check", "--error-on-warnings"]);
    expect(code, text).toBe(0);
  });

  /** The compiler reads the whole repository: on a busy machine that takes minutes. */
  const timeout = 600_000;

  test("writes code that passes types", { timeout }, async () => {
    const { code, text } = await run("node", ["node_modules/typescript7/bin/tsc", "--noEmit"]);
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
    const { code, text } = await run("vitest", ["run", ...projects, ...paths]);
    expect(code, text).toBe(0);
    expect(text).toContain("packages/sign-lists/tests/status.test.ts");
  });
});
