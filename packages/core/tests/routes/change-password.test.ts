import type { EmailMessage } from "@keyhold/core";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  openApp,
  password,
  passwordHashOf,
  sessionsOf,
  userByEmail,
} from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { expectError, expectIssues } from "../../../../tests/harness/expect-error.ts";
import { allRows, removePassword } from "../../../../tests/harness/rows.ts";

const newPassword = "another password";

let app: App;
let messages: EmailMessage[];
let browser: Browser;
let userId: string;

beforeEach(async () => {
  const sent: EmailMessage[] = [];
  messages = sent;
  app = openApp({ mail: (message) => void sent.push(message), emailVerification: { sendOnSignUp: false } });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
  userId = (await userByEmail(app)).id;
  await app.auth.idle();
  app.events.length = 0;
});

const change = (more: object = {}, by = browser) =>
  by.post("/change-password", { currentPassword: password, newPassword, ...more });

const signIn = (given: string, by = app.browser()) => by.post("/sign-in/email", { ...alice, password: given });

describe("a changed password", () => {
  test("is the one that signs in from then on", async () => {
    expect((await change()).status).toBe(200);
    expect((await signIn(password)).status).toBe(401);
    expect((await signIn(newPassword)).status).toBe(200);
  });

  test("is answered with the user and the token of a new session", async () => {
    const answer = await change();
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      user: {
        id: userId,
        name: "Alice",
        email: "alice@example.com",
        emailVerified: false,
        image: null,
        createdAt: "2026-01-05T12:00:00.000Z",
        updatedAt: "2026-01-05T12:00:00.000Z",
        username: null,
        displayUsername: null,
      },
    });
    expect(decodeURIComponent(browser.sessionCookie)).toContain(`${answer.body?.token}.`);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ id: userId });
  });

  test("replaces the session of this browser: the old token is invalid", async () => {
    const old = browser.cookieHeader();
    await change();
    const replay = await app.browser().get("/get-session", { headers: { cookie: old } });
    expect(replay.text).toBe("null");
  });

  test.each([[{}], [{ revokeOtherSessions: true }]])("ends every other session, requested with %j", async (more) => {
    const other = app.browser();
    await signIn(password, other);
    await change(more);
    expect((await other.get("/get-session")).text).toBe("null");
    expect(await sessionsOf(app, userId)).toHaveLength(1);
  });

  test("keeps the other sessions if the user wants that", async () => {
    const other = app.browser();
    await signIn(password, other);
    const old = browser.cookieHeader();
    await change({ revokeOtherSessions: false });
    expect((await other.get("/get-session")).body?.user).toMatchObject({ id: userId });
    expect((await app.browser().get("/get-session", { headers: { cookie: old } })).text).toBe("null");
    expect(await sessionsOf(app, userId)).toHaveLength(2);
  });

  test.each([
    [true, "604800"],
    [false, undefined],
  ])("keeps `rememberMe`: %s", async (rememberMe, maxAge) => {
    await browser.post("/sign-in/email", { ...alice, rememberMe });
    const answer = await change();
    const cookie = answer.cookies.find(({ name }) => name === "keyhold.session_token");
    expect(cookie?.attributes.get("max-age")).toBe(maxAge);
  });

  test("may be the same again, with a new salt", async () => {
    const before = await passwordHashOf(app, userId);
    expect((await change({ newPassword: password })).status).toBe(200);
    expect(await passwordHashOf(app, userId)).not.toBe(before);
    expect((await signIn(password)).status).toBe(200);
  });

  test("emits an event and notifies the address, without the password", async () => {
    await change();
    await app.auth.idle();
    expect(app.events.map((event) => event.type)).toEqual(["session.ended", "session.created", "password.changed"]);
    expect(app.events.at(-1)).toMatchObject({ by: "change", user: { id: userId } });
    expect(app.events[1]).toMatchObject({ method: "change-password", isNewUser: false });
    expect(messages).toMatchObject([{ kind: "password-changed", to: alice.email }]);
    expect(JSON.stringify([app.events, messages])).not.toContain(newPassword);
  });

  test("floods no mailbox: of ten in a row three are emailed, and all emit an event", async () => {
    app = openApp({
      mail: (message) => void messages.push(message),
      rateLimit: { enabled: true, limits: { "/change-password": false } },
    });
    browser = app.browser();
    await browser.post("/sign-up/email", { ...alice, email: "victim@example.com" });
    const named = (count: number): string => (count === 0 ? password : `password number ${count}`);
    for (let count = 0; count < 10; count += 1) {
      const body = { currentPassword: named(count), newPassword: named(count + 1) };
      expect((await browser.post("/change-password", body)).status).toBe(200);
    }
    await app.auth.idle();
    expect(messages.filter(({ kind }) => kind === "password-changed")).toHaveLength(3);
    expect(app.events.filter(({ type }) => type === "password.changed")).toHaveLength(10);
  });

  test("ends the others with its reason", async () => {
    await signIn(password);
    await app.auth.idle();
    app.events.length = 0;
    await change();
    await app.auth.idle();
    const reasons = app.events.flatMap((event) => (event.type === "session.ended" ? event.reason : []));
    expect(reasons).toEqual(["replaced", "password changed"]);
  });
});

