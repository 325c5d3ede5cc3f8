import { execFileSync } from "node:child_process";
import { root } from "./pages.ts";

/**
 * The time of the last commit of each file below a folder, in milliseconds. Empty without git, and in a shallow clone:
 * its oldest commit seems to have written every file.
 */
export function lastCommits(folder: string): ReadonlyMap<string, number> {
  try {
    if (git(["rev-parse", "--is-shallow-repository"]).trim() !== "false") return new Map();
    return readLog(git(["log", "--format=%ct", "--name-only", "--no-renames", "--", folder]));
  } catch {
    return new Map();
  }
}

const git = (words: readonly string[]): string =>
  execFileSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "ignore"] });

/** Reads lines of a time, and below it the files of its commit; the newest commit comes first. */
export function readLog(log: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  let time = 0;
  for (const line of log.split("\n")) {
    if (/^\d+$/.test(line)) time = Number(line) * 1000;
    else if (line !== "" && !times.has(line)) times.set(line, time);
  }
  return times;
}
