import { memory } from "@keyhold/adapter-memory";
import { intercept } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import {
  accountModel,
  alice,
  type Changes,
  home,
  passwordHashOf,
  replacePasswordHash,
  sessionsOf,
  userByEmail,
  userModel,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { expectError, expectIssues } from "../../../../tests/harness/expect-error.ts";
import { addAccount, allRows, removePassword } from "../../../../tests/harness/rows.ts";
import { follow, kindsTo, type MailApp, newest, openMailApp, pathIn, prove, signUp, tokenIn } from "../emails.js";

const newPassword = "another password";

let app: MailApp;
let browser: Browser;
let token: string;
let aliceId: string;

/** Alice has verified her address, is signed in, and has requested a password reset. */
async function open(changes: Changes = {}): Promise<void> {
  app = openMailApp({ emailVerification: { sendOnSignUp: false }, ...changes });
  browser = await signUp(app, alice);
  await prove(app, alice.email);
  aliceId = (await userByEmail(app)).id;
  token = await requestReset();
  app.events.length = 0;
  app.mailbox.clear();
}

async function requestReset(email = alice.email): Promise<string> {
  await app.browser().post("/forget-password", { email, redirectTo: "/new" });
  return tokenIn(app, "reset-password");
}

beforeEach(() => open());

const reset = (body: object = {}): Promise<Answer> =>
  app.browser().post("/reset-password", { token, newPassword, ...body });

const resetByQuery = (query: string, body: object = {}): Promise<Answer> =>
  app.browser().post(`/reset-password?${query}`, { newPassword, ...body });

const signsIn = async (password: string): Promise<boolean> =>
  (await app.browser().post("/sign-in/email", { email: alice.email, password })).status === 200;

const expectInvalid = (answer: Answer): void => expectError(answer, 400, "INVALID_TOKEN", "invalid token");

async function unchanged<T>(run: () => Promise<T>): Promise<T> {
  const before = await allRows(app);
  const answer = await run();
  expect(await allRows(app)).toEqual(before);
  return answer;
}

describe("GET /reset-password/:token", () => {
  const visit = (given: string, query = "?callbackURL=/new"): Promise<Answer> =>
    app.browser().get(`/reset-password/${given}${query}`);

  test("redirects a browser with the token, at each visit, and does not use it up", async () => {
    for (let count = 1; count <= 3; count += 1) {
      const answer = await unchanged(() => visit(token));
      expect({ status: answer.status, text: answer.text, cookies: answer.cookies }).toEqual({
        status: 302,
        text: "",
        cookies: [],
      });
      expect(answer.headers.get("location")).toBe(`${home}/new?token=${token}`);
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    expect((await reset()).status).toBe(200);
  });

  test.each([
    ["that was never issued", "A".repeat(24)],
    ["of another length", "A".repeat(32)],
    ["with an escape", "%25"],
    ["with dots", "%2e%2e%2fok"],
  ])("reports a token %s to the page, and does not repeat it", async (_, given) => {
    const answer = await visit(given);
    expect(answer.headers.get("location")).toBe(`${home}/new?error=INVALID_TOKEN`);
  });

  test("reports a token that is used, or has expired, to the page", async () => {
    app.wait(3600);
    expect((await visit(token)).headers.get("location")).toBe(`${home}/new?error=INVALID_TOKEN`);
    token = await requestReset();
    await reset();
    expect((await visit(token)).headers.get("location")).toBe(`${home}/new?error=INVALID_TOKEN`);
  });

  test("keeps the query of the page's URL", async () => {
    const answer = await visit("A".repeat(24), `?callbackURL=${encodeURIComponent("/a?b=1&token=OLD#d")}`);
    expect(answer.headers.get("location")).toBe(`${home}/a?b=1&token=OLD&error=INVALID_TOKEN#d`);
  });

  test.each(["", "?callbackURL=", "?callbackURL=/a&callbackURL=/b"])("requires one callbackURL: %j", async (query) => {
    expectIssues(await visit(token, query), ["callbackURL"]);
  });

  test.each(["https://evil.com", "//evil.com", "http://localhost:3000.evil.com"])(
    "sends no token to %s, and does not use it up",
    async (callbackURL) => {
      const answer = await visit(token, `?callbackURL=${encodeURIComponent(callbackURL)}`);
      expectError(answer, 403, "INVALID_CALLBACKURL", "Invalid callbackURL");
      expect([...answer.headers.values()].join()).not.toContain(token);
      expect((await reset()).status).toBe(200);
    },
  );

  test("has no effect by HEAD", async () => {
    await unchanged(() => app.browser().send("HEAD", `/reset-password/${token}?callbackURL=/new`));
    expect((await reset()).status).toBe(200);
  });
});

describe("a reset", () => {
  test("sets the new password, and changes no other column of the user", async () => {
    const before = await userByEmail(app);
    const answer = await reset();
    expect({ status: answer.status, body: answer.body, cookies: answer.cookies }).toEqual({
      status: 200,
      body: { status: true },
      cookies: [],
    });
    expect(await signsIn(newPassword)).toBe(true);
    expect(await signsIn(alice.password)).toBe(false);
    expect(await userByEmail(app)).toEqual(before);
    expect((await allRows(app)).accounts).toHaveLength(1);
  });

  test("ends every session, emits the events, and notifies the user without a secret", async () => {
    await app.browser().post("/sign-in/email", alice);
    app.events.length = 0;
    await reset();
    expect((await browser.get("/get-session")).text).toBe("null");
    expect(await sessionsOf(app, aliceId)).toEqual([]);
    const message = await newest(app, "password-changed");
    expect(message.to).toBe(alice.email);
    expect(Object.keys(message).sort()).toEqual(["appName", "appUrl", "kind", "to", "user"]);
    const ended = { type: "session.ended", userId: aliceId, reason: "password reset" };
    expect(app.events).toMatchObject([
      ended,
      ended,
      { type: "password.changed", by: "reset", user: { id: aliceId, email: alice.email } },
    ]);
  });

  test("keeps the sessions if so configured", async () => {
    await open({ emailAndPassword: { revokeSessionsOnPasswordReset: false } });
    await reset();
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });

  test.each([
    ["alone", () => `token=${token}`, () => ({})],
    ["beside what is not ours", () => `utm=1&token=${token}&utm=2`, () => ({})],
    ["and of the body, if they are the same", () => `token=${token}`, () => ({ token })],
  ])("accepts the token of the query, %s", async (_, query, body) => {
    expect((await resetByQuery(query(), body())).text).toBe('{"status":true}');
    expect(await signsIn(newPassword)).toBe(true);
    expectInvalid(await resetByQuery(query(), body()));
  });

  test("puts no token of the query into a log, an event or an email", async () => {
    const database = intercept(memory(), {
      verb: (call, run) => {
        if (isBroken && call.verb === "find") throw new Error(`At ${home}/api/auth/reset-password?token=${token}`);
        return run();
      },
    });
    let isBroken = false;
    await open({ database });
    isBroken = true;
    const failed = await resetByQuery(`token=${token}`);
    isBroken = false;
    const done = await resetByQuery(`token=${token}`);
    expect([failed.status, done.status]).toEqual([500, 200]);
    await app.auth.idle();
    expect(app.logged).toHaveLength(1);
    const told = JSON.stringify([app.logged, app.events, app.mailbox.messages, failed.text, done.text]);
    expect(told).not.toContain(token);
  });

  test("works once", async () => {
    expect((await reset()).status).toBe(200);
    expectInvalid(await unchanged(() => reset({ newPassword: "a third password" })));
    expect(await signsIn(newPassword)).toBe(true);
  });

  test("works for one of sixteen concurrent calls, and its password is the one that is set", async () => {
    const passwords = Array.from({ length: 16 }, (_, caller) => `the new password ${caller}`);
    const answers = await Promise.all(passwords.map((one) => reset({ newPassword: one })));
    const winners = passwords.filter((_, caller) => answers[caller]?.status === 200);
    expect(winners).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectInvalid(answer);
    expect(await signsIn(winners[0] ?? "")).toBe(true);
    expect(app.events.filter(({ type }) => type === "password.changed")).toHaveLength(1);
  });

  test.each([
    [3599, 200],
    [3600, 400],
    [3601, 400],
  ])("after %i seconds is answered %i", async (seconds, status) => {
    app.wait(seconds);
    const answer = await reset();
    expect(answer.status).toBe(status);
    if (status === 400) expectInvalid(answer);
    expect(await signsIn(newPassword)).toBe(status === 200);
  });

  test.each([
    ["too short", "seven77", "PASSWORD_TOO_SHORT", "Password too short"],
    ["too long", "x1".repeat(65), "PASSWORD_TOO_LONG", "Password too long"],
    ["everybody's", "password", "PASSWORD_TOO_COMMON", "Password is one that many people use, or your own name"],
  ])("to a password that is %s fails, and the token works afterwards", async (_, weak, code, message) => {
    expectError(await unchanged(() => reset({ newPassword: weak })), 400, code, message);
    expect((await reset()).status).toBe(200);
  });

  test("checks a password's length before the token", async () => {
    const answer = await reset({ token: "A".repeat(24), newPassword: "seven77" });
    expectError(answer, 400, "PASSWORD_TOO_SHORT", "Password too short");
  });

  test("to the user's own address fails as a common password", async () => {
    const email = "alice.longname@example.com";
    await signUp(app, { ...alice, email });
    token = await requestReset(email);
    const answer = await unchanged(() => reset({ newPassword: "Alice.LongName" }));
    expect(answer.body?.code).toBe("PASSWORD_TOO_COMMON");
    expect((await reset()).status).toBe(200);
  });

  test("fails if passwords are disabled", async () => {
    await open({ emailAndPassword: { enabled: true } });
    const off = openMailApp({ emailAndPassword: { enabled: false } });
    const answer = await off.browser().post("/reset-password", { token, newPassword });
    expectError(answer, 400, "EMAIL_AND_PASSWORD_IS_NOT_ENABLED", "Email and password is not enabled");
  });
});

describe("no password is reset", () => {
  test.each([
    ["a list", (right: string) => [right]],
    ["an operator", () => ({ $ne: null })],
    ["a number", () => 5],
    ["true", () => true],
    ["nothing", () => undefined],
    ["null", () => null],
    ["a text with NUL", (right: string) => `${right}\u0000`],
  ])("by a token that is %s", async (_, make) => {
    expectIssues(await unchanged(() => reset({ token: make(token) })), ["token"]);
    expect((await reset()).status).toBe(200);
  });

  test.each([
    [
      "in other letter case",
      (right: string) => right.replace(/[a-z]/gi, (one) => (one < "a" ? one.toLowerCase() : one.toUpperCase())),
    ],
    ["with a blank", (right: string) => `${right} `],
    ["cut short", (right: string) => right.slice(0, -1)],
    ["an escape", () => "%"],
    ["empty", () => ""],
    ["under its purpose", (right: string) => `reset-password:${right}`],
    ["ten thousand letters", () => "x".repeat(10_000)],
  ])("by a token that is %s", async (_, make) => {
    expectInvalid(await unchanged(() => reset({ token: make(token) })));
    expect((await reset()).status).toBe(200);
  });

  test.each([
    ["another one in the body", () => `token=${token}`, { token: "A".repeat(24) }],
    ["no token in the body", () => `token=${token}`, { token: "" }],
    ["null in the body", () => `token=${token}`, { token: null }],
    ["a list in the body", () => `token=${token}`, { token: ["A".repeat(24)] }],
    ["itself in the query a second time", () => `token=${token}&token=${token}`, {}],
    ["another one in the query", () => `token=${token}&token=${"A".repeat(24)}`, {}],
  ])("by a token of the query beside %s", async (_, query, body) => {
    expectIssues(await unchanged(() => resetByQuery(query(), body)), ["token"]);
    expect((await reset()).status).toBe(200);
  });

  test("by a token of the body beside another one in the query", async () => {
    expectIssues(await unchanged(() => resetByQuery("token=", { token })), ["token"]);
    expectIssues(await unchanged(() => resetByQuery(`token=${"A".repeat(24)}`, { token })), ["token"]);
    expect((await reset()).status).toBe(200);
  });

  test.each(["A".repeat(24), "", "%20"])("by the token %j of the query", async (wrong) => {
    expectInvalid(await unchanged(() => resetByQuery(`token=${wrong}`)));
  });

  test("by a new password of the query, nor by a token under another name", async () => {
    const post = (query: string, body: object) => app.browser().post(`/reset-password?${query}`, body);
    expectIssues(await unchanged(() => post(`token=${token}&newPassword=${newPassword}`, {})), ["newPassword"]);
    expectIssues(await unchanged(() => post(`Token=${token}&token%00=${token}`, { newPassword })), ["token"]);
  });

  test.each([5, null, ["another password"], undefined])("to %j, which is not text", async (given) => {
    expectIssues(await unchanged(() => reset({ newPassword: given })), ["newPassword"]);
    expect((await reset()).status).toBe(200);
  });

  test("by the other emails of the same user after one of them was used", async () => {
    const [first, second] = [token, await requestReset()];
    expect((await reset({ token: second })).status).toBe(200);
    expectInvalid(await unchanged(() => reset({ token: first, newPassword: "a third password" })));
    expect(await signsIn(newPassword)).toBe(true);
  });

  test("after the password was changed otherwise", async () => {
    await browser.post("/change-password", { currentPassword: alice.password, newPassword: "one chosen meanwhile" });
    expectInvalid(await reset());
    expect(await signsIn("one chosen meanwhile")).toBe(true);
  });

  test("after the password was removed", async () => {
    await addAccount(app, aliceId, { providerId: "github" });
    await browser.post("/unlink-account", { providerId: "credential" });
    expectInvalid(await reset());
    expect(await passwordHashOf(app, aliceId)).toBeNull();
  });

  test("after the address was changed", async () => {
    await app.db.update(userModel, aliceId, { email: "other@example.com" });
    expectInvalid(await reset());
    const answer = await app.browser().post("/sign-in/email", { ...alice, email: "other@example.com" });
    expect(answer.status).toBe(200);
  });

  test("for a deleted user", async () => {
    await app.db.remove(userModel, { id: aliceId });
    expectInvalid(await reset());
  });
});

test("a link to delete the account is invalid after a reset", async () => {
  await browser.post("/delete-user", {});
  const deletion = await tokenIn(app, "delete-account");
  await reset();
  const again = app.browser();
  await again.post("/sign-in/email", { email: alice.email, password: newPassword });
  expect((await again.post("/delete-user", { token: deletion })).body?.code).toBe("INVALID_TOKEN");
  expect(await userByEmail(app)).toMatchObject({ id: aliceId });
});

describe("a user without a password", () => {
  beforeEach(async () => {
    await addAccount(app, aliceId, { providerId: "github" });
    await removePassword(app, aliceId);
    token = await requestReset();
  });

  test("gets a first one by the email, and keeps the other account", async () => {
    expect((await reset()).status).toBe(200);
    expect(await signsIn(newPassword)).toBe(true);
    const providers = (await allRows(app)).accounts.map(({ providerId }) => providerId);
    expect(providers.sort()).toEqual(["credential", "github"]);
  });

  test("gets no password without it", async () => {
    expect((await reset({ token: "A".repeat(24) })).status).toBe(400);
    expect(await passwordHashOf(app, aliceId)).toBeNull();
  });
});

describe("an account with an unverified address", () => {
  beforeEach(async () => {
    await app.db.update(userModel, aliceId, { emailVerified: false });
    await addAccount(app, aliceId, { providerId: "github" });
  });

  test.each([true, false])("goes to the owner of the mailbox: sessions kept at resets %s", async (revoke) => {
    await open({ emailAndPassword: { revokeSessionsOnPasswordReset: revoke } });
    await app.db.update(userModel, aliceId, { emailVerified: false });
    await addAccount(app, aliceId, { providerId: "github" });
    app.wait(60);
    expect((await reset()).status).toBe(200);
    expect(await userByEmail(app)).toMatchObject({ emailVerified: true, updatedAt: app.now() });
    const { accounts, sessions } = await allRows(app);
    expect(accounts.map(({ providerId }) => providerId)).toEqual(["credential"]);
    expect(sessions).toEqual([]);
    expect((await browser.get("/get-session")).text).toBe("null");
    expect(await signsIn(alice.password)).toBe(false);
    expect(await signsIn(newPassword)).toBe(true);
  });

  test("and all events are emitted", async () => {
    await reset();
    await app.auth.idle();
    expect(app.events.map(({ type }) => type)).toEqual([
      "session.ended",
      "account.unlinked",
      "email.verified",
      "password.changed",
    ]);
    expect(app.events[1]).toMatchObject({ userId: aliceId, providerId: "github", accountId: "4242" });
  });

  test("of another user is not changed", async () => {
    const bob = { ...alice, email: "bob@example.com" };
    await signUp(app, bob);
    const { id } = await userByEmail(app, bob.email);
    await addAccount(app, id, { providerId: "github", accountId: "9" });
    const before = (await allRows(app)).accounts.filter(({ userId }) => userId === id);
    await reset();
    expect(await app.db.list(accountModel, { userId: id }, { orderBy: "id", limit: 9 })).toEqual(before);
    expect(await sessionsOf(app, id)).toHaveLength(1);
  });
});

test("a password that is changed while the new one is hashed is not overwritten", async () => {
  let isDue = false;
  const database = intercept(memory(), {
    async verb(call, run) {
      const answer = await run();
      if (!isDue || call.verb !== "find" || call.model !== "user" || call.isInTransaction) return answer;
      isDue = false;
      await replacePasswordHash(app, aliceId, "another hash");
      return answer;
    },
  });
  await open({ database });
  isDue = true;
  expectInvalid(await reset());
  expect(isDue).toBe(false);
  expect(await passwordHashOf(app, aliceId)).toBe("another hash");
});

test("a user who was locked out by wrong passwords can sign in with the new one", async () => {
  const wrongPasswords = { windowSeconds: 900, max: 3 };
  const paths = ["/sign-in/email", "/sign-up/email", "/forget-password", "/reset-password"];
  const limits = Object.fromEntries(paths.map((path) => [path, false as const]));
  await open({ rateLimit: { enabled: true, wrongPasswords, limits } });
  for (let guess = 1; guess <= 4; guess += 1) await signsIn(`a wrong password ${guess}`);
  expect(await signsIn(alice.password)).toBe(false);
  expect((await reset()).status).toBe(200);
  await app.auth.idle();
  expect(await signsIn(newPassword)).toBe(true);
});

test("the link of the email leads through the page to the new password", async () => {
  token = await requestReset();
  expect(pathIn(await newest(app, "reset-password"))).toBe(`/reset-password/${token}?callbackURL=%2Fnew`);
  const location = (await follow(app, "reset-password")).headers.get("location") ?? "";
  const given = new URL(location).searchParams.get("token");
  expect((await reset({ token: given })).status).toBe(200);
  expect(await kindsTo(app, alice.email)).toEqual(["reset-password", "password-changed"]);
});
