import { memory } from "@keyhold/adapter-memory";
import type { LogEntry } from "@keyhold/core";
import { StorageUnavailable } from "@keyhold/core/adapter";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, countRows, openApp } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { signedCookie } from "../../../../tests/harness/signatures.ts";

let plan: FaultPlan;
let app: App;
let browser: Browser;

beforeEach(async () => {
  plan = {};
  app = openApp({ database: faulty(memory(), plan) });
  browser = app.browser();
  await browser.post("/sign-up/email", { ...alice, username: "alice" });
  app.events.length = 0;
});

const bob = { ...alice, name: "Bob", email: "bob@example.com", username: "bob" };
const routes: readonly (readonly [string, () => Promise<Answer>])[] = [
  ["GET /get-session", () => browser.get("/get-session")],
  ["POST /sign-out", () => browser.post("/sign-out")],
  ["POST /sign-up/email", () => browser.post("/sign-up/email", bob)],
  ["POST /sign-in/email", () => browser.post("/sign-in/email", alice)],
  ["POST /sign-in/username", () => browser.post("/sign-in/username", { ...alice, username: "alice" })],
  ["GET /list-sessions", () => browser.get("/list-sessions")],
  ["POST /update-user", () => browser.post("/update-user", { name: "Alice two" })],
  ["POST /revoke-other-sessions", () => browser.post("/revoke-other-sessions")],
];
/** These routes read a session first. */
const ofSessions = new Set([
  "GET /get-session",
  "GET /list-sessions",
  "POST /update-user",
  "POST /revoke-other-sessions",
]);

