import { expect, test } from "vitest";
import { parseAnswer, restoreDates } from "./parse-dates.js";

const text = "2026-11-21T12:00:00.000Z";
const date = new Date(text);
const typed = (paths: string): string => `application/json;dates=${paths}`;

test("a text at a path of the content type is a date, and another text in the form of a date stays a text", () => {
  const answer = {
    at: text,
    name: text,
    user: { at: text, metadata: { at: text } },
    users: [{ at: text, name: text }],
  };
  const parsed = parseAnswer(JSON.stringify(answer), typed("at+user.at+users.at"));
  expect(parsed).toEqual({
    at: date,
    name: text,
    user: { at: date, metadata: { at: text } },
    users: [{ at: date, name: text }],
  });
});

test("a path may have the names of an app, with a hyphen or an underscore", () => {
  const answer = { entitlements: { "priority-support": { until: text }, early_access: { until: text } } };
  const type = typed("entitlements.priority-support.until+entitlements.early_access.until");
  expect(parseAnswer(JSON.stringify(answer), type)).toEqual({
    entitlements: { "priority-support": { until: date }, early_access: { until: date } },
  });
});

test("a list of dates, and an answer that is a date", () => {
  expect(parseAnswer(JSON.stringify([text, null]), typed("*"))).toEqual([date, null]);
  expect(parseAnswer(JSON.stringify({ at: [text] }), typed("at"))).toEqual({ at: [date] });
  expect(parseAnswer(JSON.stringify(text), typed("*"))).toEqual(date);
});

test("a parameter that a server or proxy appends to the content type is no path", () => {
  for (const type of [`${typed("at")}; charset=utf-8`, `${typed("user.at+at")};charset=utf-8`])
    expect(parseAnswer(JSON.stringify({ at: text }), type)).toEqual({ at: date });
});

test("without paths every text stays a text", () => {
  for (const type of [null, "application/json", 'application/json; charset="utf-8"']) {
    for (const answer of [text, [text], { at: text }])
      expect(parseAnswer(JSON.stringify(answer), type)).toEqual(answer);
  }
});

test("a path that leads to no text changes nothing", () => {
  for (const value of [null, 5, { user: null }, { user: 5 }, { user: { at: null } }, { user: {} }, [null]])
    expect(restoreDates(value, ["user.at", "*"])).toEqual(value);
});

test("a given value is not changed, and its dates stay dates", () => {
  const given = { user: { at: text, since: date } };
  expect(restoreDates(given, ["user.at", "user.since"])).toEqual({ user: { at: date, since: date } });
  expect(given).toEqual({ user: { at: text, since: date } });
});

test("no prototype is changed", () => {
  const answer = '{"__proto__":{"isAdmin":true},"user":{"__proto__":{"isAdmin":true},"name":"Ada"}}';
  const parsed = parseAnswer(answer, typed("user.name"));
  expect(Object.keys(parsed as object)).toEqual(["user"]);
  expect(Object.keys((parsed as { user: object }).user)).toEqual(["name"]);
  expect((parsed as { user: { isAdmin?: boolean } }).user.isAdmin).toBeUndefined();
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});
