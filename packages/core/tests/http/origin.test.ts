import { memory } from "@keyhold/adapter-memory";
import { type CountedDatabase, counted } from "@keyhold/testing/faults";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, home, openApp } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { allEndpoints, pathOf } from "../../../../tests/harness/endpoints.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

let app: App;
let browser: Browser;

async function open(): Promise<void> {
  app = openApp({ trustedOrigins: ["https://app.example.com", "https://example.org:8443"] });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
}

const errorMessages = { INVALID_ORIGIN: "Invalid origin", MISSING_OR_NULL_ORIGIN: "Missing or null Origin" };
const expectUnchanged = async (): Promise<void> =>
  expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 1 });

const bare = { origin: null, referer: null, "sec-fetch-site": null };
const routes = ["/sign-up/email", "/sign-in/email", "/sign-in/username", "/sign-out"];
const bob = { name: "Bob", email: "bob@example.com", password: alice.password, username: "bob" };

describe.each([
  ["with a session's cookie", true],
  ["without a cookie", false],
])("a request %s", (_, hasCookie) => {
  const post = (path: string, headers: Record<string, string | null>) =>
    (hasCookie ? browser : app.browser()).post(path, bob, { headers: { ...bare, ...headers } });

  describe("that fails changes nothing:", () => {
    beforeAll(open);

    describe.each(routes)("to %s", (path) => {
      test.each([
        ["from another origin, with any referer", { origin: "https://evil.example" }, "INVALID_ORIGIN"],
        ["from an unknown origin", { origin: "null" }, "MISSING_OR_NULL_ORIGIN"],
      ] as const)("%s", async (_, { origin }, code) => {
        const answer = await post(path, { origin, "sec-fetch-site": "same-origin", referer: `${home}/` });
        expectError(answer, 403, code, errorMessages[code]);
        await expectUnchanged();
      });

      test.each<[string, Record<string, string>]>([
        ["if the browser sends another site in place of an origin", { "sec-fetch-site": "cross-site", referer: home }],
        ["if the referer in place of an origin is another", { referer: "http://localhost:3000.evil.example/" }],
      ])("%s", async (_, headers) => {
        expectError(await post(path, headers), 403, "INVALID_ORIGIN", "Invalid origin");
        await expectUnchanged();
      });
    });
  });

  describe("may come with", () => {
    beforeEach(open);

    test.each<Record<string, string>>([
      { origin: "https://app.example.com" },
      { "sec-fetch-site": "same-origin" },
      { referer: `${home}/sign-in?next=https://evil.example` },
    ])("%j", async (headers) => {
      expect((await post("/sign-up/email", headers)).status).toBe(200);
    });
  });
});

