import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp, sessionModel, sessionsOf, signedCookie, userByEmail } from "../app.js";
import type { Answer, Browser } from "../browser.js";
import { expectError } from "../expect-error.js";

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

async function signInAgain(userAgent: string, body: object = alice): Promise<Browser> {
  const other = app.browser();
  await other.post("/sign-in/email", body, { headers: { "user-agent": userAgent } });
  return other;
}

describe("the list of sessions", () => {
  test("has the caller's, newest first, and says which is theirs", async () => {
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

  test("shows each as it is stored, by the hash of its token", async () => {
    const { id } = await userByEmail(app);
    const [row] = await sessionsOf(app, id);
    expect(listed(await browser.get("/list-sessions"))).toEqual([
      {
        id: row?.id,
        userId: id,
        token: createHash("sha256")
          .update(browser.sessionCookie.split(".")[0] ?? "")
          .digest("base64url"),
        expiresAt: "2026-01-12T12:00:00.000Z",
        createdAt: "2026-01-05T12:00:00.000Z",
        updatedAt: "2026-01-05T12:00:00.000Z",
        ipAddress: null,
        userAgent: "first",
        isCurrent: true,
      },
    ]);
  });

  test("opens nothing by what it shows", async () => {
    const [session] = listed(await browser.get("/list-sessions"));
    for (const shown of [session?.token ?? "", session?.id ?? ""]) {
      const headers = { cookie: signedCookie(shown) };
      expect((await app.browser().get("/get-session", { headers })).text).toBe("null");
    }
  });

  test("shows no token of a row that was written before tokens were hashed", async () => {
    const other = await signInAgain("second");
    const [token = ""] = other.sessionCookie.split(".");
    const before = listed(await browser.get("/list-sessions"));
    const { id } = before.find(({ userAgent }) => userAgent === "second") ?? {};
    await app.db.update(sessionModel, id ?? "", { token });
    const answer = await browser.get("/list-sessions");
    expect(answer.text).not.toContain(token);
    expect(listed(answer)).toEqual(before);
  });

  test("has nobody else's", async () => {
    await app.browser().post("/sign-up/email", { ...alice, email: "bob@example.com" });
    expect(listed(await browser.get("/list-sessions"))).toHaveLength(1);
  });

  test("has none that has ended", async () => {
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

  test("is not for somebody without a session", async () => {
    expectError(await app.browser().get("/list-sessions"), 401, "UNAUTHORIZED", "Unauthorized");
  });
});
