import { type Mailbox, memoryStorage } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, userByEmail } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { expectError, expectIssues } from "../../../../tests/harness/expect-error.ts";
import { addAccount, allRows, noRows, removePassword, unchangedRows } from "../../../../tests/harness/rows.ts";
import { expectDeleted, openDeletion } from "../deletion.js";

const day = 86_400;
const bob = { ...alice, name: "Bob", email: "bob@example.com" };
const { password } = alice;
const notFresh = [
  400,
  "SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION",
  "Session expired. Re-authenticate to perform this action.",
] as const;

let app: App;
let mailbox: Mailbox;
let browser: Browser;
let aliceId: string;

async function open(...how: Parameters<typeof openDeletion>) {
  ({ app, mailbox, browser, aliceId } = await openDeletion(...how));
}

beforeEach(() => open());

const remove = (body: unknown = {}, asked = browser) => asked.post("/delete-user", body);
const unchanged = <T>(run: () => Promise<T>) => unchangedRows(app, run);

describe("a user deletes the account", () => {
  test("by the password, with all data of the user", async () => {
    await addAccount(app, aliceId, { providerId: "github" });
    await app.browser().post("/sign-in/email", alice);
    expectDeleted(await remove({ password }));
    expect(await allRows(app)).toEqual(noRows);
    expect(browser.jar.size).toBe(0);
  });

  test("by a fresh session", async () => {
    expectDeleted(await remove());
    expect(await allRows(app)).toEqual(noRows);
  });

  test("without data of other users", async () => {
    const other = app.browser();
    await other.post("/sign-up/email", bob);
    const { id } = await userByEmail(app, bob.email);
    const before = await allRows(app);
    await remove({ password, userId: id, id });
    const after = await allRows(app);
    expect(after.users).toEqual(before.users.filter((user) => user.id === id));
    expect(after.accounts).toEqual(before.accounts.filter(({ userId }) => userId === id));
    expect(after.sessions).toEqual(before.sessions.filter(({ userId }) => userId === id));
    expect((await other.get("/get-session")).body?.user).toMatchObject({ email: bob.email });
  });

  test("and the sessions of other browsers end at once", async () => {
    const other = app.browser();
    await other.post("/sign-in/email", alice);
    await remove({ password });
    expectError(await other.post("/update-user", { name: "Ada" }), 401, "UNAUTHORIZED", "Unauthorized");
    expect((await other.get("/get-session")).text).toBe("null");
  });

  test("and can no longer sign in, but sign up again", async () => {
    await remove({ password });
    expect((await app.browser().post("/sign-in/email", alice)).status).toBe(401);
    expect((await app.browser().post("/sign-up/email", { ...alice, username: "alice" })).status).toBe(200);
  });

  test("and events are emitted for each session, then for the user", async () => {
    await app.browser().post("/sign-in/email", alice);
    app.events.length = 0;
    await remove({ password });
    await app.auth.idle();
    const ended = { type: "session.ended", userId: aliceId, sessionId: expect.any(String), reason: "user deleted" };
    expect(app.events).toEqual([
      ended,
      ended,
      { type: "user.deleted", user: expect.objectContaining({ id: aliceId, email: alice.email }) },
    ]);
  });
});

describe("a session that is not fresh", () => {
  test.each([
    ["ten minutes", 600, 200],
    ["a second more", 601, 400],
  ])("is one after more than ten minutes: %s", async (_, seconds, status) => {
    app.wait(seconds);
    expect((await remove()).status).toBe(status);
    expect((await allRows(app)).users).toHaveLength(status === 200 ? 0 : 1);
  });

  test("does not delete, although it was prolonged just now", async () => {
    app.wait(day + 1);
    await browser.get("/get-session");
    expectError(await unchanged(() => remove()), ...notFresh);
  });

  test("deletes by a password", async () => {
    app.wait(5 * day);
    expectDeleted(await remove({ password }));
  });

  test("does not exist if every session is fresh", async () => {
    await open({ session: { freshAgeSeconds: 0 } });
    app.wait(5 * day);
    expectDeleted(await remove());
  });
});

