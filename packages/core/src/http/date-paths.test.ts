import { expect, test } from "vitest";
import { typeWithDatePaths } from "./date-paths.js";

const at = new Date("2026-11-21T12:00:00.000Z");

test.each([
  ["the fields of an object", { user: { createdAt: at, name: "2024-01-01" } }, "user.createdAt"],
  ["the items of a list", { users: [{ createdAt: at }, { createdAt: null }] }, "users.createdAt"],
  [
    "names of an app",
    { entitlements: { "priority-support": { until: at }, early_access: { until: at } } },
    "entitlements.priority-support.until+entitlements.early_access.until",
  ],
  ["an answer that is a date", at, "*"],
])("the content type has the paths of the dates of %s", (_, answer, paths) => {
  expect(typeWithDatePaths(answer)).toBe(`application/json;dates=${paths}`);
});

test.each([
  ["no date", { name: "2024-01-01" }],
  ["a date beside a text in one list", { values: [at, "2024-01-01"] }],
  ["a name that no header can have", { metadata: { "a;b": at, "a.b": at, "a b": at, "": at, ü: at } }],
])("the content type has no paths for %s", (_, answer) => {
  expect(typeWithDatePaths(answer)).toBe("application/json");
});
