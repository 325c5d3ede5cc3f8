import { expect, test } from "vitest";
import { lastCommits, readLog } from "../src/dates.ts";

test("the date of a file is that of its newest commit", () => {
  const log = "1700000200\n\ndocs/a.md\n1700000100\n\ndocs/a.md\ndocs/b.md\n";
  expect([...readLog(log)]).toEqual([
    ["docs/a.md", 1_700_000_200_000],
    ["docs/b.md", 1_700_000_100_000],
  ]);
});

test("a folder without commits has no dates", () => {
  expect([...lastCommits("a-folder-without-commits")]).toEqual([]);
});
