import { expect, test } from "vitest";
import { parseAnswer } from "./parse-dates.js";

test("a text in the server's form of a date is a date", () => {
  expect(parseAnswer('{"at":"2026-11-21T12:00:00.000Z"}')).toEqual({ at: new Date("2026-11-21T12:00:00.000Z") });
  expect(parseAnswer('["2026-11-21T12:00:00.000Z",null]')).toEqual([new Date("2026-11-21T12:00:00.000Z"), null]);
});

test("a text that is similar to a date stays a text", () => {
  const texts = [
    "2026-11-21",
    "2026-11-21T12:00:00Z",
    "2026-02-30T12:00:00.000Z",
    "2026-99-21T12:00:00.000Z",
    "at 2026-11-21T12:00:00.000Z",
  ];
  expect(parseAnswer(JSON.stringify(texts))).toEqual(texts);
});

test("no prototype is changed", () => {
  const parsed = parseAnswer('{"__proto__":{"isAdmin":true},"user":{"__proto__":{"isAdmin":true},"name":"Ada"}}');
  expect(parsed).toEqual({ user: { name: "Ada" } });
  expect(Object.keys(parsed as object)).toEqual(["user"]);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});
