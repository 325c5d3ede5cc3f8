import { memory } from "@keyhold/adapter-memory";
import { type CountedDatabase, counted } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, home, openApp } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { allEndpoints, pathOf } from "../../../../tests/harness/endpoints.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

let app: App;
let browser: Browser;

beforeEach(async () => {
  app = openApp({ trustedOrigins: ["https://app.example.com", "https://example.org:8443"] });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
});

const bare = { origin: null, referer: null, "sec-fetch-site": null };
const routes = ["/sign-up/email", "/sign-in/email", "/sign-in/username", "/sign-out"];
const bob = { name: "Bob", email: "bob@example.com", password: alice.password, username: "bob" };

describe.each([
  ["with a session's cookie", true],
  ["without a cookie", false],
])("a request %s", (_, hasCookie) => {
  const post = (path: string, headers: Record<string, string | null>) =>
    (hasCookie ? browser : app.browser()).post(path, bob, { headers: { ...bare, ...headers } });
  const expectUnchanged = async () => expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 1 });

  describe.each(routes)("to %s fails", (path) => {
    test.each([
      "https://evil.example",
      "http://localhost:3000.evil.example",
      "http://localhost",
      "http://localhost:3001",
      "https://localhost:3000",
      "http://localhost:3000/",
      "http://localhost:3000, https://evil.example",
      "http://user@localhost:3000",
      "https://sub.app.example.com",
      "https://example.org",
      "",
    ])("from %j", async (origin) => {
      expectError(await post(path, { origin }), 403, "INVALID_ORIGIN", "Invalid origin");
      await expectUnchanged();
    });

    test("from an unknown origin", async () => {
      const answer = await post(path, { origin: "null", "sec-fetch-site": "same-origin", referer: `${home}/` });
      expectError(answer, 403, "MISSING_OR_NULL_ORIGIN", "Missing or null Origin");
      await expectUnchanged();
    });

    test("from another origin, with any referer", async () => {
      const headers = { origin: "https://evil.example", "sec-fetch-site": "same-origin", referer: `${home}/` };
      expectError(await post(path, headers), 403, "INVALID_ORIGIN", "Invalid origin");
    });

    test.each(["cross-site", "same-site", "unknown", ""])(
      "if the browser sends %j in place of an origin",
      async (site) => {
        const answer = await post(path, { "sec-fetch-site": site, referer: `${home}/` });
        expectError(answer, 403, "INVALID_ORIGIN", "Invalid origin");
        await expectUnchanged();
      },
    );

    test.each([
      `https://evil.example/?${home}`,
      "http://localhost:3000.evil.example/",
      "http://localhost:3000@evil.example/",
      "about:blank",
      "%%%",
      "",
    ])("if the referer in place of an origin is %j", async (referer) => {
      expectError(await post(path, { referer }), 403, "INVALID_ORIGIN", "Invalid origin");
      await expectUnchanged();
    });
  });

  test.each<Record<string, string>>([
    { origin: home },
    { origin: "https://app.example.com" },
    { origin: "https://example.org:8443" },
    { origin: home, "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { referer: `${home}/sign-in?next=https://evil.example` },
  ])("may come with %j", async (headers) => {
    expect((await post("/sign-up/email", headers)).status).toBe(200);
  });
});

describe("a request without a source", () => {
  test("may come without a cookie: it is not from a browser", async () => {
    expect((await app.browser().post("/sign-in/email", alice, { headers: bare })).status).toBe(200);
  });

  test("may not come with a session cookie", async () => {
    const answer = await browser.post("/sign-out", {}, { headers: bare });
    expectError(answer, 403, "MISSING_OR_NULL_ORIGIN", "Missing or null Origin");
    expect(await countRows(app)).toMatchObject({ sessions: 1 });
  });

  test("may not come with a wrong one either", async () => {
    const headers = { ...bare, cookie: "keyhold.session_token=wrong" };
    expect((await app.browser().post("/sign-out", {}, { headers })).status).toBe(403);
  });

  test("may come with cookies of other names", async () => {
    const headers = { ...bare, cookie: "theme=dark" };
    expect((await app.browser().post("/sign-in/email", alice, { headers })).status).toBe(200);
  });
});

const posted = allEndpoints().filter(({ route, isServerOnly }) => route.startsWith("POST ") && !isServerOnly);
const paths = posted
  .filter(({ takesCrossSiteForm, takesSignedBody }) => !takesCrossSiteForm && !takesSignedBody)
  .map(pathOf);
/** Routes for forms of this library's own pages. */
const ofPages = posted.filter(({ takesNavigation }) => takesNavigation).map(pathOf);
/** The deliberate exceptions. */
const open = posted.filter(({ takesCrossSiteForm }) => takesCrossSiteForm);
const signed = posted.filter(({ takesSignedBody }) => takesSignedBody);

