import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { endpointsFor } from "../contract/endpoint.js";
import { isAuthError } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import { definePlugin } from "../contract/plugin.js";
import { json } from "../model/column.js";
import { sessionModel } from "../model/models.js";

const email = "ann@example.com";
const password = "correct horse battery staple";
const headers = new Headers();

const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

/** The calls as JavaScript sees them. */
type Loose = (...given: readonly unknown[]) => Promise<unknown>;
const looseCalls = (api: unknown) =>
  api as Readonly<Record<string, Loose>> & { readonly signIn: Readonly<Record<string, Loose>> };

/** A Node request with this cookie. */
function incoming(cookie: string): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.headers.cookie = cookie;
  return message;
}

describe("getSession as better-auth has it", () => {
  test("takes the headers in its first argument, as Headers, of Node, or with a query", async () => {
    const { auth, signUp } = createTestAuth();
    const given = (await signUp(email)).browser.headers();
    const cookie = given.get("cookie") ?? "";
    expect((await auth.api.getSession({ headers: given }))?.user.email).toBe(email);
    expect((await auth.api.getSession({ headers: { cookie } }))?.user.email).toBe(email);
    const query = { disableRefresh: true };
    expect((await auth.api.getSession({ headers: given, query }))?.user.email).toBe(email);
    expect(await auth.api.getSession({ headers })).toBeNull();
  });

  test("takes a request, and headers of a framework's own class", async () => {
    const { auth, signUp } = createTestAuth();
    const given = (await signUp(email)).browser.headers();
    const request = new Request("https://app.example.com/", { headers: given });
    expect((await auth.api.getSession(request))?.user.email).toBe(email);
    const own = new Map(given) as unknown as Headers;
    expect((await auth.api.getSession({ headers: own }))?.user.email).toBe(email);
    expect((await auth.api.getSession({}, { headers: own }))?.user.email).toBe(email);
  });

  test("refreshes the session as the other form does", async () => {
    const { auth, clock, signUp } = createTestAuth();
    const given = (await signUp(email)).browser.headers();
    clock.forward({ hours: 25 });
    const lines: string[] = [];
    await auth.api.getSession({ headers: given, setCookie: (line) => void lines.push(line) });
    expect(lines).toEqual([expect.stringContaining("session_token=")]);
  });

  test.each<[string, readonly unknown[], string]>([
    ["undefined headers", [{ headers: undefined }], "headers are undefined"],
    ["headers of the wrong kind", [{ headers: "cookie" }], "headers must be a Headers"],
    ["headers that are not awaited", [{ headers: Promise.resolve(headers) }], "headers are a Promise: await it"],
    ["Headers alone", [headers], "the input is a Headers"],
    ["a token", ["token"], "the input must be an object"],
    ["null", [null], "the input must be an object"],
    ["an option of better-auth", [{ headers, asResponse: true }], "setCookie"],
    ["a misspelt option", [{}, { header: headers }], 'did you mean "headers"?'],
  ])("throws the right call for %s", async (_, given, problem) => {
    const error = await thrownBy(looseCalls(createTestAuth().auth.api).getSession?.(...given) ?? Promise.resolve());
    expect(error).toMatchObject({ message: expect.stringContaining(problem) });
    expect(error).toMatchObject({ message: expect.stringMatching(/Write auth\.api\.getSession\(\{ headers \}\)$/) });
  });
});

