import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  accountModel,
  alice,
  type Changes,
  openApp,
  password,
  replacePasswordHash,
  sessionsOf,
  userByEmail,
  userModel,
  verificationModel,
} from "../../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../../tests/harness/browser.ts";
import { expectError, expectIssues } from "../../../../../tests/harness/expect-error.ts";
import { signedCookie } from "../../../../../tests/harness/signatures.ts";
import { verificationIdentifier } from "../../../src/model/verification.js";

const day = 86_400;

let app: App;
let browser: Browser;
let userId: string;

const open = async (changes: Changes = {}): Promise<void> => {
  app = openApp({ user: { deleteUser: { enabled: true, confirmByMail: false } }, ...changes });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
  userId = (await userByEmail(app)).id;
  await app.auth.idle();
  app.events.splice(0);
};

beforeEach(() => open());

const reAuthenticate = (by = browser, given = password, headers = {}): Promise<Answer> =>
  by.post("/step-up/password", { password: given }, { headers });

/** Whether the handler of a route with access "fresh" runs. */
async function isFresh(by = browser): Promise<boolean> {
  const { status, body } = await by.post("/unlink-account", { providerId: "github" });
  if (body?.code === "SESSION_IS_NOT_FRESH") return false;
  expect([status, body?.code]).toEqual([400, "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT"]);
  return true;
}

/** Removes the re-authentication of a session; answers how many rows were removed. */
const consumeFacts = (sessionId: string): Promise<number> =>
  app.db.remove(verificationModel, { identifier: verificationIdentifier("re-authenticated", sessionId) });
const onlySessionId = async (): Promise<string> => (await sessionsOf(app, userId))[0]?.id ?? "";

const signIn = async (): Promise<Browser> => {
  const other = app.browser();
  await other.post("/sign-in/email", alice);
  return other;
};

describe("POST /step-up/password", () => {
  test("makes an old session fresh, by the session's own id, without ending it", async () => {
    app.wait(2 * day);
    expect(await isFresh()).toBe(false);
    const [before] = await sessionsOf(app, userId);
    const answer = await reAuthenticate();
    expect([answer.status, answer.body]).toEqual([
      200,
      { status: true, authTime: app.now().toISOString(), factorTime: null },
    ]);
    expect(await isFresh()).toBe(true);
    const sessions = await sessionsOf(app, userId);
    expect(sessions.map(({ id, createdAt }) => [id, createdAt])).toEqual([[before?.id, before?.createdAt]]);
  });

  test("gives the browser a new token; the previous one is invalid", async () => {
    const before = browser.cookieHeader();
    await reAuthenticate();
    expect(browser.cookieHeader()).not.toBe(before);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
    expect((await app.browser().get("/get-session", { headers: { cookie: before } })).text).toBe("null");
  });

  test("a caller with a bearer token gets a new one that has the proof, and no cookie", async () => {
    await open({ session: { bearer: true } });
    const token = (await app.browser().post("/sign-in/email", alice)).body?.token;
    const headers = { authorization: `Bearer ${token}`, origin: null };
    app.wait(2 * day);
    const answer = await reAuthenticate(app.browser(), password, headers);
    expect([answer.status, answer.cookies]).toEqual([200, []]);
    const codeWith = async (authorization: string): Promise<unknown> => {
      const options = { headers: { authorization, origin: null } };
      return (await app.browser().post("/unlink-account", { providerId: "github" }, options)).body?.code;
    };
    expect(await codeWith(`Bearer ${token}`)).toBe("SESSION_IS_NOT_FRESH");
    const next = answer.headers.get("set-auth-token");
    expect(await codeWith(`Bearer ${next}`)).toBe("YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT");
  });

  test("lasts as long as a sign-in, and is renewed by the next one; it leaves one row", async () => {
    app.wait(2 * day);
    await reAuthenticate();
    app.wait(day);
    expect(await isFresh()).toBe(true);
    await reAuthenticate();
    app.wait(day);
    expect(await isFresh()).toBe(true);
    app.wait(1);
    expect(await isFresh()).toBe(false);
    expect(await consumeFacts(await onlySessionId())).toBe(1);
  });

  test("suffices for the routes that require a recent sign-in in their own way", async () => {
    app.wait(2 * day);
    expect((await browser.post("/delete-user")).body?.code).toBe(
      "SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION",
    );
    await reAuthenticate();
    expect((await browser.post("/delete-user")).status).toBe(200);
  });

  test("emits an event with the origin of the call, and never with the password", async () => {
    const [session] = await sessionsOf(app, userId);
    await reAuthenticate(browser, password, { "user-agent": "Lynx/2.9" });
    await app.auth.idle();
    const event = { type: "session.re-authenticated", userId, sessionId: session?.id, methods: ["pwd"] };
    expect(app.events).toEqual([{ ...event, ipAddress: null, userAgent: "Lynx/2.9" }]);
  });

  test("works as a server-side call, too", async () => {
    const lines: string[] = [];
    const headers = new Headers({ cookie: browser.cookieHeader() });
    const setCookie = (line: string) => void lines.push(line);
    expect(await app.auth.api.stepUp.password({ password }, { headers, setCookie })).toEqual({
      status: true,
      authTime: app.now(),
      factorTime: null,
    });
    expect(lines).toEqual([expect.stringMatching(/^keyhold\.session_token=/)]);
  });
});