describe("a request without a source", () => {
  beforeEach(open);

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
  .filter(({ takesCrossSiteForm, takesSignedBody, isMachine }) => !takesCrossSiteForm && !takesSignedBody && !isMachine)
  .map(pathOf);
/** Routes for forms of this library's own pages. */
const ofPages = posted.filter(({ takesNavigation }) => takesNavigation).map(pathOf);
/** The deliberate exceptions. */
const crossSite = posted.filter(({ takesCrossSiteForm }) => takesCrossSiteForm);
const ofPrograms = posted.filter(({ isMachine }) => isMachine);
const signed = posted.filter(({ takesSignedBody }) => takesSignedBody);

describe("every route that changes data", () => {
  const body = {
    ...alice,
    currentPassword: alice.password,
    newPassword: "another password",
    newEmail: "new@example.com",
  };
  let database: CountedDatabase;

  // A rejected request changes nothing, so all routes share an app.
  beforeAll(async () => {
    database = counted(memory());
    const deleteUser = { enabled: true, confirmByMail: false };
    app = openApp({ database, user: { changeEmail: { enabled: true }, deleteUser }, isWhole: true });
    browser = app.browser();
    await browser.post("/sign-up/email", alice);
    await app.auth.idle();
  });
  beforeEach(() => database.reset());

  test("accepts the form of this library's own pages at the links of emails and of apps, and at no other route", () => {
    expect([...ofPages].sort()).toEqual([
      "/delete-user/callback",
      "/devices/report",
      "/magic-link/verify",
      "/native/confirm",
      "/two-factor/stop-recovery",
      "/undo-email-change",
      "/verify-email",
    ]);
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

test("the routes for programs read no session", () => {
  expect(ofPrograms.map(({ route, access }) => [route, access])).toEqual([
    ["POST /device/code", "public"],
    ["POST /device/token", "public"],
  ]);
});

test("the only routes with a signed body are the webhook of billing and the report of leaked keys", () => {
  expect(signed.map(({ route, access }) => [route, access]).sort()).toEqual([
    ["POST /api-key/report-leaked", "public"],
    ["POST /billing/webhook", "public"],
  ]);
});

describe("a route for cross-site form posts", () => {
  beforeAll(open);

  test("is the OAuth callback, and no other", () => {
    expect(crossSite.map(({ route }) => route)).toEqual(["POST /callback/:id"]);
  });

  test.each(crossSite)(
    "reads no session at $route, and has no answer but to lead on",
    ({ access, output, errorRedirect }) => {
      expect(access).toBe("public");
      expect(errorRedirect).not.toBe(null);
      expect("issues" in Object(output["~standard"].validate({}))).toBe(true);
    },
  );

  test.each(crossSite)("writes and reads no row at $route, for any sender and any cookie", async (endpoint) => {
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

  test.each(crossSite)(
    "accepts only a form at $route: any other body is redirected to the error page",
    async (endpoint) => {
      const path = pathOf(endpoint).replaceAll(/:\w+/g, "x");
      for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x", "*/*", ""]) {
        const answer = await browser.post(path, '{"state":"x"}', { headers: { "content-type": type } });
        const { pathname, searchParams } = new URL(answer.headers.get("location") ?? "");
        expect([answer.status, pathname]).toEqual([302, "/api/auth/error"]);
        expect(searchParams.get("error")).toBe("invalid_callback_request");
        expect(answer.cookies).toEqual([]);
      }
    },
  );
});

describe("a page of another origin", () => {
  beforeEach(open);

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

  const lineOf = (origin: string): string =>
    `A request of a page at ${origin} was answered 403 INVALID_ORIGIN; trusted: http://localhost:3000, https://app.example.com, https://example.org:8443. If the page is yours, add its origin to \`trustedOrigins\`, or make \`baseURL\` what the address bar of the browser shows.`;
  const rejectFrom = (headers: Readonly<Record<string, string>>) => browser.post("/sign-out", {}, { headers });
  const linesOf = () => app.logged.map(({ message }) => message);

  test("is logged with the trusted origins, once an hour for each origin", async () => {
    for (const origin of ["http://localhost:5173", "https://other.example", "http://localhost:5173"])
      await rejectFrom({ origin });
    expect(linesOf()).toEqual([lineOf("http://localhost:5173"), lineOf("https://other.example")]);
    app.wait(3600);
    await rejectFrom({ origin: "https://other.example" });
    expect(linesOf().slice(2)).toEqual([lineOf("https://other.example")]);
  });

  test("that floods the server with origins gets twenty lines an hour", async () => {
    for (let index = 0; index < 50; index++) await rejectFrom({ origin: `https://a${index}.example` });
    expect(linesOf()).toHaveLength(20);
    expect(linesOf().at(-1)).toBe(
      `${lineOf("https://a19.example")} The log gets no other line of this kind for an hour.`,
    );
  });

  test.each([
    ["no value of a header without the form of an origin", { origin: `https://${"a".repeat(400)}.example` }],
    ["no user of a URL", { origin: "https://ada:secret@evil.example" }],
    ["no line break", { origin: "https://evil.example%0aforged" }],
  ])("is logged with %s", async (_, headers) => {
    await rejectFrom(headers);
    expect(linesOf()).toEqual([lineOf("another site")]);
  });

  test("is logged without the path of a referer", async () => {
    await rejectFrom({ origin: "", referer: "https://evil.example/reset?token=secret" });
    expect(JSON.stringify(linesOf())).not.toContain("secret");
  });
});
