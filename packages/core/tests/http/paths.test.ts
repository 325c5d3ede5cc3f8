import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, home, openApp } from "../../../../tests/harness/app.ts";
import { readAnswer } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

let app: App;

beforeEach(() => {
  app = openApp();
});

const routes = [
  ["GET", "/ok"],
  ["GET", "/error"],
  ["GET", "/get-session"],
  ["POST", "/sign-out"],
  ["POST", "/sign-up/email"],
  ["POST", "/sign-in/email"],
  ["POST", "/sign-in/username"],
] as const;

const visit = async (url: string, method = "GET") => {
  const body = method === "POST" ? JSON.stringify(alice) : null;
  const headers = { "content-type": "application/json", origin: home };
  return readAnswer(await app.auth.handler(new Request(url, { method, body, headers })));
};

describe("an unknown path is answered 404", () => {
  test.each([
    "/nope",
    "/",
    "",
    "/sign-in",
    "/sign-in/",
    "/sign-up/email/more",
    "/organization/list",
    "/constructor",
    "/__proto__",
    "/hasOwnProperty",
    "/%00",
    "/%E0%A4",
    "/ok/%2e%2e/%2e%2e",
    "/*",
    "/**",
    "/:path",
  ])("%s", async (path) => {
    expectError(await visit(`${home}/api/auth${path}`), 404, "NOT_FOUND", "Not found");
  });
});

describe.each(routes)("%s %s is not found by another spelling:", (method, path) => {
  test.each([
    ["two slashes behind it", `/api/auth${path}//`],
    ["an encoded slash behind it", `/api/auth${path}%2F`],
    ["two slashes before it", `/api/auth/${path}`],
    ["two slashes inside the base path", `/api//auth${path}`],
    ["a suffix", `/api/auth${path}.json`],
    ["a style sheet's suffix", `/api/auth${path}.css`],
    ["a picture's path behind it", `/api/auth${path}/x.png`],
    ["a path parameter", `/api/auth${path};x.js`],
    ["an encoded question mark", `/api/auth${path}%3Fx=1`],
    ["an encoded line break", `/api/auth${path}%0A`],
    ["an encoded NUL", `/api/auth${path}%00`],
    ["capitals", `/api/auth${path.toUpperCase()}`],
    ["an encoded letter", `/api/auth${path.replace(/[a-z]/, (message) => `%${message.charCodeAt(0).toString(16)}`)}`],
    ["an encoded slash", `/api/auth%2F${path.slice(1)}`],
    ["a base path in capitals", `/API/AUTH${path}`],
    ["a base path with more letters", `/api/authx${path}`],
    ["a base path with fewer letters", `/api/aut${path}`],
    ["a segment before the base path", `/x/api/auth${path}`],
    ["no base path", path],
  ])("%s", async (_, url) => {
    expectError(await visit(home + url, method), 404, "NOT_FOUND", "Not found");
    expect(await countRows(app)).toEqual({ users: 0, accounts: 0, sessions: 0 });
  });
});

describe.each(routes)("%s %s with a slash at its end", (method, path) => {
  test("is the same route", async () => {
    const answerTo = async (url: string) => {
      app = openApp();
      const { status, body, cookies } = await visit(url, method);
      return { status, code: body?.code, cookies: cookies.map(({ name }) => name), rows: await countRows(app) };
    };
    const plain = await answerTo(`${home}/api/auth${path}`);
    expect(await answerTo(`${home}/api/auth${path}/`)).toEqual(plain);
    expect(await answerTo(`${home}/api/auth${path}/?x=1`)).toEqual(plain);
    expect(plain.status).not.toBe(404);
  });
});

test("the calls with and without a slash at the end of a path count together", async () => {
  app = openApp({ rateLimit: { enabled: true } });
  const signIn = (url: string) => visit(`${home}/api/auth/sign-in/email${url}`, "POST");
  const statuses: number[] = [];
  for (let calls = 0; calls < 4; calls += 1) statuses.push((await signIn(calls % 2 ? "/" : "")).status);
  expect(statuses.at(-1)).toBe(429);
});

describe.each(routes)("%s %s", (method, path) => {
  const own = method === "GET" ? ["GET", "HEAD"] : [method];
  const others = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND", "QUERY", "X"];

  test.each(others.filter((other) => !own.includes(other)))(
    "does not answer %s, and names its methods",
    async (other) => {
      const answer = await app.browser().send(other, path);
      expectError(answer, 405, "METHOD_NOT_ALLOWED", "Method not allowed");
      expect(answer.headers.get("allow")).toBe(own.join(", "));
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    },
  );

  test("ignores headers with another method", async () => {
    const headers = { "x-http-method-override": method, "x-http-method": method, "x-method-override": method };
    expect((await app.browser().send("PUT", path, "{}", { headers })).status).toBe(405);
  });

  test("ignores headers with another host", async () => {
    const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "some:", host: "evil.example" };
    const answer = await app
      .browser()
      .send(method, path, method === "GET" ? undefined : JSON.stringify(alice), { headers });
    expect(answer.text).not.toContain("evil.example");
    expect((await app.browser().get("/ok")).status).toBe(200);
  });
});

describe("a parameter in a path", () => {
  test.each([
    "%2e%2e%2fok",
    "a%2fb",
    "%2e%2e%5cok",
    "%00",
    "%0d%0aset-cookie:a=b",
    "%25",
    "%20",
    "__proto__",
    "constructor",
    "x".repeat(5000),
    "%F0%9F%99%82",
  ])("is one token that was never issued: %s", async (token) => {
    const answer = await visit(`${home}/api/auth/reset-password/${token}?callbackURL=/reset`);
    expect([302, 400]).toContain(answer.status);
    expect(answer.headers.get("location") ?? "").toBe(answer.status === 302 ? `${home}/reset?error=INVALID_TOKEN` : "");
    expect(answer.cookies).toEqual([]);
  });

  test.each(["%", "%E0%A4", "%zz", "a/b", "a%2fb//"])("is an unknown path if it is written as %j", async (token) => {
    const answer = await visit(`${home}/api/auth/reset-password/${token}?callbackURL=/reset`);
    expectError(answer, 404, "NOT_FOUND", "Not found");
  });
});

test("the base path is configurable", async () => {
  app = openApp({ basePath: "/auth" });
  expect((await visit(`${home}/auth/ok`)).status).toBe(200);
  expect((await visit(`${home}/api/auth/ok`)).status).toBe(404);
});

test("the host of a request is ignored", async () => {
  expect((await visit("https://evil.example/api/auth/ok")).text).toBe('{"ok":true}');
});
