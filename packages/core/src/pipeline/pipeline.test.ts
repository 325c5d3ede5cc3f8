import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { SessionFor } from "../contract/access.js";
import { type AnyEndpoint, endpointsFor } from "../contract/endpoint.js";
import { defineErrors } from "../contract/errors.js";
import { ok, page } from "../contract/outcome.js";
import { definePlugin } from "../contract/plugin.js";

type Access = keyof SessionFor;

const errors = defineErrors({ BROKEN: { status: 400, message: "broken" } });
const declare = endpointsFor<{ readonly greeting: string }, typeof errors>(errors);

const whoAmI = <A extends Access>(access: A): AnyEndpoint =>
  declare({
    route: `POST /test/${access}`,
    access,
    doc: "Says who calls.",
    input: z.object({ word: z.string() }),
    output: z.object({ who: z.string().nullable(), greeting: z.string() }),
    handle: ({ session }, { greeting }) => ok({ who: session?.user.email ?? null, greeting }),
  });

const echo = declare({
  route: "GET /test/echo/:id/:other",
  access: "public",
  doc: "Says what it got.",
  input: z.looseObject({ id: z.string() }),
  output: z.unknown(),
  handle: ({ input }) => ok(input),
});

const change = declare({
  route: "POST /test/echo/:id/:other",
  access: "public",
  doc: "Says what it got.",
  input: z.looseObject({ id: z.string() }),
  output: z.unknown(),
  handle: ({ input }) => ok(input),
});

const broken = declare({
  route: "GET /test/broken",
  access: "optional",
  doc: "Fails as it says it may.",
  input: z.object({}),
  output: z.null(),
  errors: ["BROKEN"],
  handle: ({ ctx }) => ctx.fail(errors.BROKEN, { cause: new Error("hunter2"), headers: { "x-more": "1" } }),
});

const wild = declare({
  route: "GET /test/wild",
  access: "public",
  doc: "Answers with what JSON cannot hold.",
  input: z.object({}),
  output: z.unknown(),
  handle: () => ok(1n),
});

const renew = declare({
  route: "POST /test/renew",
  access: "session",
  doc: "Sets the session's cookie itself.",
  input: z.object({}),
  output: z.null(),
  handle: () => ok(null, ["__Host-keyhold.session_token=own; Path=/", "other=1; Path=/"]),
});

const shown = declare({
  route: "GET /test/page",
  access: "optional",
  doc: "Shows a page.",
  input: z.object({}),
  output: z.never(),
  handle: ({ session }) => page(`<p>${session ? "somebody" : "nobody"}</p>`),
});

const open = (config = {}) =>
  createTestAuth({
    config,
    plugins: [
      definePlugin({
        id: "test",
        errors,
        options: { greeting: "hello" },
        endpoints: {
          test: {
            public: whoAmI("public"),
            optional: whoAmI("optional"),
            session: whoAmI("session"),
            fresh: whoAmI("fresh"),
            echo,
            change,
            broken,
            renew,
            wild,
          },
        },
        pages: [shown],
      }),
    ],
  });

describe("a route", () => {
  test.each<[Access, string | null]>([
    ["public", null],
    ["optional", "ann@example.com"],
    ["session", "ann@example.com"],
    ["fresh", "ann@example.com"],
  ])("for %s callers gets of a caller with a session: %s", async (access, who) => {
    const { browser } = await open().signUp("ann@example.com");
    const response = await browser.post(`/test/${access}`, { word: "x" });
    expect(await response.json()).toEqual({ who, greeting: "hello" });
  });

  test.each<[Access, number]>([
    ["public", 200],
    ["optional", 200],
    ["session", 401],
    ["fresh", 401],
  ])("for %s callers answers a caller without a session %i", async (access, status) => {
    const response = await open().browser.post(`/test/${access}`, { word: "x" });
    expect(response.status).toBe(status);
    if (status === 401) expect(await response.json()).toEqual({ code: "UNAUTHORIZED", message: "Unauthorized" });
  });

  test("for callers with a session validates no input before the caller is authorized", async () => {
    const { browser } = open();
    expect((await browser.post("/test/session", { word: 5 })).status).toBe(401);
    const unread = { method: "POST", body: "{", headers: { "content-type": "text/plain" } };
    expect((await browser.fetch("/test/session", unread)).status).toBe(401);
  });
});

