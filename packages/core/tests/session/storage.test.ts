import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp, sessionModel, sessionsOf, userByEmail } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { signedCookie } from "../../../../tests/harness/signatures.ts";

let app: App;
let browser: Browser;
let token: string;

beforeEach(async () => {
  app = openApp();
  browser = app.browser();
  token = String((await browser.post("/sign-up/email", alice)).body?.token);
});

async function storedSession() {
  const [session] = await sessionsOf(app, (await userByEmail(app)).id);
  if (!session) throw new Error("There is no session.");
  return session;
}

const readWith = (cookie: string) => app.browser().get("/get-session", { headers: { cookie } });

describe("a session's row", () => {
  test("contains the SHA-256 of the token, never the token", async () => {
    const sha256 = createHash("sha256").update(token).digest("base64url");
    const session = await storedSession();
    expect(session.token).toBe(sha256);
    expect(session.token).toHaveLength(43);
    expect(JSON.stringify(session)).not.toContain(token);
  });

  test("contains no value that is valid as a token", async () => {
    expect((await readWith(signedCookie((await storedSession()).token))).text).toBe("null");
  });

  test("has no id that is valid as a token", async () => {
    expect((await readWith(signedCookie((await storedSession()).id))).text).toBe("null");
  });

  test("is in no event with a token in it", () => {
    expect(JSON.stringify(app.events)).not.toContain(token);
  });
});

describe("a row from before tokens were hashed", () => {
  beforeEach(async () => {
    await app.db.update(sessionModel, (await storedSession()).id, { token });
  });

  test("is accepted, and contains the hash from then on", async () => {
    expect((await browser.get("/get-session")).body?.session).toMatchObject({ token });
    expect((await storedSession()).token).toBe(createHash("sha256").update(token).digest("base64url"));
    expect((await browser.get("/get-session")).body?.session).toMatchObject({ token });
  });

  test("is accepted for all of sixteen concurrent requests", async () => {
    const cookie = browser.cookieHeader();
    const answers = await Promise.all(Array.from({ length: 16 }, () => readWith(cookie)));
    expect(answers.map((answer) => answer.body?.session?.token)).toEqual(Array.from({ length: 16 }, () => token));
  });

  test("is ended by a sign-out, like any other", async () => {
    const cookie = browser.cookieHeader();
    await browser.post("/sign-out");
    expect((await readWith(cookie)).text).toBe("null");
  });

  test("is rejected if it has expired", async () => {
    app.wait(8 * 86_400);
    expect((await browser.get("/get-session")).text).toBe("null");
  });

  test("is rejected if its value has another length than a token", async () => {
    const longer = "x".repeat(43);
    await app.db.update(sessionModel, (await storedSession()).id, { token: longer });
    expect((await readWith(signedCookie(longer))).text).toBe("null");
  });
});

test("a hundred tokens share no prefix and no value", async () => {
  const tokens = new Set<string>();
  for (let index = 0; index < 100; index += 1) {
    const answer = await app.browser().post("/sign-in/email", alice);
    tokens.add(String(answer.body?.token));
  }
  expect(tokens.size).toBe(100);
  expect(new Set([...tokens].map((one) => one.slice(0, 6))).size).toBe(100);
});
