import { expect, test } from "vitest";
import { changedFields } from "./changed-fields.js";
import type { FieldDeclaration } from "./form-state.js";

const fields: readonly FieldDeclaration[] = [
  { name: "name", label: "Name", input: { defaultValue: "Ann" } },
  { name: "town", label: "Town" },
  { name: "size", label: "Size", input: { defaultValue: 7 } },
  { name: "news", label: "News", kind: "checkbox", input: { defaultChecked: true } },
  { name: "posts", label: "Posts", kind: "checkbox" },
];
const shown = { name: "Ann", town: "", size: "7", news: "on" };

test.each([
  ["nothing is changed", shown, []],
  ["a text is changed, or cleared", { ...shown, name: "", town: "Bath" }, ["name", "town"]],
  ["a box is checked, and another one cleared", { name: "Ann", town: "", size: "7", posts: "on" }, ["news", "posts"]],
  ["a number is changed", { ...shown, size: "8" }, ["size"]],
])("a form sends what the user has changed: %s", (_, values, names) => {
  expect(changedFields(fields, values).map(({ name }) => name)).toEqual(names);
});
