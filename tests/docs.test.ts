import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { leadsSomewhere, linksOf } from "./harness/docs-links.js";
import { allEndpoints } from "./harness/endpoints.ts";

const root = join(import.meta.dirname, "..");
const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".md"),
);
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Code blocks with the name of their file, e.g. ```ts title="examples/…/plugin.ts". */
const titled = pages.flatMap((page) =>
  [...read(join("docs", page)).matchAll(/^```\w+ title="([^"]+)"\n([\s\S]*?)^```$/gm)].map(
    ([, file = "", code = ""]) => ({ page, file, code }),
  ),
);

describe("documentation", () => {
  test("some code on the pages is a file of this repository", () => {
    expect(titled.map(({ file }) => file)).toContain("examples/terms-plugin/src/plugin.ts");
  });

  test.each(titled)("$page shows $file as it is compiled and run", ({ file, code }) => {
    expect(code).toBe(read(file));
  });

  test("docs/security/rate-limits.md lists every limit different from the default", () => {
    const usual = "| any other `POST` | 100 | 10 |";
    const limits = allEndpoints()
      .filter(({ isServerOnly }) => !isServerOnly)
      .flatMap(({ route, limits }) =>
        limits.map(({ max, windowSeconds }) => `| \`${route}\` | ${max} | ${windowSeconds} |`),
      );
    const listed = [...read("docs/security/rate-limits.md").matchAll(/^\| .* \| \d+ \| \d+ \|$/gm)].map(([row]) => row);
    expect(listed.sort()).toEqual([usual, ...limits.filter((row) => !row.endsWith("| 100 | 10 |"))].sort());
  });

  test("docs/native-apps/expo-checklist.md has 25 steps, each with what must be seen on iOS and on Android", () => {
    const steps = [...read("docs/native-apps/expo-checklist.md").matchAll(/^\| (\d+) \|(.*)\|$/gm)].map(
      ([, number, cells = ""]) => ({ number: Number(number), filled: cells.split("|").filter((cell) => cell.trim()) }),
    );
    expect(steps.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    expect(steps.filter(({ filled }) => filled.length !== 3)).toEqual([]);
  });

  const linking = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...pages.map((page) => join("docs", page))];
  test.each(linking)("every link of %s has a target", (page) => {
    const place = (target: string): string => (target ? join(root, page, "..", target) : join(root, page));
    const links = linksOf(read(page)).filter(({ target }) => !/^https?:/.test(target));
    expect(links.filter(({ target, anchor }) => !leadsSomewhere(place(target), anchor))).toEqual([]);
  });
});
