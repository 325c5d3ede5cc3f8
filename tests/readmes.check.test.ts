import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Link, leadsSomewhere, linksOf } from "./harness/docs-links.js";
import { frameworksOf } from "./harness/quickstarts/frameworks.js";
import { runtimes, versions } from "./harness/runtimes/runtimes.js";

/**
 * The README of a package is its page on npm, without the other files of the repository. tests/docs-code.test.ts
 * compiles its code.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const packages = globSync("packages/*/package.json", { cwd: root }).map(dirname).sort();
const address = JSON.parse(read("package.json")).homepage.replace("#readme", "");

const isOurs = ({ target }: Link): boolean => target.startsWith(address);
/** The file or folder of the repository in a link. */
const inside = ({ target }: Link): string => target.slice(address.length).replace(/^\/(blob|tree)\/main\//, "");
const isBroken = (link: Link): boolean =>
  inside(link) !== "/issues" && !leadsSomewhere(join(root, inside(link)), link.anchor);

describe.for(packages)("README.md of %s", (path) => {
  const text = read(join(path, "README.md"));
  const { name, peerDependencies = {}, peerDependenciesMeta = {} } = JSON.parse(read(join(path, "package.json")));
  const links = linksOf(text);

  test("is read in a minute", () => {
    const lines = text.trimEnd().split("\n").length;
    expect(text.startsWith(`# ${name}\n`)).toBe(true);
    expect(lines).toBeGreaterThanOrEqual(25);
    expect(lines).toBeLessThanOrEqual(60);
  });

  test("installs the package with every required peer", () => {
    const installed = /^npm install (?:--save-dev )?([^#\n]+)/m.exec(text)?.[1]?.trim().split(" ");
    const required = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    expect(installed).toEqual(expect.arrayContaining([name, ...required]));
  });

  test("has absolute links only, because npm shows no other file", () => {
    expect(links.filter(({ target }) => !target.startsWith("https://"))).toEqual([]);
  });

  test("links existing pages, folders and headings of this repository", () => {
    const ours = links.filter(isOurs);
    expect(ours.filter(isBroken)).toEqual([]);
    expect(ours.map(inside)).toEqual(expect.arrayContaining(["docs", path, "SECURITY.md", "LICENSE"]));
    expect(ours.some((link) => /^docs\/.+\.md$/.test(inside(link)))).toBe(true);
  });
});

describe("README.md of the repository", () => {
  const text = read("README.md");
  const rows = (text.split("\n## Works with\n")[1]?.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => /^\| \w/.test(line));

  test("is read in two minutes", () => {
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(125);
  });

  test.each(rows)("names existing tests, or says that there are none: %s", (row) => {
    const tests = linksOf(row).filter(({ target }) => target.endsWith(".test.ts") || target.endsWith(".test.tsx"));
    expect(tests.filter((link) => !leadsSomewhere(join(root, link.target), link.anchor))).toEqual([]);
    expect(tests.length > 0).toBe(!row.endsWith("| not tested |"));
  });

  const firstCells = (link: string): readonly string[] =>
    rows.filter((row) => row.includes(link)).flatMap((row) => row.split(" | ")[0]?.replace("| ", "").split(", ") ?? []);

  test("and docs/runtimes.md name each runtime of the test", () => {
    const tested = runtimes.map(({ name }) => name).filter((name) => !name.includes(" without "));
    expect([...firstCells("(tests/runtimes.proof.test.ts)")].sort()).toEqual(tested.sort());
    const page = read("docs/runtimes.md").split("\n## ")[0] ?? "";
    expect(Object.values(versions).filter((one) => !page.includes(one))).toEqual([]);
  });

  test.each([
    ["quickstarts.proof", ["servers", "built"]],
    ["quickstarts.scheduled", ["scheduled"]],
  ] as const)("names each framework with a quickstart in %s", (file, groups) => {
    const tested = groups
      .flatMap((group) => frameworksOf(group))
      .map(({ name }) => name.replace("Node without a framework", "Node"));
    expect([...firstCells(`(tests/${file}.test.ts)`)].sort()).toEqual(tested.sort());
  });
});

describe("a changeset", () => {
  test("of each package without a release says what the package is for", () => {
    const unreleased = globSync("packages/*/package.json", { cwd: root })
      .map((path) => JSON.parse(read(path)))
      .filter(({ version }) => version === "0.0.0");
    for (const { name } of unreleased) {
      expect(read(`.changeset/${name.replace("@keyhold/", "")}.md`), name).toContain(`"${name}": minor`);
    }
  });

  test("is a short text, and links existing pages", () => {
    for (const path of globSync(".changeset/*.md", { cwd: root })) {
      const text = read(path)
        .replace(/^---\n.*?^---\n/ms, "")
        .trim();
      expect(text.split("\n"), path).toHaveLength(1);
      expect(text.replace(/\]\(.*?\)/g, "]").length, path).toBeLessThan(250);
      expect(
        linksOf(text).filter((link) => !isOurs(link) || isBroken(link)),
        path,
      ).toEqual([]);
    }
  });
});