describe("a call in the form of another library throws the right call", () => {
  const right = "Write auth.api.signIn.email({ email, password }, { headers })";

  test.each<[string, readonly unknown[]]>([
    ["{ body }", [{ body: { email, password } }]],
    ["{ body, headers }", [{ body: { email, password }, headers }]],
    ["headers among the input", [{ email, password, headers }]],
    ["{ headers } alone", [{ headers }]],
    ["{ query } and { params }", [{ query: {}, params: {} }]],
    ["a request", [new Request("https://app.example.com/")]],
    ["a Node request", [incoming("")]],
    ["headers", [headers]],
    ["a promise of the input", [Promise.resolve({ email, password })]],
    ["a function", [() => ({ email, password })]],
  ])("for %s, as a VALIDATION_ERROR", async (_, given) => {
    const error = await thrownBy(looseCalls(createTestAuth().auth.api).signIn.email?.(...given) ?? Promise.resolve());
    if (!isAuthError(error)) throw error;
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", status: 400 });
    expect(error.message).toContain(right);
  });

  test.each<[string, unknown, string]>([
    ["headers", headers, "the options are a Headers"],
    ["a request", new Request("https://app.example.com/"), "the options are a Request"],
    ["null", null, ""],
    ["a text", "cookie", "the options must be an object"],
    ["a list", [], "the options must be an object"],
    ["headers as a text", { headers: "a=b" }, "headers must be a Headers"],
    ["a misspelt name", { setCookies: () => undefined }, 'did you mean "setCookie"?'],
    ["a body", { body: {} }, "give the input as the first argument"],
    ["setCookie that is none", { setCookie: [] }, "setCookie must be a function"],
    ["an address that is none", { ipAddress: 7 }, "ipAddress must be a text"],
  ])("for %s in place of the options, as a TypeError", async (_, options, problem) => {
    const { signIn } = looseCalls(createTestAuth().auth.api);
    const error = await thrownBy(signIn.email?.({ email, password }, options) ?? Promise.resolve());
    // Null is an option that is not given.
    if (options === null) return expect(error).toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD" });
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(problem);
    expect(String(error)).toContain(right);
  });

  test("names the fields that were given, and an empty input where none is needed", async () => {
    const calls = looseCalls(createTestAuth().auth.api);
    const messageOf = async (call: Promise<unknown> | undefined) => String(await thrownBy(call ?? Promise.resolve()));
    expect(await messageOf(calls.updateUser?.({ body: { name: "Ann", unknown: 1 }, headers }))).toContain(
      "Write auth.api.updateUser({ name }, { headers })",
    );
    expect(await messageOf(calls.signOut?.({ headers }))).toContain("Write auth.api.signOut({}, { headers })");
  });

  test("leaves an input alone that has such a field, or a JSON column of that name", async () => {
    const endpoint = endpointsFor<unknown, Record<never, never>>({});
    const post = endpoint({
      route: "POST /post",
      access: "public",
      doc: "Takes a field named body.",
      input: z.object({ body: z.object({ text: z.string() }) }),
      output: z.string(),
      handle: ({ input: { body } }) => ok(body.text),
    });
    const columns = { query: json<object>().optional().input() };
    const { auth, signUp } = createTestAuth({
      plugins: [definePlugin({ id: "posts", endpoints: { post }, extends: { user: { columns } } })],
    });
    const calls = looseCalls(auth.api);
    const given = (await signUp(email)).browser.headers();
    expect(await calls.updateUser?.({ query: { sort: "name" } }, { headers: given })).toEqual({ status: true });
    expect(await calls.post?.({ body: { text: "hello" } })).toBe("hello");
    expect(String(await thrownBy(calls.post?.({ body: { text: "x" }, headers }) ?? Promise.resolve()))).toContain(
      "Write auth.api.post({ text }, { headers })",
    );
  });
});

describe("auth.session", () => {
  test("tells whose request it is, by headers, a request, or Node headers", async () => {
    const { auth, signUp } = createTestAuth();
    const given = (await signUp(email)).browser.headers();
    const cookie = given.get("cookie") ?? "";
    const requests = [given, new Request("https://app.example.com/", { headers: given }), { cookie }, incoming(cookie)];
    for (const request of requests) {
      const found = await auth.session(request);
      expect(found?.user.email).toBe(email);
      expect(found?.session.userId).toBe(found?.user.id);
    }
    expect(await auth.session(headers)).toBeNull();
    expect(await auth.session({ headers: { cookie: "a=b" } })).toBeNull();
  });

  test("changes no row unless it is given setCookie, which then gets the new cookies", async () => {
    const { auth, clock, db, signUp } = createTestAuth();
    const { browser, user } = await signUp(email);
    const find = () => db.find(sessionModel, { userId: user.id });
    clock.forward({ hours: 25 });
    const before = await find();
    expect((await auth.session(browser.headers()))?.session.expiresAt).toEqual(before?.expiresAt);
    expect(await find()).toEqual(before);

    const lines: string[] = [];
    await auth.session(browser.headers(), { setCookie: (line) => void lines.push(line) });
    expect(lines).toEqual([expect.stringContaining("session_token=")]);
    expect((await find())?.expiresAt).not.toEqual(before?.expiresAt);

    const shown = browser.headers();
    clock.forward({ days: 60 });
    expect(await auth.session(shown)).toBeNull();
    expect(await find()).not.toBeNull();
    await auth.session(shown, { setCookie: (line) => void lines.push(line) });
    expect(await find()).toBeNull();
  });

  test.each<[string, readonly unknown[], string]>([
    ["nothing", [], "headers must be a Headers"],
    ["a token", ["token"], "headers must be a Headers"],
    ["undefined headers", [{ headers: undefined }], "headers must be a Headers"],
    ["a promise", [Promise.resolve(headers)], "headers are a Promise: await it"],
    ["a misspelt option", [headers, { setCokie: () => undefined }], 'did you mean "setCookie"?'],
  ])("throws for %s instead of answering null", async (_, given, problem) => {
    const error = await thrownBy((createTestAuth().auth.session as Loose)(...given));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(problem);
  });
});