describe("no user is deleted", () => {
  test.each([{}, { password }, { token: "x" }])("if it is disabled: %j", async (body) => {
    await open({ user: {} });
    expectError(await unchanged(() => remove(body)), 404, "NOT_FOUND", "Not found");
  });

  test.each(["bad", "", `${password} `, "x".repeat(1025), "x".repeat(60_000)])(
    "by a wrong password, however fresh the session is: %j",
    async (wrong) => {
      expectError(await unchanged(() => remove({ password: wrong })), 400, "INVALID_PASSWORD", "Invalid password");
    },
  );

  test("by the password of another user", async () => {
    await app.browser().post("/sign-up/email", { ...bob, password: "the password of Bob" });
    const answer = await unchanged(() => remove({ password: "the password of Bob" }));
    expectError(answer, 400, "INVALID_PASSWORD", "Invalid password");
  });

  test("by a password if the user has no password", async () => {
    await addAccount(app, aliceId, { providerId: "github" });
    await removePassword(app, aliceId);
    const answer = await unchanged(() => remove({ password }));
    expectError(answer, 400, "CREDENTIAL_ACCOUNT_NOT_FOUND", "Credential account not found");
  });

  test("without a session", async () => {
    for (const body of [{}, { password }, { token: "x" }]) {
      expectError(await unchanged(() => remove(body, app.browser())), 401, "UNAUTHORIZED", "Unauthorized");
    }
  });

  test.each(["https://evil.example", "null"])("from a page at %s", async (origin) => {
    const answer = await unchanged(() => browser.post("/delete-user", { password }, { headers: { origin } }));
    expect(answer.status).toBe(403);
  });

  test.each(["https://evil.example", "//evil.example", "javascript:alert(1)"])(
    "with an untrusted callbackURL: %s",
    async (callbackURL) => {
      const answer = await unchanged(() => remove({ password, callbackURL }));
      expectError(answer, 403, "INVALID_CALLBACKURL", "Invalid callbackURL");
    },
  );

  test.each(
    ["password", "token", "callbackURL"].flatMap((field) =>
      [5, 1.5, true, null, [], ["a"], {}, { toString: "a" }].map((value) => [field, value] as const),
    ),
  )("if %s is %j", async (field, value) => {
    expectIssues(await unchanged(() => remove({ [field]: value })), [field]);
  });

  test("by a GET", async () => {
    expect((await unchanged(() => browser.get(`/delete-user?password=${encodeURIComponent(password)}`))).status).toBe(
      405,
    );
  });
});

describe("there is a limit", () => {
  test("to wrong passwords, which sign-in in the same browser shares", async () => {
    const wrongPasswords = { windowSeconds: 900, max: 5 };
    await open({
      rateLimit: { enabled: true, limits: { "/delete-user": false, "/sign-in/email": false }, wrongPasswords },
    });
    const before = await allRows(app);
    const statuses: number[] = [];
    for (let guess = 0; guess < 20; guess += 1) statuses.push((await remove({ password: `bad ${guess}` })).status);
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(15).fill(429)]);
    const answer = await remove({ password });
    expect([answer.status, answer.body?.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await browser.post("/sign-in/email", alice)).status).toBe(429);
    expect(await allRows(app)).toEqual(before);
    app.wait(901);
    expectDeleted(await remove({ password }));
  });

  test("to requests from one address", async () => {
    await open({ rateLimit: { enabled: true } });
    for (let asked = 0; asked < 3; asked += 1) await remove({ password: "bad" });
    expect((await unchanged(() => remove({ password }))).status).toBe(429);
  });

  test("to emails, without an error when one is not sent", async () => {
    const limits = { "/delete-user": false } as const;
    await open({ rateLimit: { enabled: true, limits, emails: { windowSeconds: 900, max: 2 } } }, true);
    const answers = [await remove(), await remove(), await remove(), await remove()];
    await app.auth.idle();
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(mailbox.messages).toHaveLength(2);
  });
});

describe("session cache entries", () => {
  test.each([true, false])("show no deleted user, in a cookie: %s", async (inCookie) => {
    const other = inCookie
      ? { session: { cookieCache: { enabled: true } } }
      : { secondaryStorage: memoryStorage({ now: () => app.now() }) };
    await open(other);
    const second = app.browser();
    await second.post("/sign-in/email", alice);
    for (const asked of [browser, second]) await asked.get("/get-session");
    await app.auth.idle();
    expectDeleted(await remove({ password }));
    expect(browser.jar.size).toBe(0);
    expect((await browser.get("/get-session")).text).toBe("null");
    expect((await second.get("/list-accounts")).status).toBe(401);
    if (!inCookie) expect((await second.get("/get-session")).text).toBe("null");
  });
});
