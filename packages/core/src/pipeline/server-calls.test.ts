import { memory } from "@keyhold/adapter-memory";
import { createTestAuth } from "@keyhold/testing";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { isStorageUnavailable } from "../adapter/unavailable.js";
import { isAuthError } from "../contract/errors.js";
import { sessionModel, userModel } from "../model/models.js";
import { endpoints } from "../routes/endpoints.js";

const password = "correct horse battery staple";
const ann = { name: "Ann", email: "ann@example.com", password };
const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe("a server-side call", () => {
  test("signs up like a request does, and passes the cookies to `setCookie`", async () => {
    const { auth } = createTestAuth();
    const lines: string[] = [];
    const setCookie = (line: string) => void lines.push(line);
    const signedUp = await auth.api.signUp.email(ann, { setCookie });
    expect(signedUp.user.email).toBe(ann.email);
    expect(lines).toEqual([expect.stringMatching(/^__Host-keyhold\.session_token=[^;]+; Max-Age=604800; /)]);
    const signedIn = await auth.api.signIn.email(ann);
    expect(signedIn).toMatchObject({ redirect: false, token: expect.any(String) });
    expect(await auth.api.signOut()).toEqual({ success: true });
  });

  test("answers with dates as dates", async () => {
    const { auth, clock } = createTestAuth();
    expect((await auth.api.signUp.email(ann)).user.createdAt).toEqual(clock.now());
  });

  test("acts for the sender of the headers", async () => {
    const { auth, signUp } = createTestAuth();
    const { browser } = await signUp(ann.email);
    const headers = browser.headers();
    expect((await auth.api.getSession({}, { headers }))?.user.email).toBe(ann.email);
    expect(await auth.api.getSession()).toBeNull();
    await auth.api.signOut({}, { headers });
    expect(await auth.api.getSession({}, { headers })).toBeNull();
  });

  test("checks no origin: its caller is trusted", async () => {
    const { auth, signUp } = createTestAuth();
    const headers = (await signUp(ann.email)).browser.headers();
    headers.set("origin", "https://evil.example");
    expect(await auth.api.signOut({}, { headers })).toEqual({ success: true });
  });

  test("is not counted against the rate limit of its route", async () => {
    const { auth } = createTestAuth({
      config: { rateLimit: { enabled: true, limits: { "/ok": { windowSeconds: 10, max: 1 } } } },
    });
    const get = async (): Promise<number> =>
      (await auth.handler(new Request("https://app.example.com/api/auth/ok"))).status;
    for (let calls = 0; calls < 3; calls += 1) expect(await auth.api.ok()).toEqual({ ok: true });
    expect([await get(), await get()]).toEqual([200, 429]);
  });

  test("of the server alone is refused with `isFromClient`: it checks no permission", async () => {
    const { auth } = createTestAuth();
    expect(await thrownBy(auth.api.removeExpired({}, { isFromClient: true }))).toEqual(
      new TypeError("auth.api.removeExpired: only for calls of your server, without `isFromClient`."),
    );
    expect(await auth.api.removeExpired({})).toBeDefined();
  });

  test("with `isFromClient` gets the checks of a request: origin, rate limit and challenge", async () => {
    const given = { isFromClient: true, ipAddress: "192.0.2.7" };
    const { auth, signUp } = createTestAuth({
      config: {
        rateLimit: { enabled: true, limits: { "/ok": { windowSeconds: 10, max: 1 } } },
        challenge: ({ ipAddress }) => ipAddress !== given.ipAddress,
      },
    });
    const { browser } = await signUp(ann.email);
    const headers = browser.headers();
    headers.set("origin", "https://evil.example");
    expect(await thrownBy(auth.api.signOut({}, { ...given, headers }))).toMatchObject({ code: "INVALID_ORIGIN" });
    expect(await auth.api.ok({}, given)).toEqual({ ok: true });
    expect(await thrownBy(auth.api.ok({}, given))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    const unsolved = auth.api.signUp.email({ ...ann, email: "bob@example.com" }, given);
    expect(await thrownBy(unsolved)).toMatchObject({ code: "CHALLENGE_FAILED" });
  });

  test("stores the given client IP address", async () => {
    const { auth, db } = createTestAuth();
    const { user } = await auth.api.signUp.email(ann, { ipAddress: "192.0.2.7" });
    expect(await db.find(sessionModel, { userId: user.id })).toMatchObject({ ipAddress: "192.0.2.7" });
  });

  test("passes on the cookies of a session that was prolonged", async () => {
    const { auth, clock, signUp } = createTestAuth();
    const headers = (await signUp(ann.email)).browser.headers();
    clock.forward({ hours: 25 });
    const lines: string[] = [];
    await auth.api.getSession({}, { headers, setCookie: (line) => void lines.push(line) });
    expect(lines).toEqual([expect.stringContaining("session_token=")]);
  });

  test("clears the cookies of a session that has expired", async () => {
    const { auth, clock, signUp } = createTestAuth();
    const headers = (await signUp(ann.email)).browser.headers();
    clock.forward({ days: 8 });
    const lines: string[] = [];
    await auth.api.getSession({}, { headers, setCookie: (line) => void lines.push(line) });
    expect(lines.map((line) => line.includes("Max-Age=0"))).toEqual([true, true, true]);
  });
});

describe("a server-side call fails", () => {
  test("with 401 after the cookies of an expired session were cleared", async () => {
    const { auth, clock, signUp } = createTestAuth();
    const headers = (await signUp(ann.email)).browser.headers();
    clock.forward({ days: 8 });
    const lines: string[] = [];
    const setCookie = (line: string) => void lines.push(line);
    const error = await thrownBy(auth.api.listSessions({}, { headers, setCookie }));
    expect(error).toMatchObject({ code: "UNAUTHORIZED", status: 401 });
    expect(lines.map((line) => line.includes("Max-Age=0"))).toEqual([true, true, true]);
  });

  test("before its endpoint runs if `setCookie` throws", async () => {
    const { auth, clock, db, signUp } = createTestAuth();
    const { browser, user } = await signUp(ann.email);
    clock.forward({ hours: 25 });
    const thrown = new Error("Cookies cannot be set here.");
    const setCookie = () => {
      throw thrown;
    };
    const call = auth.api.updateUser({ name: "Other" }, { headers: browser.headers(), setCookie });
    expect(await thrownBy(call)).toBe(thrown);
    expect(await db.find(userModel, { id: user.id })).toMatchObject({ name: user.name });
  });

  test("by an error with the code and the status of the response", async () => {
    const { auth } = createTestAuth();
    const error = await thrownBy(auth.api.signIn.email({ email: "nobody@example.com", password }));
    expect(isAuthError(error)).toBe(true);
    expect(error).toMatchObject({
      code: "INVALID_EMAIL_OR_PASSWORD",
      status: 401,
      message: "Invalid email or password",
    });
  });

  test.each([
    [{}, ["email", "password"]],
    [{ email: 5, password }, ["email"]],
    [{ email: "a\u0000", password }, ["email"]],
    [{ email: ann.email, password: "\ud800" }, ["password"]],
    [JSON.parse('{"__proto__":{"x":1}}'), ["__proto__"]],
    [null, [""]],
    [[], [""]],
    ["text", [""]],
  ])("for the input %j, with the paths of the invalid fields", async (input, paths) => {
    const { auth } = createTestAuth();
    const error = await thrownBy(auth.api.signIn.email(input as never));
    if (!isAuthError(error)) throw error;
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", status: 400 });
    expect(error.issues.map((issue) => issue.path)).toEqual(paths);
  });

  test("and sets no cookie then", async () => {
    const { auth } = createTestAuth();
    const lines: string[] = [];
    const setCookie = (line: string) => void lines.push(line);
    await thrownBy(auth.api.signIn.email({ email: "nobody@example.com", password }, { setCookie }));
    expect(lines).toEqual([]);
  });

  test("with the error of the storage, while that does not answer: never like without a session", async () => {
    const plan: FaultPlan = {};
    const { auth, signUp } = createTestAuth({ config: { database: faulty(memory(), plan) } });
    const headers = (await signUp(ann.email)).browser.headers();
    plan.isUnavailable = true;
    const error = await thrownBy(auth.api.getSession({}, { headers }));
    expect(isStorageUnavailable(error)).toBe(true);
  });
});

test("headers may have the form of Node's requests", async () => {
  const { auth, signUp } = createTestAuth();
  const { browser, user } = await signUp(ann.email);
  const headers = {
    cookie: browser.headers().get("cookie") ?? "",
    ":path": "/",
    "x-many": ["a", "b"],
    none: undefined,
  };
  expect((await auth.api.getSession({}, { headers }))?.user.id).toBe(user.id);
});

describe("the calls of an auth", () => {
  test("have the names of their routes, and no others", () => {
    const { auth } = createTestAuth();
    const { signIn, signUp, stepUp, ...calls } = endpoints;
    expect(Object.keys(auth.api).sort()).toEqual([...Object.keys(calls), "signIn", "signUp", "stepUp"].sort());
    for (const [name, { route }] of Object.entries(calls)) {
      expect(route.split("/")[1]?.replace(/-./g, (dash) => dash.slice(1).toUpperCase())).toBe(name);
    }
    expect(Object.keys(auth.api.signIn)).toEqual(["email"]);
    expect(Object.keys(auth.api.signUp)).toEqual(["email"]);
    expect(Object.keys(auth.api.stepUp)).toEqual(["methods", "password"]);
  });
});
