import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "./published/pack.ts";

/** What a command of a copy has printed, and its exit code. */
export interface Ended {
  readonly code: number;
  readonly text: string;
}

/** A copy of the repository, with its installed packages. */
export interface RepositoryCopy {
  readonly folder: string;
  run(command: string, args: readonly string[]): Promise<Ended>;
  /** `npm run new` with these words. */
  make(...words: readonly string[]): Promise<Ended>;
  remove(): Promise<void>;
}

/** The words of `npm run new` for one part of each kind, each with a file that it writes. */
export const newParts: readonly (readonly [words: readonly string[], path: string])[] = [
  [["provider", "acme"], "packages/social/src/providers/acme.ts"],
  [["plugin", "sign-lists"], "packages/sign-lists/src/plugin.ts"],
  [["route", "sign-lists", "POST", "/sign-lists/check"], "packages/sign-lists/src/routes/check.ts"],
  [["route", "two-factor", "POST", "/two-factor/check-text"], "packages/two-factor/src/routes/check-text.ts"],
  [["route", "admin", "GET", "/admin/check-text"], "packages/admin/src/routes/check-text.ts"],
  [["error", "sign-lists", "SIGN_LIST_IS_FULL", "409", "the list is full"], "docs/errors/SIGN_LIST_IS_FULL.md"],
  [["error", "username", "USERNAME_IS_RESERVED", "422", "username is reserved"], "docs/errors/USERNAME_IS_RESERVED.md"],
  [["error", "core", "NAME_IS_RESERVED", "422", "name is reserved"], "docs/errors/NAME_IS_RESERVED.md"],
];

const execute = promisify(execFile);
const maxBuffer = 64 * 1024 * 1024;

export async function copyRepository(): Promise<RepositoryCopy> {
  const copy = await mkdtemp(join(tmpdir(), "keyhold-new-"));
  // On CI other tests write files for a moment; a contributor's new files belong to the copy.
  const others = process.env.CI ? [] : ["--others", "--exclude-standard"];
  const { stdout } = await execute("git", ["ls-files", "-z", "--cached", ...others], { cwd: root, maxBuffer });
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

  const run = async (command: string, args: readonly string[]): Promise<Ended> => {
    const PATH = [join(copy, "node_modules/.bin"), dirname(process.execPath), process.env.PATH].join(delimiter);
    // The files to which this run reports belong to this run.
    const none = { FORCE_COLOR: undefined, VITEST: undefined, CASES_FILE: undefined, TEST_TALLY: undefined };
    const env = { ...process.env, ...none, STEPS_FILE: undefined, PATH, NO_COLOR: "1" };
    return execute(command, [...args], { cwd: copy, env, maxBuffer }).then(
      ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
      (error) => ({ code: 1, text: `${error.stdout}${error.stderr}` }),
    );
  };
  return {
    folder: copy,
    run,
    make: (...words) => run("node", ["scripts/new/new.ts", ...words]),
    remove: () => rm(copy, { recursive: true, force: true }),
  };
}

/** Git lists a file that the contributor has deleted and not yet committed. */
const ignoreDeleted = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "ENOENT") throw error;
};
