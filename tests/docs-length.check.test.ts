import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** A guide answers a question: a page with more words is split, and its sections become pages of their own. */

const docs = join(import.meta.dirname, "../docs");
const maxWords = 900;

/** Lists, not guides: scripts write them, or tests compare each of their rows with the code. */
const reference: readonly string[] = [
  "README.md",
  "benchmarks.md",
  "billing/requests.md",
  "coming-from-better-auth/differences.md",
  "configuration.md",
  "errors.md",
  "glossary.md",
  "security/asvs.md",
  "security/recovery.md",
  "security/what-ends-what.md",
];

/** The words of text and tables. Code, tables that a script writes and the targets of links are no words. */
function wordsOf(text: string): number {
  const written = text.replaceAll(/<!-- .* written by npm run api -->\n(?:\|.*\n)*/g, "");
  const read = written.replace(/^```[\s\S]*?^```$/gm, "").replace(/\]\([^)]*\)/g, "]");
  return read.split(/[\s|]+/).filter((word) => /\w/.test(word)).length;
}

const pages = globSync(["**/*.md"], { cwd: docs, exclude: ["decisions/**"] })
  .map((path) => path.replaceAll("\\", "/"))
  .map((path) => ({ path, words: wordsOf(readFileSync(join(docs, path), "utf8")) }));
const tooLong = pages.filter(({ words }) => words > maxWords);

test(`a guide has at most ${maxWords} words`, () => {
  expect(pages.length).toBeGreaterThan(300);
  expect(tooLong.filter(({ path }) => !reference.includes(path))).toEqual([]);
});

test("only a page with more words is listed as an exception", () => {
  expect(
    tooLong
      .map(({ path }) => path)
      .filter((path) => reference.includes(path))
      .sort(),
  ).toEqual(reference);
});
