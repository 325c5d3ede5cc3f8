import { expect, test } from "vitest";
import { changedFields, firstTexts } from "./changed-fields.js";
import type { FieldDeclaration } from "./form-state.js";

const fields: readonly FieldDeclaration[] = [
  { name: "name", label: "Name", input: { defaultValue: "Ann" } },
  { name: "town", label: "Town" },
  { name: "size", label: "Size", input: { defaultValue: 7 } },
  { name: "news", label: "News", kind: "checkbox", input: { defaultChecked: true } },
  { name: "posts", label: "Posts", kind: "checkbox" },
];
const shown = { name: "Ann", town: "", size: "7", news: "on" };

test("a form sends nothing of a select that shows its first option", () => {
  const options = [
    { value: "a", label: "A" },
    { value: "b", label: "B" },
  ];
  const select: readonly FieldDeclaration[] = [{ name: "plan", label: "Plan", kind: "select", options }];
  expect(changedFields(select, { plan: "a" })).toEqual([]);
  expect(changedFields(select, { plan: "b" })).toEqual(select);
});

test.each<[string, Omit<FieldDeclaration, "name" | "label">, string | undefined]>([
  ["a select of which no option is stored", { kind: "select", input: { defaultValue: "old" } }, "a"],
  ["a select without a stored option", { kind: "select", input: { defaultValue: "" } }, "a"],
  ["a choice of which no option is stored", { kind: "radio", input: { defaultValue: "old" } }, undefined],
])("a form sends nothing of %s", (_, declaration, shown) => {
  const options = [
    { value: "a", label: "A" },
    { value: "b", label: "B" },
  ];
  const own: readonly FieldDeclaration[] = [{ name: "plan", label: "Plan", options, ...declaration }];
  expect(changedFields(own, shown === undefined ? {} : { plan: shown })).toEqual([]);
  expect(changedFields(own, { plan: "b" })).toEqual(own);
});

test("a form sends nothing of a date with a time, which a date input does not show", () => {
  const input = { type: "date", defaultValue: "1990-05-17T00:00:00.000Z" };
  const own: readonly FieldDeclaration[] = [{ name: "birthday", label: "Birthday", input }];
  expect(changedFields(own, { birthday: "" })).toEqual([]);
  expect(changedFields(own, { birthday: "1990-05-18" })).toEqual(own);
});

test("a form sends no text that it still shows, although the value has changed elsewhere meanwhile", () => {
  const later = fields.map((field) => (field.name === "name" ? { ...field, input: { defaultValue: "Carl" } } : field));
  expect(changedFields(later, shown, firstTexts(fields))).toEqual([]);
});

test.each([
  ["nothing is changed", shown, []],
  ["a text is changed, or cleared", { ...shown, name: "", town: "Bath" }, ["name", "town"]],
  ["a box is checked, and another one cleared", { name: "Ann", town: "", size: "7", posts: "on" }, ["news", "posts"]],
  ["a number is changed", { ...shown, size: "8" }, ["size"]],
])("a form sends what the user has changed: %s", (_, values, names) => {
  expect(changedFields(fields, values).map(({ name }) => name)).toEqual(names);
});
