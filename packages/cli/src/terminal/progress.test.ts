import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { type Progress, progressNotes } from "./progress.js";
import { terminalOf } from "./terminal.js";

const told: readonly Progress[] = [
  { entity: "customers", done: 100, total: 120 },
  { entity: "customers", done: 120, total: 120 },
  { entity: "grants", done: 3, total: null },
];

/** What stderr gets of the progress. */
function shown(isTTY: boolean, progress = told): string {
  const stderr = Object.assign(new PassThrough(), { isTTY });
  const notes = progressNotes(terminalOf({ stdin: { isTTY }, stdout: new PassThrough(), stderr, env: {} }));
  for (const one of progress) notes.show(one);
  notes.end();
  return String(stderr.read() ?? "");
}

test("on a terminal one line is rewritten, and removed at the end", () => {
  expect(shown(true).split("\r\u001b[2K")).toEqual([
    "",
    "customers: 100 of 120",
    "customers: 120 of 120",
    "grants: 3",
    "",
  ]);
});

test("without a terminal each entity has a plain line, with its last count", () => {
  expect(shown(false)).toBe("customers: 120 of 120\ngrants: 3\n");
  expect(shown(false, [])).toBe("");
});

test("a count above the total is shown alone: the list has grown meanwhile", () => {
  expect(shown(false, [{ entity: "orders", done: 3, total: 2 }])).toBe("orders: 3\n");
});
