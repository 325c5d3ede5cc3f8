import { expect, test } from "vitest";
import { columnValues } from "./column-values.js";

const fields = [
  { name: "company", label: "" },
  { name: "size", label: "" },
  { name: "terms", label: "", kind: "checkbox" },
  { name: "news", label: "", kind: "checkbox" },
] as const;
const columns = [
  { name: "size", kind: "integer", isRequired: false },
  { name: "news", kind: "boolean", isRequired: false },
] as const;

test("a checkbox is a boolean, a number column gets a number, and an empty text is left out", () => {
  const given = { company: "Tea", size: "12", terms: "on" };
  expect(columnValues(given, fields, [...columns], undefined)).toEqual({
    company: "Tea",
    size: 12,
    terms: true,
    news: false,
  });
  expect(columnValues({ company: "" }, fields, [...columns], undefined)).toEqual({ terms: false, news: false });
});

test("an empty text clears the column of an existing user", () => {
  expect(columnValues({ company: "", size: "" }, fields, [...columns], null)).toEqual({
    company: null,
    size: null,
    terms: false,
    news: false,
  });
});

test.each(["12 000", "abc", "1.5", "1e999", "9007199254740993"])(
  "the text %j of a number column that is no whole number goes to the server as given",
  (size) => {
    expect(columnValues({ size }, fields, [...columns], undefined)).toMatchObject({ size });
  },
);

test("blanks are an empty text, also in a number column", () => {
  const blank = { company: " ", size: "  " };
  expect(columnValues(blank, fields, [...columns], undefined)).toEqual({ terms: false, news: false });
  expect(columnValues(blank, fields, [...columns], null)).toMatchObject({ company: null, size: null });
});

test.each([
  ["true", true],
  ["false", false],
  ["", false],
])("the choice %j of a select for a boolean column is %s", (news, expected) => {
  const choice = [{ name: "news", label: "", kind: "select" }] as const;
  expect(columnValues({ news }, choice, [...columns], undefined)).toEqual({ news: expected });
});
