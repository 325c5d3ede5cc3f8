import {
  proofColumns,
  sessionModel,
  userModel,
  verificationIdentifier,
  verificationModel,
  withColumns,
} from "@keyhold/core/plugin";
import { oneTimeToken } from "@keyhold/one-time-token";
import { oneTimeTokenClient } from "@keyhold/one-time-token/client";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { beforeEach, describe, expect, test } from "vitest";
import { asScript, email, type Fixture, open, otherHost } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

type SignedUp = Awaited<ReturnType<Fixture["signUp"]>>;

/** Ada, signed in at the first host, and at the second host by a token. */
async function handOver(options: Parameters<Fixture["generate"]>[1] = {}) {
  const ada = await fixture.signUp(email);
  const second = fixture.visit().browser;
  const answer = await fixture.verify(second, await fixture.generate(ada.browser, options));
  expect(answer.status).toBe(200);
  return { ada, second, body: await answer.json() };
}

const codeOf = async (answer: Response): Promise<unknown> => [answer.status, (await answer.json()).code];
const invalid = [400, "INVALID_TOKEN"];

describe("a one-time token", () => {
  test("opens a session of its own, with the user and the cookie", async () => {
    const { ada, second, body } = await handOver();
    expect(body).toMatchObject({ session: { userId: ada.user.id }, user: { email } });
    expect(await fixture.signedInAs(second)).toBe(email);
    const [one, two] = await fixture.sessions();
    expect(one?.token).not.toBe(two?.token);
    expect(await fixture.signedInAs(ada.browser)).toBe(email);
  });

  test("is the answer of a POST, too, and of a server-side call", async () => {
    const { browser } = await fixture.signUp(email);
    const { token } = await (await browser.post("/one-time-token/generate", { audience: otherHost })).json();
    expect((await fixture.verify(fixture.visit().browser, token)).status).toBe(200);
    const called = await fixture.auth.api.oneTimeToken.generate({}, { headers: browser.headers() });
    expect((await fixture.verify(fixture.visit().browser, called.token)).status).toBe(200);
  });

  test("works once", async () => {
    const { browser } = await fixture.signUp(email);
    const token = await fixture.generate(browser);
    const visits = Array.from({ length: 16 }, () => fixture.verify(fixture.visit().browser, token));
    const statuses = (await Promise.all(visits)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(15);
    expect(await fixture.sessions()).toHaveLength(2);
  });

  test("works for a minute, or as long as the option says", async () => {
    const { browser } = await fixture.signUp(email);
    const token = await fixture.generate(browser);
    fixture.clock.forward({ seconds: 60 });
    expect(await codeOf(await fixture.verify(fixture.visit().browser, token))).toEqual(invalid);
    expect(() => createTestAuth({ plugins: [oneTimeToken({ expiresInSeconds: 601 })] })).toThrow(/expiresInSeconds/);
  });

  test.each<[string, (ada: SignedUp) => Promise<unknown>]>([
    ["the sign-out", ({ client }) => client.signOut()],
    ["the end of all sessions", ({ client }) => client.revokeSessions()],
    [
      "a new password",
      ({ client, password }) =>
        client.changePassword({ currentPassword: password, newPassword: "another long password" }),
    ],
    ["a ban", ({ user }) => fixture.db.update(userModel, user.id, { banned: true } as object)],
    ["the deletion of the account", ({ user }) => fixture.db.remove(userModel, { id: user.id })],
  ])("has ended after %s", async (_, end) => {
    const ada = await fixture.signUp(email);
    const token = await fixture.generate(ada.browser);
    await end(ada);
    const second = fixture.visit().browser;
    expect((await fixture.verify(second, token)).status).toBeGreaterThanOrEqual(400);
    expect(await fixture.signedInAs(second)).toBe(null);
  });

  test.each(["x", "", "x".repeat(32)])("is not %j", async (token) => {
    expect(await codeOf(await fixture.verify(fixture.visit().browser, token))).toEqual(invalid);
  });

  test("is in the database as a hash", async () => {
    const { browser } = await fixture.signUp(email);
    const token = await fixture.generate(browser);
    const rows = await fixture.db.find(verificationModel, {
      identifier: verificationIdentifier("one-time-token", token),
    });
    expect(rows).toMatchObject({ value: expect.stringContaining("sessionId") });
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("a token for an audience", () => {
  test("works at that origin alone", async () => {
    const { browser } = await fixture.signUp(email);
    const token = await fixture.generate(browser, { audience: otherHost });
    expect(await codeOf(await fixture.verify(fixture.visit().browser, token, "https://app.example.com"))).toEqual(
      invalid,
    );
    expect((await fixture.verify(fixture.visit().browser, token)).status).toBe(200);
  });

  test("does not work in a request without an origin", async () => {
    const { browser } = await fixture.signUp(email);
    const token = await fixture.generate(browser, { audience: otherHost });
    await expect(fixture.auth.api.oneTimeToken.verify({ token })).rejects.toMatchObject({ code: "INVALID_TOKEN" });
  });

  test.each(["admin.example.com", "https://admin.example.com/", "https://a@b.example", "javascript:1", "*"])(
    "has no audience %j",
    async (audience) => {
      const { browser } = await fixture.signUp(email);
      const answer = await browser.post("/one-time-token/generate", { audience });
      expect(await codeOf(answer)).toEqual([400, "VALIDATION_ERROR"]);
    },
  );

  test("never works at an origin that is not trusted", async () => {
    const { browser } = await fixture.signUp(email);
    const token = await fixture.generate(browser);
    const answer = await fixture.verify(fixture.visit().browser, token, "https://evil.example");
    expect(await codeOf(answer)).toEqual([403, "INVALID_ORIGIN"]);
  });
});

describe("a token is made for scripts of the app alone:", () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ["a link", { "sec-fetch-mode": "navigate", accept: "text/html" }],
    ["an image", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }],
    ["a prefetch", { "sec-purpose": "prefetch", accept: "application/json" }],
    ["a script of another site", { accept: "application/json", origin: "https://evil.example" }],
  ])("%s gets none", async (_, headers) => {
    const { browser } = await fixture.signUp(email);
    const answer = await browser.fetch("/one-time-token/generate", { headers });
    // A browser that asks for a page gets the page of the error.
    expect([403, 302]).toContain(answer.status);
    expect(`${answer.headers.get("location")} ${await answer.text()}`).toMatch(/navigation_not_allowed/i);
  });

  test("a form of another site gets none", async () => {
    const { browser } = await fixture.signUp(email);
    const form = { method: "POST", body: new URLSearchParams(), headers: { origin: "https://evil.example" } };
    expect(await codeOf(await browser.fetch("/one-time-token/generate", form))).toEqual([403, "INVALID_ORIGIN"]);
  });

  test("a client without a session gets none", async () => {
    const answer = await fixture.visit().browser.fetch("/one-time-token/generate", asScript);
    expect(await codeOf(answer)).toEqual([401, "UNAUTHORIZED"]);
  });
});

describe("the session of a token", () => {
  test.each<[string, (ada: SignedUp) => Promise<unknown>]>([
    ["the user signs out of", ({ client }) => client.signOut()],
    ["the user revokes", ({ client }) => client.revokeSessions()],
    ["a new sign-in replaces", ({ client, password }) => client.signIn.email({ email, password })],
  ])("ends with the session that %s", async (_, end) => {
    const { ada, second } = await handOver();
    const third = fixture.visit().browser;
    expect((await fixture.verify(third, await fixture.generate(second))).status).toBe(200);
    await end(ada);
    expect(await fixture.signedInAs(second)).toBe(null);
    expect(await fixture.signedInAs(third)).toBe(null);
  });

  test("ends alone", async () => {
    const { ada, second } = await handOver();
    await second.post("/sign-out");
    expect(await fixture.signedInAs(second)).toBe(null);
    expect(await fixture.signedInAs(ada.browser)).toBe(email);
  });

  test("stays if it ends all other sessions, and then has no other session to end with", async () => {
    const { ada, second } = await handOver();
    expect((await second.post("/revoke-other-sessions")).status).toBe(200);
    expect(await fixture.signedInAs(ada.browser)).toBe(null);
    expect(await fixture.signedInAs(second)).toBe(email);
    const { password } = ada;
    const change = { currentPassword: password, newPassword: "another long password", revokeOtherSessions: true };
    expect((await second.post("/change-password", change)).status).toBe(200);
    expect(await fixture.signedInAs(second)).toBe(email);
  });

  test("changes the password with an end of all other sessions", async () => {
    const { ada, second } = await handOver();
    const { password } = ada;
    const change = { currentPassword: password, newPassword: "another long password", revokeOtherSessions: true };
    expect((await second.post("/change-password", change)).status).toBe(200);
    expect(await fixture.signedInAs(ada.browser)).toBe(null);
    expect(await fixture.signedInAs(second)).toBe(email);
  });

  test("goes on after a new password in the first session without an end of other sessions, and ends with it", async () => {
    const { ada, second } = await handOver();
    const { password } = ada;
    const change = { currentPassword: password, newPassword: "another long password", revokeOtherSessions: false };
    expect((await ada.browser.post("/change-password", change)).status).toBe(200);
    expect(await fixture.signedInAs(second)).toBe(email);
    await ada.browser.post("/sign-out");
    expect(await fixture.signedInAs(second)).toBe(null);
  });

  test("has the end of the first session, and no visit makes it longer", async () => {
    const { ada, second } = await handOver();
    const ends = async () => (await fixture.sessions()).map(({ expiresAt }) => expiresAt.getTime());
    const [end] = await ends();
    expect(await ends()).toEqual([end, end]);
    fixture.clock.forward({ days: 2 });
    await fixture.signedInAs(second);
    expect(await ends()).toEqual([end, end]);
    await fixture.signedInAs(ada.browser);
    const later = await fixture.verify(fixture.visit().browser, await fixture.generate(second));
    expect((await later.json()).session.expiresAt).toBe(new Date(end ?? 0).toISOString());
  });

  test("knows how the user has signed in, without a proof of its own", async () => {
    const { signUp, auth, db, visit, clock } = createTestAuth({
      plugins: [oneTimeToken(), twoFactor()],
      clientPlugins: [oneTimeTokenClient()],
    });
    const { client, browser } = await signUp(email);
    const proofs = withColumns(sessionModel, proofColumns);
    const [first] = await db.list(proofs, {}, { orderBy: "id", limit: 1 });
    await db.update(proofs, first?.id ?? "", { amr: "pwd,otp,mfa", factorTime: clock.now() });
    clock.forward({ days: 2 });
    const { token } = await auth.api.oneTimeToken.generate({}, { headers: browser.headers() });
    const second = visit();
    expect((await second.client.oneTimeToken.verify({ token })).error).toBe(null);
    const rows = await db.list(proofs, {}, { orderBy: "id", limit: 9 });
    const seen = ({ id, createdAt, amr, authTime }: (typeof rows)[number]) =>
      id === first?.id ? { first: { createdAt, amr } } : { second: { createdAt, amr, authTime } };
    const known = Object.assign({}, ...rows.map(seen));
    expect(known.second).toEqual({ ...known.first, authTime: new Date(0) });
    expect(rows.flatMap(({ id, factorTime }) => (factorTime === null ? [] : [id]))).toEqual([first?.id]);
    expect((await client.getSession()).data).not.toBe(null);
  });

  test("replaces the session of another user in the browser", async () => {
    const bob = await fixture.signUp("bob@example.com");
    const ada = await fixture.signUp(email);
    await fixture.verify(bob.browser, await fixture.generate(ada.browser));
    expect(await fixture.signedInAs(bob.browser)).toBe(email);
    expect(await fixture.sessions()).toHaveLength(2);
  });

  test("is not opened in the browser that has made the token", async () => {
    const { ada, second } = await handOver();
    for (const token of [await fixture.generate(ada.browser), await fixture.generate(second)])
      expect((await fixture.verify(ada.browser, token)).status).toBe(200);
    expect([await fixture.signedInAs(ada.browser), await fixture.signedInAs(second)]).toEqual([email, email]);
    expect(await fixture.sessions()).toHaveLength(2);
  });

  test("does not exceed the maximum of sessions, and does not end the session that it comes from", async () => {
    fixture = open({ config: { session: { maxSessionsPerUser: 1 } } });
    const { browser } = await fixture.signUp(email);
    const token = await fixture.generate(browser);
    expect(await codeOf(await fixture.verify(fixture.visit().browser, token))).toEqual([401, "UNAUTHORIZED"]);
    expect(await fixture.signedInAs(browser)).toBe(email);
  });

  test("of a browser that forgets its user ends with the second browser, too", async () => {
    const { user, password } = await fixture.signUp(email);
    const first = fixture.visit().browser;
    await first.post("/sign-in/email", { email: user.email, password, rememberMe: false });
    const second = fixture.visit().browser;
    const answer = await fixture.verify(second, await fixture.generate(first));
    const lines = answer.headers.getSetCookie().filter((line) => line.includes("session_token="));
    expect(lines.map((line) => line.includes("Max-Age"))).toEqual([false]);
  });
});

test("an administrator in the user's place gets no token", async () => {
  const ada = await fixture.signUp(email);
  const root = await fixture.signUp("root@example.com");
  await fixture.db.update(userModel, root.user.id, { role: "admin" } as object);
  expect((await root.browser.post("/admin/impersonate-user", { userId: ada.user.id })).status).toBe(200);
  const answer = await root.browser.fetch("/one-time-token/generate", asScript);
  expect(await codeOf(answer)).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
});
