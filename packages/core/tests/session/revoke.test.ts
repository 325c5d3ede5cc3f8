import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  countRows,
  openApp,
  sessionModel,
  sessionsOf,
  userByEmail,
  userModel,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { expectError, expectIssues } from "../../../../tests/harness/expect-error.ts";

let app: App;
let first: Browser;
let second: Browser;

beforeEach(async () => {
  app = openApp();
  first = app.browser();
  second = app.browser();
  await first.post("/sign-up/email", alice);
  await second.post("/sign-in/email", alice);
});

interface Listed {
  readonly id: string;
  readonly token: string;
  readonly isCurrent: boolean;
}
async function listed(browser: Browser): Promise<{ own: Listed; other: Listed }> {
  const all: readonly Listed[] = JSON.parse((await browser.get("/list-sessions")).text);
  const [own] = all.filter(({ isCurrent }) => isCurrent);
  const [other] = all.filter(({ isCurrent }) => !isCurrent);
  if (!own || !other) throw new Error("There are not two sessions.");
  return { own, other };
}

const tokenOf = (browser: Browser): string => browser.sessionCookie.split(".")[0] ?? "";
const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await app.browser().get("/get-session", { headers: { cookie: browser.cookieHeader() } })).text !== "null";
const signedIn = async (): Promise<[boolean, boolean]> => [await isSignedIn(first), await isSignedIn(second)];
const ended = async () => {
  await app.auth.idle();
  return app.events.filter((event) => event.type === "session.ended");
};

function expectDone(answer: Answer): void {
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('{"status":true}');
}

describe("another session of the caller is ended", () => {
  test.each([
    ["its own token", async () => ({ token: tokenOf(second) })],
    ["the token that the list shows", async () => ({ token: (await listed(first)).other.token })],
    ["its id", async () => ({ id: (await listed(first)).other.id })],
    ["both", async () => ({ token: tokenOf(second), id: (await listed(first)).other.id })],
  ])("by %s", async (_, name) => {
    const { other } = await listed(first);
    const answer = await first.post("/revoke-session", await name());
    expectDone(answer);
    expect(answer.cookies).toEqual([]);
    expect(await signedIn()).toEqual([true, false]);
    const { id: userId } = await userByEmail(app);
    expect(await ended()).toEqual([{ type: "session.ended", userId, sessionId: other.id, reason: "revoked" }]);
  });

  test("by the listed token of a row that contains the token itself", async () => {
    const { other } = await listed(first);
    await app.db.update(sessionModel, other.id, { token: tokenOf(second) });
    expectDone(await first.post("/revoke-session", { token: other.token }));
    expect(await signedIn()).toEqual([true, false]);
  });

  test("by its own token, if its row contains that", async () => {
    const { other } = await listed(first);
    await app.db.update(sessionModel, other.id, { token: tokenOf(second) });
    expectDone(await first.post("/revoke-session", { token: tokenOf(second) }));
    expect(await signedIn()).toEqual([true, false]);
  });
});

test.each([
  ["its token", async () => ({ token: tokenOf(first) })],
  ["the hash of its token", async () => ({ token: hashOf(tokenOf(first)) })],
  ["what the list shows", async () => ({ token: (await listed(first)).own.token })],
  ["its id", async () => ({ id: (await listed(first)).own.id })],
])("the caller's own session is ended with its cookies, by %s", async (_, name) => {
  const cookies = ["keyhold.session_token", "keyhold.session_data", "keyhold.dont_remember"];
  const answer = await first.post("/revoke-session", await name());
  expectDone(answer);
  expect(answer.cookies.map(({ name, attributes }) => [name, attributes.get("max-age")])).toEqual(
    cookies.map((name) => [name, "0"]),
  );
  expect(await countRows(app)).toMatchObject({ sessions: 1 });
  expect(await isSignedIn(second)).toBe(true);
});

describe("no session is ended", () => {
  let mallory: Browser;
  beforeEach(async () => {
    mallory = app.browser();
    await mallory.post("/sign-up/email", { ...alice, email: "mallory@example.com" });
  });

  test.each([
    ["another user's token", async () => ({ token: tokenOf(first) })],
    ["another user's token as that user's list shows it", async () => ({ token: (await listed(first)).own.token })],
    ["another user's id", async () => ({ id: (await listed(first)).own.id })],
    ["an unknown token", async () => ({ token: "A".repeat(32) })],
    ["an unknown id", async () => ({ id: "A".repeat(32) })],
    ["43 characters that no token has", async () => ({ token: "A".repeat(43) })],
    ["a megabyte less a little", async () => ({ token: "A".repeat(60_000) })],
    ["a name of every object", async () => ({ token: "__proto__", id: "constructor" })],
  ])("by %s, and the response is the same", async (_, name) => {
    const answer = await mallory.post("/revoke-session", await name());
    expectDone(answer);
    expect(answer.cookies).toEqual([]);
    expect(await signedIn()).toEqual([true, true]);
    expect(await isSignedIn(mallory)).toBe(true);
    expect(await ended()).toEqual([]);
  });

  test("by an id in place of a token", async () => {
    const { other } = await listed(first);
    expectDone(await first.post("/revoke-session", { token: other.id }));
    expect(await signedIn()).toEqual([true, true]);
  });

  test("by a token and the id of another session", async () => {
    const { own } = await listed(first);
    expectDone(await first.post("/revoke-session", { token: tokenOf(second), id: own.id }));
    expect(await signedIn()).toEqual([true, true]);
  });

  test.each([
    [{ token: { $ne: "" } }, "token"],
    [{ token: { contains: "a" } }, "token"],
    [{ token: { operator: "after", operand: "" } }, "token"],
    [{ token: ["a", "b"] }, "token"],
    [{ token: true }, "token"],
    [{ token: null }, "token"],
    [{ token: "" }, "token"],
    [{ id: {} }, "id"],
    [{ id: 1 }, "id"],
    [{ id: "" }, "id"],
    [{}, ""],
    [{ userId: "x" }, ""],
  ])("by %j", async (body, path) => {
    expectIssues(await first.post("/revoke-session", body), [path]);
    expect(await signedIn()).toEqual([true, true]);
    expect(await isSignedIn(mallory)).toBe(true);
  });

  test.each(["/revoke-session", "/revoke-sessions", "/revoke-other-sessions"])(
    "without a session, at %s",
    async (path) => {
      expectError(await app.browser().post(path, { token: tokenOf(first) }), 401, "UNAUTHORIZED", "Unauthorized");
      expect(await signedIn()).toEqual([true, true]);
    },
  );

  test.each(["/revoke-sessions", "/revoke-other-sessions"])("of another user, at %s", async (path) => {
    expectDone(await mallory.post(path));
    expect(await signedIn()).toEqual([true, true]);
  });
});