describe("every route that changes data", () => {
  const body = {
    ...alice,
    currentPassword: alice.password,
    newPassword: "another password",
    newEmail: "new@example.com",
  };
  let database: CountedDatabase;

  beforeEach(async () => {
    database = counted(memory());
    const deleteUser = { enabled: true, confirmByMail: false };
    app = openApp({ database, user: { changeEmail: { enabled: true }, deleteUser }, isWhole: true });
    browser = app.browser();
    await browser.post("/sign-up/email", alice);
    await app.auth.idle();
    database.reset();
  });

  test("accepts the form of this library's own pages at the links of emails, and at no other route", () => {
    expect(ofPages).toEqual(["/verify-email", "/delete-user/callback", "/two-factor/stop-recovery"]);
  });

  test.each(ofPages)("%s rejects cross-site form posts, before the body is read", async (path) => {
    for (const visitor of [browser, app.browser()]) {
      for (const origin of ["https://evil.example", "null"]) {
        const answer = await visitor.postForm(path, { token: "x", callbackURL: "/x" }, { headers: { origin } });
        const error = origin === "null" ? "missing_or_null_origin" : "invalid_origin";
        expect([answer.status, answer.cookies]).toEqual([303, []]);
        expect(answer.headers.get("location")).toBe(`${home}/api/auth/error?error=${error}`);
      }
    }
    expect(database.calls).toEqual([]);
  });

  test.each(paths)("%s rejects pages of other origins, before the body is read", async (path) => {
    for (const visitor of [browser, app.browser()]) {
      const foreign = await visitor.post(path, body, { headers: { origin: "https://evil.example" } });
      expectError(foreign, 403, "INVALID_ORIGIN", "Invalid origin");
      const sandboxed = await visitor.post(path, body, { headers: { origin: "null" } });
      expectError(sandboxed, 403, "MISSING_OR_NULL_ORIGIN", "Missing or null Origin");
    }
    const silent = await browser.post(path, body, { headers: bare });
    expectError(silent, 403, "MISSING_OR_NULL_ORIGIN", "Missing or null Origin");
    expect(database.calls).toEqual([]);
  });

  test.each(paths)("%s accepts JSON only, which no form can send, except for forms of own pages", async (path) => {
    const form = "application/x-www-form-urlencoded; charset=x";
    const types = ["text/plain", "TEXT/PLAIN", form, "multipart/form-data", "*/*"];
    for (const type of types.filter((type) => type !== form || !ofPages.includes(path))) {
      const answer = await browser.post(path, '{"password":"x","a":"="}', { headers: { "content-type": type } });
      expectError(answer, 415, "UNSUPPORTED_MEDIA_TYPE", "Unsupported media type: send application/json");
    }
    expect(database.calls.filter(({ verb }) => verb !== "find")).toEqual([]);
  });
});

test("the only route with a signed body is the webhook of billing", () => {
  expect(signed.map(({ route, access }) => [route, access])).toEqual([["POST /billing/webhook", "public"]]);
});

describe("a route for cross-site form posts", () => {
  test("is the OAuth callback, and no other", () => {
    expect(open.map(({ route }) => route)).toEqual(["POST /callback/:id"]);
  });

  test.each(open)(
    "reads no session at $wire, and has no answer but to lead on",
    ({ access, output, errorRedirect }) => {
      expect(access).toBe("public");
      expect(errorRedirect).not.toBe(null);
      expect("issues" in Object(output["~standard"].validate({}))).toBe(true);
    },
  );

  test.each(open)("writes and reads no row at $wire, for any sender and any cookie", async (endpoint) => {
    const path = pathOf(endpoint).replaceAll(/:\w+/g, "x");
    const database = counted(memory());
    app = openApp({ database });
    browser = app.browser();
    await browser.post("/sign-up/email", alice);
    await app.auth.idle();
    database.reset();
    for (const visitor of [browser, app.browser()]) {
      for (const origin of ["https://evil.example", "null", home, null]) {
        const headers = { ...bare, origin, "content-type": "application/x-www-form-urlencoded" };
        const answer = await visitor.post(path, "state=x&code=y&password=z", { headers });
        expect(answer.status).toBe(302);
        expect(answer.headers.get("location")).toBe(`${home}/api/auth${path}?state=x&code=y`);
        expect(answer.cookies).toEqual([]);
      }
    }
    await app.auth.idle();
    expect(database.calls).toEqual([]);
  });

  test.each(open)("accepts only a form at $wire: any other body is redirected to the error page", async (endpoint) => {
    const path = pathOf(endpoint).replaceAll(/:\w+/g, "x");
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x", "*/*", ""]) {
      const answer = await browser.post(path, '{"state":"x"}', { headers: { "content-type": type } });
      const { pathname, searchParams } = new URL(answer.headers.get("location") ?? "");
      expect([answer.status, pathname]).toEqual([302, "/api/auth/error"]);
      expect(searchParams.get("error")).toBe("invalid_callback_request");
      expect(answer.cookies).toEqual([]);
    }
  });
});

test("a form of another page fails before it is read", async () => {
  const headers = { origin: "https://evil.example", "content-type": "text/plain" };
  const answer = await browser.post("/sign-out", '{"a":"="}', { headers });
  expectError(answer, 403, "INVALID_ORIGIN", "Invalid origin");
});

test.each(["/ok", "/get-session", "/error?error=x"])(
  "any page may read %s by GET, since it changes no data",
  async (path) => {
    expect((await browser.get(path, { headers: { origin: "https://evil.example" } })).status).toBe(200);
  },
);

test("a rejected origin is logged once, with advice", async () => {
  for (const origin of ["http://localhost:5173", "https://evil.example"]) {
    await browser.post("/sign-out", {}, { headers: { origin } });
  }
  expect(app.logged.map(({ level, message }) => [level, message.includes("trustedOrigins")])).toEqual([
    ["warning", true],
  ]);
  expect(JSON.stringify(app.logged)).not.toContain("evil.example");
});
