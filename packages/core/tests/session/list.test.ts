import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp, sessionModel, sessionsOf, userByEmail } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { signedCookie } from "../../../../tests/harness/signatures.ts";

const day = 86_400;

let app: App;
let browser: Browser;

beforeEach(async () => {
  app = openApp();
  browser = app.browser();
  await browser.post("/sign-up/email", alice, { headers: { "user-agent": "first" } });
});

interface Listed {
  readonly id: string;
  readonly token: string;
  readonly userAgent: string | null;
  readonly isCurrent: boolean;
}
const listed = ({ text }: Answer): readonly Listed[] => JSON.parse(text);

const tokenOf = ({ sessionCookie }: Browser): string => sessionCookie.split(".")[0] ?? "";
const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

async function signInAgain(userAgent: string, body: object = alice): Promise<Browser> {
  const other = app.browser();
  await other.post("/sign-in/email", body, { headers: { "user-agent": userAgent } });
  return other;
}

describe("the list of sessions", () => {
  test("has the caller's, newest first, and marks the current one", async () => {
    app.wait(60);
    const second = await signInAgain("second");
    app.wait(60);
    await signInAgain("third");
    const answer = await second.get("/list-sessions");
    expect(answer.status).toBe(200);
    expect(listed(answer).map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ["third", false],
      ["second", true],
      ["first", false],
    ]);
  });

  test("shows the caller's own session by its token, as get-session does", async () => {
    const { id } = await userByEmail(app);
    const [row] = await sessionsOf(app, id);
    const token = tokenOf(browser);
    expect((await browser.get("/get-session")).body?.session).toMatchObject({ token });
    expect(listed(await browser.get("/list-sessions"))).toEqual([
      {
        id: row?.id,
        userId: id,
        token,
        expiresAt: "2026-01-12T12:00:00.000Z",
        createdAt: "2026-01-05T12:00:00.000Z",
        updatedAt: "2026-01-05T12:00:00.000Z",
        ipAddress: null,
        userAgent: "first",
        isCurrent: true,
      },
    ]);
  });

  test("shows another session by the hash of its token", async () => {
    const other = await signInAgain("second");
    const answer = await browser.get("/list-sessions");
    expect(listed(answer).find(({ userAgent }) => userAgent === "second")?.token).toBe(hashOf(tokenOf(other)));
    expect(answer.text).not.toContain(tokenOf(other));
  });

  test("shows no token that is valid for another session, signed as a cookie", async () => {
    await signInAgain("second");
    const sessions = listed(await browser.get("/list-sessions"));
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    for (const shown of [other?.token ?? "", ...sessions.map(({ id }) => id)]) {
      const headers = { cookie: signedCookie(shown) };
      expect((await app.browser().get("/get-session", { headers })).text).toBe("null");
    }
  });

  test.each([true, false])("lets a client end all other sessions, with bearer: %s", async (bearer) => {
    app = openApp({ session: { bearer } });
    browser = app.browser();
    await browser.post("/sign-up/email", alice);
    await signInAgain("second");
    await signInAgain("third");
    const own = (await browser.get("/get-session")).body?.session;
    for (const { token } of listed(await browser.get("/list-sessions")).filter(({ token }) => token !== own?.token)) {
      expect((await browser.post("/revoke-session", { token })).text).toBe('{"status":true}');
    }
    expect(listed(await browser.get("/list-sessions"))).toMatchObject([{ id: own?.id, token: own?.token }]);
  });

  test("shows the hash of the own token to a page if a token alone is accepted", async () => {
    app = openApp({ session: { bearer: true } });
    browser = app.browser();
    await browser.post("/sign-up/email", alice);
    expect(listed(await browser.get("/list-sessions"))).toMatchObject([{ token: hashOf(tokenOf(browser)) }]);
  });

  test("shows a caller with a bearer token that token", async () => {
    app = openApp({ session: { bearer: true } });
    const token = String((await app.browser().post("/sign-up/email", alice)).body?.token);
    await signInAgain("second");
    const headers = { authorization: `Bearer ${token}` };
    const sessions = listed(await app.browser().get("/list-sessions", { headers }));
    expect(sessions.filter((session) => session.token === token)).toMatchObject([{ isCurrent: true }]);
  });

  test("shows no token of a row from before tokens were hashed", async () => {
    const other = await signInAgain("second");
    const token = tokenOf(other);
    const before = listed(await browser.get("/list-sessions"));
    const { id } = before.find(({ userAgent }) => userAgent === "second") ?? {};
    await app.db.update(sessionModel, id ?? "", { token });
    const answer = await browser.get("/list-sessions");
    expect(answer.text).not.toContain(token);
    expect(listed(answer)).toEqual(before);
  });

  test("has no other user's", async () => {
    await app.browser().post("/sign-up/email", { ...alice, email: "bob@example.com" });
    expect(listed(await browser.get("/list-sessions"))).toHaveLength(1);
  });

  test("has no ended one", async () => {
    await signInAgain("for a day", { ...alice, rememberMe: false });
    await signInAgain("replaced");
    const old = (await sessionsOf(app, (await userByEmail(app)).id)).find(({ userAgent }) => userAgent === "replaced");
    const endless = { createdAt: new Date("2025-01-01"), expiresAt: new Date("2030-01-01") };
    await app.db.update(sessionModel, old?.id ?? "", endless);
    expect(listed(await browser.get("/list-sessions"))).toHaveLength(2);
    app.wait(day);
    expect(listed(await browser.get("/list-sessions")).map(({ userAgent }) => userAgent)).toEqual(["first"]);
  });

  test("has a thousand at most, the newest", async () => {
    const { id: userId } = await userByEmail(app);
    const expiresAt = new Date(app.now().getTime() + day * 1000);
    for (let index = 0; index < 1001; index += 1) {
      const createdAt = new Date(app.now().getTime() + index);
      const row = { userId, token: `other ${index}`, expiresAt, createdAt, updatedAt: createdAt };
      await app.db.insert(sessionModel, { ...row, userAgent: String(index) });
    }
    const all = listed(await browser.get("/list-sessions"));
    expect(all).toHaveLength(1000);
    expect([all[0]?.userAgent, all.at(-1)?.userAgent]).toEqual(["1000", "1"]);
  });

  test("requires a session", async () => {
    expectError(await app.browser().get("/list-sessions"), 401, "UNAUTHORIZED", "Unauthorized");
  });
});