describe("its freshness applies", () => {
  test("to this session, and no other one of the user", async () => {
    const other = await signIn();
    app.wait(2 * day);
    await reAuthenticate();
    expect(await isFresh(other)).toBe(false);
  });

  test("not to the session that replaces it", async () => {
    app.wait(2 * day);
    await reAuthenticate();
    await browser.post("/sign-in/email", alice);
    app.wait(2 * day);
    expect(await isFresh()).toBe(false);
  });

  test("no longer once the password has changed, if the session outlives that", async () => {
    const other = await signIn();
    app.wait(2 * day);
    await reAuthenticate(other);
    expect(await isFresh(other)).toBe(true);
    const change = { currentPassword: password, newPassword: "another password", revokeOtherSessions: false };
    expect((await browser.post("/change-password", change)).status).toBe(200);
    expect((await other.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
    expect(await isFresh(other)).toBe(false);
    await reAuthenticate(other, "another password");
    expect(await isFresh(other)).toBe(true);
  });

  test("until the sweep removes it after the session's absolute end", async () => {
    app.wait(2 * day);
    await reAuthenticate();
    const sessionId = await onlySessionId();
    app.wait(28 * day);
    // The session, and the token that the re-authentication replaced.
    expect(await app.auth.api.removeExpired()).toMatchObject({ removed: 2 });
    app.wait(1);
    expect(await app.auth.api.removeExpired()).toMatchObject({ removed: 1 });
    expect(await consumeFacts(sessionId)).toBe(0);
  });
});

describe("it rejects", () => {
  test("a wrong password: the session stays as it was", async () => {
    app.wait(2 * day);
    await browser.get("/get-session");
    expectError(await reAuthenticate(browser, "a wrong password"), 400, "INVALID_PASSWORD", "Invalid password");
    expectError(await reAuthenticate(browser, ""), 400, "INVALID_PASSWORD", "Invalid password");
    expect(await isFresh()).toBe(false);
    expect(await consumeFacts(await onlySessionId())).toBe(0);
  });

  test.each([{}, { password: 1 }, { password: null }, { password: [password] }])("the input %j", async (input) => {
    expectIssues(await browser.post("/step-up/password", input), ["password"]);
  });

  test("a caller without a session, or with a forged one", async () => {
    expectError(await reAuthenticate(app.browser()), 401, "UNAUTHORIZED", "Unauthorized");
    const forged = { cookie: signedCookie("x".repeat(32), ["another secret 4f9b7c21d8e3a650"]) };
    expectError(await reAuthenticate(app.browser(), password, forged), 401, "UNAUTHORIZED", "Unauthorized");
  });

  test("another user's password", async () => {
    const eve = app.browser();
    await eve.post("/sign-up/email", { ...alice, email: "eve@example.com", password: "the password of Eve" });
    app.wait(2 * day);
    await eve.get("/get-session");
    expectError(await reAuthenticate(eve), 400, "INVALID_PASSWORD", "Invalid password");
    expect(await isFresh(eve)).toBe(false);
  });

  test("a user without a password", async () => {
    const now = app.now();
    const github = { providerId: "github", accountId: "1", userId, createdAt: now, updatedAt: now };
    await app.db.transactionOn(userModel, userId, async (tx, user) => {
      await tx.insert(accountModel, github, user);
      await tx.remove(accountModel, { userId, providerId: "credential" }, user);
    });
    const message = "Credential account not found";
    expectError(await reAuthenticate(), 400, "CREDENTIAL_ACCOUNT_NOT_FOUND", message);
  });

  test("a page of another origin", async () => {
    const answer = await reAuthenticate(browser, password, { origin: "https://evil.example" });
    expectError(answer, 403, "INVALID_ORIGIN", "Invalid origin");
  });

  test("the right password after too many wrong ones, which sign-in in the same browser counts, too", async () => {
    await open({ rateLimit: { enabled: true, limits: { "/step-up/password": false, "/sign-in/email": false } } });
    for (let guess = 0; guess < 20; guess += 1) expect((await reAuthenticate(browser, "wrong")).status).toBe(400);
    expect((await reAuthenticate()).status).toBe(429);
    expect((await browser.post("/sign-in/email", alice)).status).toBe(429);
  });

  test("a session after its user has removed the password: the row has the verified hash", async () => {
    app.wait(2 * day);
    await reAuthenticate();
    await replacePasswordHash(app, userId, "a hash from elsewhere");
    expect(await isFresh()).toBe(false);
  });
});

test("no freshness is required if `freshAgeSeconds` is 0", async () => {
  await open({ session: { freshAgeSeconds: 0 } });
  app.wait(6 * day);
  expect(await isFresh()).toBe(true);
});