describe("a server-side call", () => {
  test.each<[Access, string | null]>([
    ["public", null],
    ["optional", null],
    ["session", "UNAUTHORIZED"],
    ["fresh", "UNAUTHORIZED"],
  ])("for %s callers fails without a session: %s", async (access, code) => {
    const { auth } = open();
    const calls = auth.api as unknown as Record<"test", Record<Access, (input: object) => Promise<unknown>>>;
    const refusal = await calls.test[access]({ word: "x" }).then(
      () => null,
      (error: { code: string }) => error.code,
    );
    expect(refusal).toBe(code);
  });
});

describe("a session is fresh", () => {
  const ask = async (hours: number, config = {}) => {
    const fixture = open(config);
    const { browser } = await fixture.signUp("ann@example.com");
    fixture.clock.forward({ hours });
    const response = await browser.post("/test/fresh", { word: "x" });
    return { status: response.status, body: await response.json() };
  };

  test("for a day after sign-in", async () => {
    expect((await ask(24)).status).toBe(200);
  });

  test("no longer after that, even if it is prolonged", async () => {
    expect(await ask(24.01)).toEqual({
      status: 403,
      body: {
        code: "SESSION_IS_NOT_FRESH",
        message: "Session is not fresh",
        stepUp: { methods: ["password"], maxAgeSeconds: 86_400, factors: 1 },
      },
    });
  });

  test("always, if it is so configured", async () => {
    expect((await ask(24 * 6, { session: { freshAgeSeconds: 0 } })).status).toBe(200);
  });
});

describe("the input of a route", () => {
  const visit = async (path: string) => (await open().browser.get(path)).json();

  test("is the path's parameters and the query", async () => {
    expect(await visit("/test/echo/a%2Fb/c?more=1")).toEqual({ id: "a/b", other: "c", more: "1" });
  });

  test("is the path's parameter, even if the query or the body has another one", async () => {
    expect(await visit("/test/echo/path/c?id=query")).toMatchObject({ id: "path" });
    const response = await open().browser.post("/test/echo/path/c", { id: "body", more: 1 });
    expect(await response.json()).toEqual({ id: "path", other: "c", more: 1 });
  });

  test.each(["%00", "%C3%28", "%", "%E0%A4%A"])("is never half a text: %s", async (parameter) => {
    const response = await open().browser.get(`/test/echo/${parameter}/c`);
    expect([400, 404]).toContain(response.status);
  });
});

describe("the response of a route", () => {
  test("is its error, with the error's headers and without its cause", async () => {
    const response = await open().browser.get("/test/broken");
    expect(response.status).toBe(400);
    expect(response.headers.get("x-more")).toBe("1");
    expect(await response.text()).toBe('{"code":"BROKEN","message":"broken"}');
  });

  test("is an error, with the cookie of a session that was prolonged", async () => {
    const fixture = open();
    const { browser } = await fixture.signUp("ann@example.com");
    fixture.clock.forward({ hours: 25 });
    const response = await browser.get("/test/broken");
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining("session_token=")]);
  });

  test("has one line for each cookie: its own replaces that of an earlier stage", async () => {
    const fixture = open();
    const { browser } = await fixture.signUp("ann@example.com");
    fixture.clock.forward({ hours: 25 });
    const response = await browser.post("/test/renew");
    expect(response.headers.getSetCookie()).toEqual(["__Host-keyhold.session_token=own; Path=/", "other=1; Path=/"]);
  });

  test("is 500 if it cannot be serialized, and logged", async () => {
    const fixture = open();
    expect((await fixture.browser.get("/test/wild")).status).toBe(500);
    expect(fixture.logged).toHaveLength(1);
  });

  test("is a page with the headers of a page", async () => {
    const { browser } = await open().signUp("ann@example.com");
    const response = await browser.get("/test/page");
    expect(await response.text()).toBe("<p>somebody</p>");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});
