import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { commentsIn, proseIn } from "./harness/comments.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The files that git knows of, so that what a build emits is not read. */
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

const known = new Map<string, string>();

/** The comments of a file, which is parsed once. */
function commentsOf(file: string): string {
  const comments = known.get(file) ?? commentsIn(file, read(file));
  known.set(file, comments);
  return comments;
}

const sources = files.filter((file) => /^(packages|examples|bench|site|tests|scripts)\/.*\.tsx?$/.test(file));
const pages = files.filter((file) => /^(docs\/.*|packages\/[^/]+\/[^/]+|[^/]+)\.md$/.test(file));

const indefinite =
  /\b(some(?:body|one|thing)|nobody|no one|nothing|any(?:body|one|thing)|every(?:body|one|thing)|who(?:ever|mever)|whatever|whichever|whose|none|theirs)\b/gi;
const relative = /\b(that|which|who|whom|whose|what|whatever|whoever)\b/gi;

/** Words in place of a noun. "one-time" is a term. */
const substitute = /\b(ones?(?!-time)|(?:that|those) of|the same)\b/gi;
const it = /\b(it|its|itself)\b/gi;

interface Rates {
  readonly words: number;
  readonly indefinite: number;
  readonly relative: number;
  readonly substitute: number;
  readonly it: number;
}

/** Occurrences per 1,000 words. */
function ratesOf(text: string): Rates {
  const words = text.match(/[A-Za-z][A-Za-z']*/g)?.length ?? 0;
  const per = (pattern: RegExp): number => (1000 * (text.match(pattern)?.length ?? 0)) / words;
  return { words, indefinite: per(indefinite), relative: per(relative), substitute: per(substitute), it: per(it) };
}

const folders = ["packages", "examples", "bench", "site", "tests", "scripts"].flatMap((folder) =>
  folder === "packages" ? [...new Set(sources.flatMap((file) => /^packages\/[^/]+/.exec(file) ?? []))] : [folder],
);

describe("plain words", () => {
  test.each(folders)("the comments of %s name their actors", (folder) => {
    const comments = sources.filter((file) => file.startsWith(`${folder}/`)).map(commentsOf);
    const rates = ratesOf(comments.join("\n"));
    expect(rates.words).toBeGreaterThan(50);
    expect(rates.indefinite, "indefinite pronouns per 1,000 words").toBeLessThanOrEqual(2);
    expect(rates.relative, "relative words per 1,000 words").toBeLessThanOrEqual(30);
  });

  test("the comments of the packages repeat the noun", () => {
    const comments = sources.filter((file) => file.startsWith("packages/")).map(commentsOf);
    const rates = ratesOf(comments.join("\n"));
    expect(rates.substitute, "`one`, `that of`, `the same` per 1,000 words").toBeLessThanOrEqual(4);
    expect(rates.it, "`it`, `its` per 1,000 words").toBeLessThanOrEqual(12);
  });

  test("the pages name their actors", () => {
    const rates = ratesOf(pages.map((file) => proseIn(read(file))).join("\n"));
    expect(rates.words).toBeGreaterThan(50_000);
    expect(rates.indefinite, "indefinite pronouns per 1,000 words").toBeLessThanOrEqual(2);
    expect(rates.relative, "relative words per 1,000 words").toBeLessThanOrEqual(30);
  });
});

describe("names", () => {
  const misnamed = /(?<![\w$.])(?:most|longest|shortest|least)[A-Z][\w$]*/g;

  test("of bounds begin with max or min", () => {
    const found = sources.flatMap((file) => (read(file).match(misnamed) ?? []).map((name) => `${file}: ${name}`));
    expect(found).toEqual([]);
  });

  test("that are exported hold no retired word", () => {
    const exported = sources.flatMap((file) =>
      [...read(file).matchAll(/^export (?:declare )?(?:async )?(?:const|function|class|interface|type) (\w+)/gm)].map(
        ([, name = ""]) => `${file}: ${name}`,
      ),
    );
    expect(exported.length).toBeGreaterThan(2000);
    expect(exported.filter((one) => retired.test(one.slice(one.indexOf(": ") + 2)))).toEqual([]);
  });
});

/** Words that the glossary replaces, as parts of a name. */
const retired = new RegExp(
  `(?:^|[a-z])(?:${[
    "letters?",
    "held",
    "atomically",
    "tickets?",
    "refus(?:e|al|als|ed|es)",
    "problems?",
    "house",
    "traveller",
    "proven",
    "contest(?:ed)?",
    "takeOver",
    "seal(?:ed)?",
    "suspend",
    "deeds?",
    "newcomer",
    "faces?",
    "visitor",
    "founder",
    "stranger",
    "patience",
    "upkeep",
    "glance",
    "recipe",
    "kit",
    "somebody",
    "nobody",
    "everybody",
    "whoever",
  ]
    .map((word) => `[${word[0]?.toUpperCase()}${word[0]}]${word.slice(1)}`)
    .join("|")})(?![a-z])`,
);
