import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, openApp, password } from "../../../../tests/harness/app.ts";
import { expectIssues } from "../../../../tests/harness/expect-error.ts";

let app: App;

beforeEach(() => {
  app = openApp();
});

const nothing = { users: 0, accounts: 0, sessions: 0 };
const post = (path: string, body: unknown) => app.browser().post(path, body);

/** Every input field of the routes, in a body that is valid except for that field. */
const right = {
  "/sign-up/email": {
    ...alice,
    image: "https://x.io/a.png",
    callbackURL: "/",
    username: "alice",
    displayUsername: "A",
  },
  "/sign-in/email": { email: alice.email, password, callbackURL: "/" },
  "/sign-in/username": { username: "alice", password },
};
const strings = Object.entries(right).flatMap(([path, body]) => Object.keys(body).map((field) => [path, field, body]));

describe.each(strings)("%s rejects, with the path of the field, a %s", (path, field, body) => {
  test.each([[5], [1.5], [true], [[]], [["a"]], [{}], [{ $ne: "" }], [{ toString: "a" }]])(
    "that is %j",
    async (value) => {
      expectIssues(await post(String(path), { ...Object(body), [String(field)]: value }), [String(field)]);
      expect(await countRows(app)).toEqual(nothing);
    },
  );

  test("with a NUL in it", async () => {
    expectIssues(await post(String(path), { ...Object(body), [String(field)]: "a\u0000b" }), [String(field)]);
  });

  test("with half a surrogate pair in it", async () => {
    expectIssues(await post(String(path), { ...Object(body), [String(field)]: "abcdefg\ud800" }), [String(field)]);
  });
});

describe.each(Object.entries(right))("%s rejects", (path, body) => {
  test.each([["false"], ["0"], [0], [1], [{}], [[]], [null]])("%j as rememberMe", async (rememberMe) => {
    expectIssues(await post(path, { ...body, rememberMe }), ["rememberMe"]);
    expect(await countRows(app)).toEqual(nothing);
  });

  test.each([["null"], ["[]"], ["[{}]"], ['"x"'], ["5"], ["true"]])("%s in place of an object", async (text) => {
    expectIssues(await post(path, text), [""]);
  });

  test("the key __proto__, at any depth", async () => {
    const text = JSON.stringify(body).slice(0, -1);
    expectIssues(await post(path, `${text},"__proto__":{"isAdmin":true}}`), ["__proto__"]);
    expectIssues(await post(path, `${text},"x":[{"__proto__":{"isAdmin":true}}]}`), ["x.0.__proto__"]);
    expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
  });

  test("a value nested deeper than sixteen levels", async () => {
    const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const text = JSON.stringify(body).slice(0, -1);
    expectIssues(await post(path, `${text},"x":${nested(17)}}`), [`x${".0".repeat(15)}`]);
    expect((await post(path, `${text},"x":${nested(15)}}`)).body?.code).not.toBe("VALIDATION_ERROR");
  });

  test("a value nested as deep as a body can be", async () => {
    expect((await post(path, `{"x":${"[".repeat(32_000)}${"]".repeat(32_000)}}`)).status).toBe(400);
  });
});

test("keys of Object.prototype are ordinary unknown keys", async () => {
  const text = `${JSON.stringify(alice).slice(0, -1)},"constructor":{"prototype":{"isAdmin":true}},"hasOwnProperty":1}`;
  expect((await post("/sign-up/email", text)).status).toBe(200);
  expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
});

test("an error names fields, and never their values", async () => {
  const answer = await post("/sign-up/email", { name: { secret: "SENTINEL-1" }, email: 5, password: ["SENTINEL-2"] });
  expect(answer.status).toBe(400);
  expect(answer.text).not.toContain("SENTINEL");
});

test("a POST reads only declared fields from its query", async () => {
  const { email, ...rest } = alice;
  const answer = await post(`/sign-up/email?email=${encodeURIComponent(email)}`, rest);
  expectIssues(answer, ["email"]);
});

describe("a query", () => {
  const visit = (query: string) => app.browser().get(`/get-session${query}`);

  test.each(["?a=1&a=2", "?a&a", "?a=1&%61=2", "?x[]=1&x[]=2"])("with a key twice fails: %s", async (query) => {
    expect((await visit(query)).body).toMatchObject({
      code: "VALIDATION_ERROR",
      issues: [{ message: "Given more than once" }],
    });
  });

  test.each(["?__proto__=1", "?%5F_proto__=1"])("with the key __proto__ fails: %s", async (query) => {
    expectIssues(await visit(query), ["__proto__"]);
  });

  test.each(["?a=%00", "?%00=a"])("with a NUL in it fails: %s", async (query) => {
    expect((await visit(query)).status).toBe(400);
  });

  test.each([
    "?",
    "?=",
    "?&&&",
    "?constructor=1&toString=2&hasOwnProperty=3",
    "?%",
    "?%ZZ=%E0",
    `?${"a".repeat(10_000)}=1`,
  ])("is ignored: %s", async (query) => {
    expect((await visit(query)).text).toBe("null");
  });
});