describe("a password is not changed", () => {
  test.each(["a wrong password", "", ` ${password}`, password.toUpperCase(), "x".repeat(2000)])(
    "by the current one given as %j",
    async (currentPassword) => {
      const before = await allRows(app);
      expectError(await change({ currentPassword }), 400, "INVALID_PASSWORD", "Invalid password");
      expect(await allRows(app)).toEqual(before);
      expect((await signIn(newPassword)).status).toBe(401);
    },
  );

  test.each([undefined, null, 5, true, [password], { $ne: "" }])("by the current one given as %j", async (given) => {
    const before = await allRows(app);
    expectIssues(await change({ currentPassword: given }), ["currentPassword"]);
    expect(await allRows(app)).toEqual(before);
  });

  test.each([undefined, null, 5, [newPassword], {}])("to %j", async (given) => {
    expectIssues(await change({ newPassword: given }), ["newPassword"]);
    expect((await signIn(password)).status).toBe(200);
  });

  test.each(["true", 1, null, "yes"])("with %j for whether the others end", async (revokeOtherSessions) => {
    expectIssues(await change({ revokeOtherSessions }), ["revokeOtherSessions"]);
  });

  test("to an invalid one, and the session stays", async () => {
    const before = await allRows(app);
    expectError(await change({ newPassword: "short" }), 400, "PASSWORD_TOO_SHORT", "Password too short");
    expect(await allRows(app)).toEqual(before);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ id: userId });
  });

  test("without a session", async () => {
    expectError(await change({}, app.browser()), 401, "UNAUTHORIZED", "Unauthorized");
  });

  test("from a page of another origin", async () => {
    const headers = { origin: "https://evil.example" };
    const answer = await browser.post("/change-password", { currentPassword: password, newPassword }, { headers });
    expectError(answer, 403, "INVALID_ORIGIN", "Invalid origin");
    expect((await signIn(password)).status).toBe(200);
  });

  test("for a user without a password", async () => {
    await removePassword(app, userId);
    const answer = await change();
    expectError(answer, 400, "CREDENTIAL_ACCOUNT_NOT_FOUND", "Credential account not found");
    expect((await allRows(app)).accounts).toEqual([]);
  });

  test("of another user, with any further field", async () => {
    const bob = { ...alice, name: "Bob", email: "bob@example.com" };
    await app.browser().post("/sign-up/email", bob);
    const { id } = await userByEmail(app, bob.email);
    await change({ userId: id, email: bob.email, id });
    expect((await app.browser().post("/sign-in/email", bob)).status).toBe(200);
  });
});

test("a wrong current password emits an event", async () => {
  await change({ currentPassword: "a wrong password" });
  await app.auth.idle();
  expect(app.events).toEqual([
    {
      type: "sign-in.failed",
      method: "re-authentication",
      userId,
      reason: "wrong password",
      ipAddress: null,
      userAgent: null,
    },
  ]);
});
