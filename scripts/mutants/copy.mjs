// A copy of the working tree, for code with faults: the working tree itself never has a fault.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../run.mjs";
import { Refusal, root } from "../tools.mjs";

/** A copy with installed packages, in a folder outside of every repository: there `git apply` takes a patch as it is. */
export async function makeCopy(env) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "keyhold-mutants-")));
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (listed.status !== 0) throw new Refusal(`git could not list the files of the repository: ${listed.stderr}`);
  for (const path of listed.stdout.split("\0")) {
    // A file that is deleted and not yet committed is listed, too.
    if (path !== "" && existsSync(join(root, path))) cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  await run("install", "pnpm", ["--dir", copy, "install", "--frozen-lockfile", "--prefer-offline", "--silent"], env);
  return copy;
}

export const removeCopy = (copy) => rmSync(copy, { recursive: true, force: true });

/** Applies a patch to the copy, runs the work, and takes the patch back. */
export async function withPatch(copy, { path }, work) {
  apply(copy, path, []);
  try {
    return await work();
  } finally {
    apply(copy, path, ["--reverse"]);
  }
}

function apply(copy, path, options) {
  const result = spawnSync("git", ["apply", ...options, join(root, path)], {
    cwd: copy,
    encoding: "utf8",
    // A repository in a parent folder would make `git apply` skip the files of this one.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
  });
  if (result.status !== 0) throw new Refusal(`${path} does not apply: ${result.stderr.trim()}`);
}
