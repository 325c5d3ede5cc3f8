import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("no provider keeps an address that npm run new has written in its place", () => {
  const sources = ["packages/social/src/providers/*.ts", "packages/testing/src/identity-provider/dialects/*.ts"];
  const paths = globSync([...sources, "docs/social/*.md"], { cwd: root });
  const kept = paths.flatMap((path) => {
    const placeholder = new RegExp(`https://(?:\\w+\\.)?${basename(path).replace(/\.\w+$/, "")}\\.example\\b\\S*`, "g");
    const text = readFileSync(join(root, path), "utf8");
    return [...text.matchAll(placeholder)].map(([address]) => `${path}: ${address}`);
  });
  expect(paths.length).toBeGreaterThan(50);
  expect(kept).toEqual([]);
});
