import { memory } from "@keyhold/adapter-memory";
import { createTestAuth } from "@keyhold/testing";
import { counted, type FaultPlan, faulty } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type AnyEndpoint, endpointsFor } from "../contract/endpoint.js";
import { defineErrors } from "../contract/errors.js";
import { ok, redirect } from "../contract/outcome.js";
import { definePlugin } from "../contract/plugin.js";
import { withQuery } from "../http/redirect.js";

const errors = defineErrors({ CLOSED: { status: 403, message: "closed" } });
const declare = endpointsFor<unknown, typeof errors>(errors);
const input = z.object({ id: z.string(), word: z.string().max(5).optional() });

/** Redirects with the input in the query. */
const readFormBody = declare({
  route: "POST /form/:id",
  access: "public",
  doc: "Takes a form of another site.",
  input: input.loose(),
  output: z.never(),
  takesCrossSiteForm: true,
  handle: ({ input: given, caller, session, ctx }) =>
    redirect(
      withQuery(ctx.settings, "/seen", {
        given: JSON.stringify(given),
        session: String(session),
        cookie: String(caller.sessionToken !== null),
      }),
    ),
});

const readJsonBody = declare({
  route: "POST /json/:id",
  access: "public",
  doc: "Takes JSON, as every route but the ones of above.",
  input,
  output: z.string(),
  handle: ({ input: { id } }) => ok(id),
});

/** Redirects to a page with the error and the input in the query. */
const visited = declare({
  route: "GET /visited/:id",
  access: "optional",
  doc: "Is visited by a browser.",
  input,
  output: z.never(),
  errors: ["CLOSED"],
  limit: { windowSeconds: 60, max: 3 },
  errorRedirect: ({ settings }, { code, status, message, issues }) =>
    redirect(
      withQuery(settings, "/why", {
        code,
        status: String(status),
        message,
        fields: issues.map(({ path }) => path).join(),
      }),
    ),
  handle: ({ input: { word }, ctx }) => {
    if (word === "shut") return ctx.fail(errors.CLOSED, { cause: new Error("sentinel"), headers: { "x-more": "1" } });
    if (word === "boom") throw new Error("sentinel");
    return redirect(withQuery(ctx.settings, "/in"));
  },
});

const plugin = definePlugin({ id: "test", errors, endpoints: { readJsonBody }, pages: [readFormBody, visited] });
const open = (config = {}) => createTestAuth({ plugins: [plugin], config });
type Fixture = ReturnType<typeof open>;

const form = "application/x-www-form-urlencoded";

/** Posts with only these headers and cookies. */
const post = ({ auth }: Fixture, path: string, body: BodyInit, headers: Readonly<Record<string, string>>) =>
  auth.handler(new Request(`https://app.example.com/api/auth${path}`, { method: "POST", body, headers }));

/** The target and the parameters of a redirect. */
function landing(response: Response): Readonly<Record<string, string>> {
  const { origin, pathname, searchParams } = new URL(response.headers.get("location") ?? "");
  expect([response.status, origin]).toEqual([302, "https://app.example.com"]);
  return { page: pathname, ...Object.fromEntries(searchParams) };
}

