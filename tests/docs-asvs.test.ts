import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { linksOf } from "./harness/docs-links.js";
import { linkedOptions, listedOptions } from "./harness/docs-options.js";

/** docs/security/asvs.md: it is complete, and its tests, options and files exist. */

const root = join(import.meta.dirname, "..");
const folder = join(root, "docs/security");
const page = readFileSync(join(folder, "asvs.md"), "utf8");

/** The number of requirements in each section of ASVS 5.0.0 on the page. */
const sections = {
  ...{ "2.4": 2, "3.5": 8 },
  ...{ "6.1": 3, "6.2": 12, "6.3": 8, "6.4": 6, "6.5": 8, "6.6": 4, "6.7": 2, "6.8": 4 },
  ...{ "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 3, "7.6": 2 },
  ...{ "8.1": 4, "8.2": 4, "8.3": 3, "8.4": 2 },
  ...{ "9.1": 3, "9.2": 4 },
  ...{ "10.1": 2, "10.2": 3, "10.3": 5, "10.4": 16, "10.5": 5, "10.6": 2, "10.7": 3 },
  ...{ "14.2": 8 },
};
const verdicts = ["met by default", "option", "the app's own", "not met"];

interface Requirement {
  readonly number: string;
  readonly level: string;
  readonly verdict: string;
  readonly how: string;
}

const requirements: readonly Requirement[] = [
  ...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (\S+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm),
].map(([, number = "", level = "", verdict = "", how = ""]) => ({ number, level, verdict, how }));
const of = (verdict: string) => requirements.filter((one) => one.verdict === verdict);

const testsIn = (text: string): readonly string[] =>
  linksOf(text).flatMap(({ target }) => (target.endsWith(".test.ts") ? [target] : []));
const numbersOf = (some: readonly Requirement[]): readonly string[] => some.map(({ number }) => number);

describe("docs/security/asvs.md", () => {
  test("has every requirement of its sections once, in their order, with its level and a verdict", () => {
    const all = Object.entries(sections).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
    expect(numbersOf(requirements)).toEqual(all);
    expect(numbersOf(requirements.filter(({ level }) => !/^[123]$/.test(level)))).toEqual([]);
    expect(numbersOf(requirements.filter(({ verdict }) => !verdicts.includes(verdict)))).toEqual([]);
  });

  test("counts its verdicts", () => {
    const counts = verdicts.map((verdict) => {
      const levels = ["1", "2", "3"].map((level) => of(verdict).filter((one) => one.level === level).length);
      return `| ${verdict} | ${levels.join(" | ")} | ${of(verdict).length} |`;
    });
    expect(counts.filter((row) => !page.includes(`\n${row}\n`))).toEqual([]);
  });

  test("links a test for each requirement met by default, and only existing tests", () => {
    expect(numbersOf(of("met by default").filter(({ how }) => testsIn(how).length === 0))).toEqual([]);
    expect(testsIn(page).filter((target) => !existsSync(join(folder, target)))).toEqual([]);
  });

  test("names an option for each requirement met by one, and only options listed on the linked page", () => {
    expect(numbersOf(of("option").filter(({ how }) => linkedOptions(how).length === 0))).toEqual([]);
    const unknown = linkedOptions(page).filter(({ option, target }) => {
      const listed = listedOptions(readFileSync(join(folder, target), "utf8"));
      return !listed.some((row) => row.option === option);
    });
    expect(unknown).toEqual([]);
  });

  test("names every file that calls openSession among the ways to sign in", () => {
    const exclude = ["packages/testing/**", "packages/core/src/session/open.ts"];
    const opening = globSync("packages/*/src/**/*.ts", { cwd: root, exclude }).filter((path) =>
      /\bopenSession\(/.test(readFileSync(join(root, path), "utf8")),
    );
    expect(opening.length).toBeGreaterThan(4);
    expect(opening.filter((path) => !page.includes(`](../../${path.replaceAll("\\", "/")})`))).toEqual([]);
  });
});
