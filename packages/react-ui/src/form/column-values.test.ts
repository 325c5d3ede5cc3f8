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