describe("a route for cross-site form posts", () => {
  test.each([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a sandbox", { origin: "null" }],
    ["an unknown site", {}],
    ["another page by its referer", { referer: "https://evil.example/x" }],
  ])("accepts one of %s, as pairs with the parameters of the path", async (_, headers) => {
    const answer = await post(open(), "/form/a%2Fb", "word=x+y&id=other&more=%26", {
      ...headers,
      "content-type": form,
    });
    const { page, given = "" } = landing(answer);
    expect(page).toBe("/seen");
    expect(JSON.parse(given)).toEqual({ word: "x y", more: "&", id: "a/b" });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("reads no session, even if a cookie came, and the function for trusted origins is not called", async () => {
    const database = counted(memory());
    const asked: unknown[] = [];
    const trustedOrigins = (request: unknown) => {
      asked.push(request);
      return [];
    };
    const fixture = open({ database, trustedOrigins });
    const { browser } = await fixture.signUp("ann@example.com");
    const cookie = browser.cookies.header() ?? "";
    await fixture.auth.idle();
    database.reset();
    asked.length = 0;
    const headers = { "content-type": form, origin: "https://evil.example", cookie };
    expect(landing(await post(fixture, "/form/1", "word=x", headers))).toMatchObject({
      session: "null",
      cookie: "false",
    });
    await fixture.auth.idle();
    expect(database.calls).toEqual([]);
    expect(asked).toEqual([]);
  });

  test.each([
    ["JSON", '{"word":"x"}', "application/json", 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["plain text", "word=x", "text/plain", 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["what is too large", "x".repeat(70_000), form, 413, "PAYLOAD_TOO_LARGE"],
    ["what is no UTF-8", new Uint8Array([0x61, 0xff]), form, 400, "BAD_REQUEST"],
    ["a field twice", "word=x&word=y", form, 400, "VALIDATION_ERROR"],
    ["a NUL", "word=%00", form, 400, "VALIDATION_ERROR"],
    ["a key of the prototype", "__proto__=x", form, 400, "VALIDATION_ERROR"],
    ["an input that its schema rejects", "word=too+long", form, 400, "VALIDATION_ERROR"],
  ] as const)("does not accept %s", async (_, body, type, status, code) => {
    const answer = await post(open(), "/form/1", body, { "content-type": type });
    expect({ status: answer.status, code: ((await answer.json()) as { code: string }).code }).toEqual({ status, code });
  });

  test("is no other route: those accept JSON, of trusted pages", async () => {
    const fixture = open();
    expect((await post(fixture, "/json/1", "word=x", { "content-type": form })).status).toBe(415);
    const foreign = { "content-type": "application/json", origin: "https://evil.example" };
    expect((await post(fixture, "/json/1", "{}", foreign)).status).toBe(403);
    expect((await post(fixture, "/json/1", "{}", { "content-type": "application/json" })).status).toBe(200);
  });

  const wrong = (changes: object): AnyEndpoint => Object.freeze({ ...readFormBody, ...changes });

  test("is a config error if it accepts forms of its own origin, too", () => {
    const start = () =>
      createTestAuth({ plugins: [definePlugin({ id: "wrong", pages: [wrong({ takesNavigation: true })] })] });
    expect(start).toThrow(
      'POST /form/:id of "wrong" takes forms of its own origin and must not take those of other sites or signed bodies',
    );
  });

  test.each<[string, AnyEndpoint]>([
    ["acts for a session", wrong({ access: "session" })],
    ["looks at one", wrong({ access: "optional" })],
    ["is a GET", wrong({ route: "GET /form/:id" })],
  ])("is a config error if it %s", (_, endpoint) => {
    const start = () => createTestAuth({ plugins: [definePlugin({ id: "wrong", pages: [endpoint] })] });
    expect(start).toThrow(`${endpoint.route} of "wrong" takes forms of other sites and must be a public POST`);
  });
});

describe("a route that a browser visits", () => {
  const visit = async ({ browser }: Pick<Fixture, "browser">, path = "/visited/1") => browser.get(path);

  test("redirects if it succeeds", async () => {
    expect(landing(await visit(open()))).toEqual({ page: "/in" });
  });

  test.each([
    ["the input is", "/visited/1?word=too-long", { code: "VALIDATION_ERROR", status: "400", fields: "word" }],
    ["the query is", "/visited/1?word=x&word=y", { code: "VALIDATION_ERROR", status: "400", fields: "word" }],
    ["the handler says", "/visited/1?word=shut", { code: "CLOSED", status: "403", message: "closed" }],
    ["a surprise is", "/visited/1?word=boom", { code: "INTERNAL_SERVER_ERROR", status: "500" }],
  ])("redirects to its page if %s wrong", async (_, path, why) => {
    const answer = await visit(open(), path);
    expect(landing(answer)).toMatchObject({ page: "/why", ...why });
    expect(answer.headers.get("location")).not.toContain("sentinel");
    expect([answer.headers.get("x-more"), answer.headers.get("content-type")]).toEqual([null, null]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("redirects there if a limit is exceeded, or the session cannot be read", async () => {
    const fixture = open({ rateLimit: { enabled: true } });
    for (let turn = 0; turn < 3; turn += 1) expect(landing(await visit(fixture)).page).toBe("/in");
    expect(landing(await visit(fixture))).toMatchObject({ page: "/why", code: "TOO_MANY_REQUESTS", status: "429" });

    const plan: FaultPlan = {};
    const broken = open({ database: faulty(memory(), plan) });
    const { browser } = await broken.signUp("ann@example.com");
    plan.isUnavailable = true;
    expect(landing(await visit({ browser }))).toMatchObject({ code: "SERVICE_UNAVAILABLE", status: "503" });
    plan.isUnavailable = false;
    expect(landing(await visit({ browser })).page).toBe("/in");
  });

  test("logs an unexpected error like every route, and no other error", async () => {
    const fixture = open();
    await visit(fixture, "/visited/1?word=too-long");
    expect(fixture.logged).toEqual([]);
    await visit(fixture, "/visited/1?word=boom");
    expect(fixture.logged.map(({ level, message }) => [level, message])).toEqual([
      ["error", "Unexpected error at GET /visited/:id."],
    ]);
  });

  test("keeps the cookie of a session that was prolonged, although it fails", async () => {
    const fixture = open();
    const { browser } = await fixture.signUp("ann@example.com");
    fixture.clock.forward({ hours: 25 });
    const answer = await visit({ browser }, "/visited/1?word=shut");
    expect(landing(answer).page).toBe("/why");
    expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining("session_token=")]);
  });

  test("answers another method, or another path, like every route", async () => {
    const { browser } = open();
    const answer = await browser.post("/visited/1", {});
    expect({ status: answer.status, allow: answer.headers.get("allow") }).toEqual({ status: 405, allow: "GET, HEAD" });
    expect((await browser.get("/visited")).status).toBe(404);
  });
});

describe("a declaration", () => {
  test("takes no form of another site, and has no page for blockedKeys, unless it says so", () => {
    expect([readFormBody.takesCrossSiteForm, readFormBody.takesNavigation, readFormBody.errorRedirect]).toEqual([
      true,
      false,
      null,
    ]);
    expect([readJsonBody.takesCrossSiteForm, readJsonBody.errorRedirect]).toEqual([false, null]);
    expect([visited.takesCrossSiteForm, typeof visited.errorRedirect]).toEqual([false, "function"]);
  });
});
