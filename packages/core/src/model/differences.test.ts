import { expect, test } from "vitest";
import { differences } from "./differences.js";

const row = { name: "Ann", image: null, at: new Date(5), tags: { a: [1] } };

test.each([
  ["other values", { name: "Ada", image: "x" }, ["name", "image"]],
  ["an equal text, date or JSON value", { name: "Ann", at: new Date(5), tags: { a: [1] } }, []],
  ["another date and JSON value", { at: new Date(6), tags: { a: [2] } }, ["at", "tags"]],
  ["a value that is cleared", { name: null }, ["name"]],
  ["a column that is not given", { name: undefined }, []],
  ["a column that the row lacks", { plan: "free" }, ["plan"]],
])("of %s it names the different columns", (_, change, changed) => {
  expect(differences(row, change)).toEqual(changed);
});
