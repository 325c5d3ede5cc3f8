import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp } from "../../../../tests/harness/app.ts";

const max = 256;
const maxItems = 2048;
const keys = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, "x"]));
const credentials = { email: alice.email, password: alice.password };

let app: App;
beforeEach(() => {
  app = openApp();
});

const issue = { code: "VALIDATION_ERROR", issues: [{ path: "", message: `Has more than ${max} keys` }] };
const signIn = (body: object) => app.browser().post("/sign-in/email", body);

describe("a body has at most 256 keys", () => {
  test("and with as many it is read", async () => {
    expect((await signIn({ ...keys(max - 2), ...credentials })).status).toBe(401);
    expect((await signIn({ ...keys(1), inner: keys(max - 4), ...credentials })).status).toBe(401);
    expect((await signIn({ list: Array.from({ length: 2000 }, () => 1), ...credentials })).status).toBe(401);
  });

  test.each<[string, object]>([
    ["at its top", { ...keys(max - 1), ...credentials }],
    ["in an object of it", { inner: keys(max - 2), ...credentials }],
    ["in objects of a list", { list: Array.from({ length: 128 }, () => keys(2)), ...credentials }],
    ["deep inside", { a: [[{ b: [keys(max)] }]], ...credentials }],
    ["thousands of them", { ...keys(3000), ...credentials }],
  ])("and one more is an error, at any depth: %s", async (_, body) => {
    const answer = await signIn(body);
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(issue)]);
  });

  const numbers = (count: number): readonly number[] => Array.from({ length: count }, () => 1);

  test.each<[string, object]>([
    ["numbers", { list: numbers(30_000) }],
    ["one number more", { list: numbers(maxItems + 1) }],
    ["empty texts", { list: numbers(15_000).map(() => "") }],
    ["empty objects", { list: numbers(15_000).map(() => ({})) }],
    ["nulls", { list: numbers(10_000).map(() => null) }],
    ["lists in a list", { list: numbers(15_000).map(() => []) }],
    ["two lists together", { list: numbers(maxItems - 1), inner: { list: [1, 2] } }],
    ["a list in lists", { list: [[[numbers(maxItems)]]] }],
  ])("and as many items of lists as no form has are an error: %s", async (_, body) => {
    const answer = await signIn({ ...body, ...credentials });
    const issues = [{ path: "", message: `Has more than ${maxItems} items` }];
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: "VALIDATION_ERROR", issues })]);
  });

  test("and at most 2048 items of lists are read", async () => {
    expect((await signIn({ list: numbers(maxItems - 1), other: [1], ...credentials })).status).toBe(401);
  });

  test("and so has a query", async () => {
    const query = (count: number): string => new URLSearchParams(keys(count)).toString();
    expect((await app.browser().get(`/ok?${query(max)}`)).status).toBe(200);
    const answer = await app.browser().get(`/ok?${query(max + 1)}`);
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(issue)]);
  });

  test("but a server-side call may have any number", async () => {
    const users = Array.from({ length: 300 }, (_, index) => ({ email: `user${index}@example.com`, name: "A user" }));
    expect(await app.auth.api.importUsers({ users })).toEqual({ imported: 300, rejected: [] });
  });
});
