import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";

/** A tag can be moved to other code; a commit cannot. The comment names the version for readers and for Dependabot. */
const pinned = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const ownWorkflow = /^\.\/\.github\/workflows\/[\w-]+\.yml$/;

const root = join(import.meta.dirname, "..");
const files = globSync(".github/workflows/*.yml", { cwd: root });
const used = files.flatMap((file) =>
  [...readFileSync(join(root, file), "utf8").matchAll(/^\s*(?:- )?uses:\s*(.+?)\s*$/gm)].map(([, action = ""]) => ({
    file: basename(file),
    action,
  })),
);

describe("the workflows", () => {
  test("pin every action by its commit, with the version in a comment", () => {
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter(({ action }) => !pinned.test(action) && !ownWorkflow.test(action))).toEqual([]);
  });

  test("use one commit of each action, and one version of each commit", () => {
    const actions = new Set(used.map(({ action }) => action).filter((action) => pinned.test(action)));
    const names = [...actions].map((action) => action.split("@", 1)[0]);
    expect(names).toEqual([...new Set(names)]);
  });
});
