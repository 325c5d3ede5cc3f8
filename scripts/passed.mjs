// Remembers with which files a check has passed: a check of files only need not run again on the same files.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const folder = ".tools/passed";

/**
 * A digest of all that a check of files reads: each file of the repository that git does not ignore, the installed
 * versions, and the Node that runs the check. Null without git: then each check runs.
 */
export async function digestOfFiles(root) {
  let listed;
  try {
    const words = ["ls-files", "-co", "--exclude-standard", "-z"];
    listed = await promisify(execFile)("git", words, { cwd: root, maxBuffer: 2 ** 26 });
  } catch {
    return null;
  }
  const hash = createHash("sha256").update(process.version);
  for (const path of [...listed.stdout.split("\0"), "node_modules/.pnpm/lock.yaml"]) {
    const content = contentOf(root, path);
    hash.update(`\0${path}\0${content?.length ?? "absent"}\0`).update(content ?? "");
  }
  return hash.digest("hex");
}

/** Null for a deleted file that git still lists, and for a folder. */
function contentOf(root, path) {
  try {
    return readFileSync(join(root, path));
  } catch {
    return null;
  }
}

/** Whether the check has passed with these files. */
export function hasPassed(root, step, digest) {
  return digest !== null && contentOf(root, join(folder, step))?.toString() === digest;
}

/** Notes the digest of the files before the check, unless a file has changed meanwhile. */
export async function notePassed(root, step, digest) {
  if (digest === null || (await digestOfFiles(root)) !== digest) return;
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, step), digest);
}