test("all other sessions are ended, and this one goes on", async () => {
  await app.browser().post("/sign-in/email", alice);
  const answer = await first.post("/revoke-other-sessions");
  expectDone(answer);
  expect(answer.cookies).toEqual([]);
  expect(await signedIn()).toEqual([true, false]);
  expect(await countRows(app)).toMatchObject({ sessions: 1 });
  expect((await ended()).map((event) => "reason" in event && event.reason)).toEqual(["revoked", "revoked"]);
});

test("of a hundred and fifty sessions a hundred and forty-nine are ended", async () => {
  const { id: userId } = await userByEmail(app);
  const now = app.now();
  for (let index = 0; index < 148; index += 1) {
    const expiresAt = new Date(now.getTime() + 86_400_000);
    await app.db.insert(sessionModel, { userId, token: `other ${index}`, expiresAt, createdAt: now, updatedAt: now });
  }
  expect(await countRows(app)).toMatchObject({ sessions: 150 });
  expectDone(await first.post("/revoke-other-sessions"));
  expect((await sessionsOf(app, userId)).map(({ id }) => id)).toHaveLength(1);
  expect(await isSignedIn(first)).toBe(true);
  expect(await ended()).toHaveLength(149);
});

test("more than a page of sessions are ended, with one event each", async () => {
  const { id: userId } = await userByEmail(app);
  const now = app.now();
  for (let index = 0; index < 1100; index += 1) {
    const expiresAt = new Date(now.getTime() + 86_400_000);
    await app.db.insert(sessionModel, { userId, token: `other ${index}`, expiresAt, createdAt: now, updatedAt: now });
  }
  expectDone(await first.post("/revoke-other-sessions"));
  expect(await countRows(app)).toMatchObject({ sessions: 1 });
  const told = (await ended()).map((event) => "sessionId" in event && event.sessionId);
  expect(new Set(told).size).toBe(1101);
  expect(told).toHaveLength(1101);
});

test("all sessions are ended, this one with its cookies", async () => {
  const before = first.cookieHeader();
  const answer = await first.post("/revoke-sessions");
  expectDone(answer);
  expect(answer.cookies.map(({ attributes }) => attributes.get("max-age"))).toEqual(["0", "0", "0"]);
  expect((await app.browser().get("/get-session", { headers: { cookie: before } })).text).toBe("null");
  expect(await isSignedIn(second)).toBe(false);
  expect(await countRows(app)).toMatchObject({ users: 1, sessions: 0 });
  expect(await ended()).toHaveLength(2);
});

describe("the server", () => {
  test("ends every session of a user, and answers how many", async () => {
    const { id: userId } = await userByEmail(app);
    await app.browser().post("/sign-up/email", { ...alice, email: "bob@example.com" });
    expect(await app.auth.api.revokeUserSessions({ userId })).toEqual({ revoked: 2 });
    expect(await signedIn()).toEqual([false, false]);
    expect(await countRows(app)).toMatchObject({ users: 2, sessions: 1 });
    expect((await ended()).map((event) => "reason" in event && event.reason)).toEqual([
      "revoked by operator",
      "revoked by operator",
    ]);
    expect(await app.auth.api.revokeUserSessions({ userId })).toEqual({ revoked: 0 });
  });

  test("ends no session of a missing user", async () => {
    expect(await app.auth.api.revokeUserSessions({ userId: "nobody" })).toEqual({ revoked: 0 });
    expect(await signedIn()).toEqual([true, true]);
  });

  test.each(["/revoke-user-sessions", "/remove-expired"])("is the only one: %s is not a route", async (path) => {
    const { id: userId } = await userByEmail(app);
    expect((await first.post(path, { userId })).status).toBe(404);
    expect(await signedIn()).toEqual([true, true]);
  });
});

test("sessions that are removed with their user cannot be revoked", async () => {
  await app.db.remove(userModel, { id: (await userByEmail(app)).id });
  expectError(await first.post("/revoke-sessions"), 401, "UNAUTHORIZED", "Unauthorized");
});
