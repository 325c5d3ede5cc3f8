import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(new URL(path, `file://${root}`), "utf8");
const patches = globSync("tests/mutants/*/*.patch", { cwd: root });

/** The text that each hunk of a patch expects, by the file that it changes. */
function expectedBy(patch: string): readonly { readonly file: string; readonly lines: string }[] {
  return patch.split(/^--- a\//m).flatMap((part, index) => {
    if (index === 0) return [];
    const file = part.slice(0, part.indexOf("\n"));
    const hunks = part.split(/^@@.*@@.*\n/m).slice(1);
    const isOld = (line: string): boolean => line.startsWith(" ") || line.startsWith("-");
    const oldLines = (hunk: string): string =>
      hunk
        .split("\n")
        .filter(isOld)
        .map((line) => line.slice(1))
        .join("\n");
    return hunks.map((hunk) => ({ file, lines: oldLines(hunk) }));
  });
}

const applies = (path: string): boolean =>
  expectedBy(read(path)).every(({ file, lines }) => read(file).split(lines).length === 2);

const fieldOf = (text: string, name: string): string => new RegExp(`^${name}: (.+)$`, "m").exec(text)?.[1] ?? "";

describe("the list of faults", () => {
  test("has at least sixty", () => {
    expect(patches.length).toBeGreaterThanOrEqual(60);
  });

  test("applies to the present sources", () => {
    expect(patches.filter((path) => !applies(path))).toEqual([]);
  });

  test("changes sources of packages only, and no test", () => {
    const changed = patches.flatMap((path) => [...read(path).matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => file));
    expect(changed.filter((file) => !/^packages\/[^/]+\/src\/(?!.*\.test\.)/.test(file ?? ""))).toEqual([]);
  });

  test("names the fault in a sentence, the tier, and tests that exist", () => {
    const faulty = patches.filter((path) => {
      const text = read(path);
      const tests = fieldOf(text, "tests").split(" ");
      const isFound = tests.every((start) => globSync(`${start}*`, { cwd: root }).length > 0);
      return !/^[A-Z].+\.$/.test(fieldOf(text, "fault")) || !/^(quick|proof)$/.test(fieldOf(text, "tier")) || !isFound;
    });
    expect(faulty).toEqual([]);
  });
});
