import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compiledBlocks, pagesOf, readBlocks } from "./harness/docs-blocks.ts";

/** The code on the pages. scripts/docs-code.mjs, a part of `npm run check`, compiles the code. */
const root = join(import.meta.dirname, "..");
const blocks = pagesOf(root).flatMap((page) => readBlocks(root, page));
const compiled = compiledBlocks(root);

describe("the code on the pages", () => {
  test("is checked, nearly all of it", () => {
    expect(blocks.filter(({ isFragment }) => isFragment).map(({ page, line }) => `${page}:${line}`)).toEqual([]);
    expect(compiled.length).toBeGreaterThan(60);
    const pages = compiled.map(({ page }) => page);
    expect(pages).toEqual(expect.arrayContaining(["docs/getting-started.md", "docs/plugins/tables.md"]));
    expect(pages.filter((page) => page.startsWith("docs/decisions/"))).toEqual([]);
  });

  test("has no ellipsis: a reader copies it", () => {
    const found = blocks.filter(({ title, code }) => title === null && code.includes("…"));
    expect(found.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  test("is on the npm page of every package", () => {
    const packages = readdirSync(join(root, "packages"));
    const shown = new Set(compiled.map(({ page }) => page));
    expect(packages.filter((name) => !shown.has(`packages/${name}/README.md`))).toEqual([]);
  });
});