describe.each(routes)("%s, while the storage does not answer,", (route, send) => {
  beforeEach(() => {
    plan.isUnavailable = true;
  });

  test("fails with 503 and Retry-After, and never like without a session or with a wrong password", async () => {
    const answer = await send();
    expectError(answer, 503, "SERVICE_UNAVAILABLE", "Service unavailable, try again later");
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("is logged once, and emits no event", async () => {
    await send();
    expect(app.logged.map((entry) => entry.message)).toEqual([`The database could not be reached at ${route}.`]);
    expect(app.events).toEqual([]);
  });

  test("succeeds when it answers again", async () => {
    await send();
    plan.isUnavailable = false;
    expect((await send()).status).toBe(200);
  });
});

test("a route that needs no storage succeeds without it", async () => {
  plan.isUnavailable = true;
  expect((await browser.get("/ok")).status).toBe(200);
  expect((await app.browser().get("/get-session")).text).toBe("null");
});

describe.each(routes)("%s, if another error is thrown,", (route, send) => {
  const sentinel = "hunter2";
  const everywhere = (["find", "insert", "update", "remove"] as const).map((at) => ({
    at,
    error: new Error(`SELECT * FROM "user" WHERE password='${sentinel}'`),
  }));

  // The error says that the session could not be read, never that there is no session.
  const [code, message] = ofSessions.has(route)
    ? (["FAILED_TO_GET_SESSION", "Failed to get session"] as const)
    : (["INTERNAL_SERVER_ERROR", "Internal Server Error"] as const);

  test("fails with 500, without the error's text", async () => {
    plan.faults = everywhere;
    const answer = await send();
    expectError(answer, 500, code, message);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(JSON.stringify([...answer.headers])).not.toContain(sentinel);
    expect(app.logged).toHaveLength(1);
    expect(JSON.stringify(app.logged)).not.toContain(sentinel);
  });

  test.each([["a string"], [42], [{ status: 200, code: "X", message: "y" }]])("even when it is %j", async (error) => {
    plan.faults = everywhere.map(({ at }) => ({ at, error }));
    expectError(await send(), 500, code, message);
  });
});

describe("no log entry contains", () => {
  const token = "S".repeat(32);
  const secrets = {
    "a password": alice.password,
    "an address": alice.email,
    "a token": token,
    "a cookie": decodeURIComponent(signedCookie(token)),
    "a header": "Bearer short-token",
  };
  const shapes: readonly ((secret: string) => string)[] = [
    (secret) => `Duplicate entry '${secret}' for key 'user.email'`,
    (secret) => `invalid input syntax: "${secret}"`,
    (secret) => `Failed query: insert into "user" values ($1, $2) params: ${secret},x`,
    (secret) => `request failed with body {"password":"${secret}","token":"${secret}"}`,
    (secret) => `headers: { authorization: '${secret}', cookie: '${secret}' }`,
    (secret) => `password=${JSON.stringify(secret)}`,
    (secret) => `Invalid invocation:\n\n  create({ data: ${secret} })\n    at ${secret}`,
  ];
  const cases = Object.entries(secrets).flatMap(([name, secret]) =>
    shapes.map((shape) => [name, shape(secret), secret]),
  );

  test.each(cases)("%s: %s", async (_, message = "", secret = "") => {
    const entries: LogEntry[] = [];
    for (const error of [
      new Error(message),
      new StorageUnavailable(message),
      new Error("x", { cause: new Error(message) }),
    ]) {
      plan.faults = [{ at: "find", error }];
      await browser.get("/get-session", { headers: { authorization: secrets["a header"] } });
      entries.push(...app.logged.splice(0));
    }
    expect(entries).toHaveLength(3);
    expect(JSON.stringify(entries)).not.toContain(JSON.stringify(secret).slice(1, -1));
  });

  test("the query, the body or the path of the request that failed", async () => {
    plan.faults = [{ at: "find", error: new Error("x") }];
    await browser.post("/sign-in/email?token=hunter2", { ...alice, password: "hunter2hunter2" });
    expect(JSON.stringify(app.logged)).not.toContain("hunter2");
    expect(app.logged[0]?.message).toBe("Unexpected error at POST /sign-in/email.");
  });
});

describe("a log that fails itself", () => {
  test.each([
    [
      "at once",
      () => {
        throw new Error("The disk is full.");
      },
    ],
    ["later", async () => Promise.reject(new Error("The log is away."))],
  ])("%s changes no response", async (_, log) => {
    const broken = openApp({ database: faulty(memory(), { isUnavailable: true }), log });
    const answer = await broken.browser().post("/sign-in/email", alice);
    expectError(answer, 503, "SERVICE_UNAVAILABLE", "Service unavailable, try again later");
  });
});

describe("a sign-up that breaks off", () => {
  test.each([
    ["before the user is written", { at: "insert", model: "user" }],
    ["before the password is written", { at: "insert", model: "account" }],
    ["before the session is written", { at: "insert", model: "session" }],
    ["after the session is written", { at: "insert", model: "session", when: "after" }],
    ["at its commit", { at: "commit" }],
  ] as const)("%s leaves no row behind, and emits no event", async (_, fault) => {
    plan.faults = [fault];
    const answer = await app.browser().post("/sign-up/email", bob);
    expect(answer.status).toBe(503);
    expect(answer.cookies).toEqual([]);
    expect(app.events).toEqual([]);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 1, sessions: 1 });
  });

  test("and is run again after a deadlock emits its events once", async () => {
    plan.faults = [{ at: "commit", isRetried: true }];
    expect((await app.browser().post("/sign-up/email", bob)).status).toBe(200);
    expect(app.events.map((event) => event.type)).toEqual(["user.created", "session.created"]);
    expect(await countRows(app)).toEqual({ users: 2, accounts: 2, sessions: 2 });
  });
});

test("a sign-in that breaks off does not end the browser's old session", async () => {
  plan.faults = [{ at: "insert", model: "session" }];
  expect((await browser.post("/sign-in/email", alice)).status).toBe(503);
  expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
});

describe("a platform that rejects work after the response", () => {
  test.each<[string, () => unknown]>([
    [
      "by throwing",
      () => {
        throw new Error("no context");
      },
    ],
    ["by rejecting", () => Promise.reject(new Error("no context"))],
  ])("%s changes no response, and listeners are called all the same", async (_, refuse) => {
    app = openApp({ waitUntil: refuse as () => void });
    expect((await app.browser().post("/sign-up/email", alice)).status).toBe(200);
    await app.auth.idle();
    expect(app.events.map(({ type }) => type)).toEqual(["user.created", "session.created"]);
    expect(new Set(app.logged.map(({ message }) => message))).toEqual(new Set(["`waitUntil` failed."]));
  });
});
