import { describe, expect, test } from "vitest";
import { amendMarkdown } from "./amend.ts";
import { renderMarkdown } from "./markdown.ts";
import type { Section } from "./section.ts";

const section = (title: string, value: string, median: number): Section => ({
  title,
  note: "How.",
  head: ["", "figure"],
  rows: [["keyhold", value]],
  lines: [{ text: `${title}: ratio`, limit: 2, direction: "at most", measured: { median, min: median, max: median } }],
});

describe("an amended page", () => {
  const page = renderMarkdown([section("One", "1", 1), section("Two", "2", 1)], "Here.");

  test("has the new section, its line, and the rest unchanged", () => {
    const again = renderMarkdown([section("One", "1", 1), section("Two", "3", 5)], "Here.");
    expect(amendMarkdown(page, [section("Two", "3", 5)])).toBe(again);
  });

  test("has a section measured for the first time below all others", () => {
    const longer = renderMarkdown([section("One", "1", 1), section("Two", "2", 1), section("Three", "4", 1)], "Here.");
    expect(amendMarkdown(page, [section("Three", "4", 1)])).toBe(longer);
  });

  test("is unchanged without a measurement", () => {
    expect(amendMarkdown(page, [])).toBe(page);
  });
});
