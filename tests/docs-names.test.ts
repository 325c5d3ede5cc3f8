import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pagesOf } from "./harness/docs-blocks.ts";

/** A sentence such as "`deleteUser` of `@keyhold/core/users`" names an export of that entry point, as `api` lists them. */

const root = join(import.meta.dirname, "..");
const named = /`(\w+)(?:\([^`]*\))?` (?:of|from) `(@keyhold\/([a-z-]+)[a-z/-]*)`/g;

/** The names of an entry point; null, if the reports have no such entry point. */
function namesOf(entry: string, folder: string): readonly string[] | null {
  const report = readFileSync(join(root, `api/${folder}.md`), "utf8");
  const [, section] = report.split(`\n## ${entry}\n`);
  return section?.match(/^\d+ names?: (.*)$/m)?.[1]?.match(/\w+/g) ?? null;
}

const mentions = pagesOf(root).flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(named)].map(([, name = "", entry = "", folder = ""]) => ({
    page,
    name,
    entry,
    folder,
  })),
);

test("a page names a function with the entry point that exports the function", () => {
  expect(mentions.length).toBeGreaterThan(25);
  const wrong = mentions.filter(({ name, entry, folder }) => !namesOf(entry, folder)?.includes(name));
  expect(wrong.map(({ page, name, entry }) => `${page}: ${name} of ${entry}`)).toEqual([]);
});
