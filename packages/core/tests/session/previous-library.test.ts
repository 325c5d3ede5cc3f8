import { createHash, createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, type Changes, openApp, sessionModel, userByEmail } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

const day = 86_400;
const oldSecret = "a secret of the library before";
const continueFrom = { prefix: "better-auth", secret: oldSecret };
const token = "Old7oken0ld7okenOld7oken0ld7oken";

/** A signature of the previous library: the key is the plain secret, over the bare value. */
const signature = (value: string, key = oldSecret): string => createHmac("sha256", key).update(value).digest("base64");
const oldCookie = (name: string, value: string, key?: string): string =>
  `${name}=${encodeURIComponent(`${value}.${signature(value, key)}`)}`;
const oldSession = (key?: string): string => oldCookie("better-auth.session_token", token, key);

let app: App;

/** An app with a database of the previous library: the row of the only session has the token in plain text. */
async function start(changes: Changes = {}): Promise<void> {
  app = openApp({ cookies: { continueFrom }, ...changes });
  await app.browser().post("/sign-up/email", alice);
  const { id: userId } = await userByEmail(app);
  await app.db.remove(sessionModel, { userId });
  const now = app.now();
  const expiresAt = new Date(now.getTime() + 7 * day * 1000);
  await app.db.insert(sessionModel, { userId, token, expiresAt, createdAt: now, updatedAt: now });
  await app.auth.idle();
  app.events.splice(0);
}
beforeEach(() => start());

const readWith = (cookie: string): Promise<Answer> => app.browser().get("/get-session", { headers: { cookie } });
const told = ({ cookies }: Answer) => cookies.map(({ name, attributes }) => [name, attributes.get("max-age") ?? null]);
const storedTokens = async (): Promise<readonly string[]> =>
  (await app.db.list(sessionModel, {}, { orderBy: "id", limit: 10 })).map((session) => session.token);

const cleared = [
  ["better-auth.session_token", "0"],
  ["better-auth.session_data", "0"],
  ["better-auth.dont_remember", "0"],
];

describe("a session of the previous library", () => {
  test("goes on under its token: with a new cookie, and the old one cleared", async () => {
    const answer = await readWith(oldSession());
    expect(answer.body).toMatchObject({ session: { token }, user: { email: alice.email } });
    expect(told(answer)).toEqual([["keyhold.session_token", "604800"], ...cleared]);
    expect(await storedTokens()).toEqual([createHash("sha256").update(token).digest("base64url")]);
    const own = `keyhold.session_token=${answer.cookies[0]?.value}`;
    const next = await readWith(own);
    expect(next.body?.session).toMatchObject({ token });
    expect(next.cookies).toEqual([]);
  });

  test("goes on for all of sixteen concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => readWith(oldSession())));
    for (const answer of answers) expect(answer.body?.session).toMatchObject({ token });
  });

  test("is accepted by routes that require a session", async () => {
    const headers = { cookie: oldSession() };
    const answer = await app.browser().get("/list-sessions", { headers });
    expect(answer.status).toBe(200);
    expect(told(answer)).toEqual([["keyhold.session_token", "604800"], ...cleared]);
  });

  test("without rememberMe stays so", async () => {
    const answer = await readWith(`${oldSession()}; ${oldCookie("better-auth.dont_remember", "true")}`);
    expect(told(answer)).toEqual([["keyhold.session_token", null], ["keyhold.dont_remember", null], ...cleared]);
    const browser = app.browser();
    for (const { name, value, attributes } of answer.cookies) {
      if (attributes.get("max-age") !== "0") browser.jar.set(name, value);
    }
    app.wait(2 * day);
    expect((await browser.get("/get-session")).body?.session).toMatchObject({ expiresAt: "2026-01-12T12:00:00.000Z" });
  });

  test("is prolonged if that is due, by one cookie", async () => {
    app.wait(2 * day);
    const answer = await readWith(oldSession());
    expect(answer.body?.session).toMatchObject({ expiresAt: "2026-01-14T12:00:00.000Z" });
    expect(told(answer)).toEqual([["keyhold.session_token", "604800"], ...cleared]);
  });

  test("is ended by a sign-out, with its cookies and the new ones", async () => {
    const answer = await app.browser().post("/sign-out", {}, { headers: { cookie: oldSession() } });
    expect(told(answer).slice(3)).toEqual(cleared);
    expect(await storedTokens()).toEqual([]);
    expect((await readWith(oldSession())).text).toBe("null");
  });

  test("is replaced by a sign-in, and its cookies are cleared", async () => {
    const answer = await app.browser().post("/sign-in/email", alice, { headers: { cookie: oldSession() } });
    expect(told(answer)).toEqual([
      ["keyhold.session_token", "604800"],
      ...cleared,
      // The answer to a read that takes the session over may still arrive.
      ["keyhold.newest_session", "600"],
    ]);
    await app.auth.idle();
    expect(app.events.map((event) => "reason" in event && event.reason)).toContain("replaced");
    expect((await readWith(oldSession())).text).toBe("null");
  });

  test("that is gone leaves its cookies alone", async () => {
    await app.db.remove(sessionModel, { userId: (await userByEmail(app)).id });
    const answer = await readWith(oldSession());
    expect(answer.text).toBe("null");
    expect(told(answer)).toEqual([]);
  });

  test("requires a trusted origin, like a new one", async () => {
    const headers = { cookie: oldSession(), origin: null };
    const answer = await app.browser().post("/sign-out", {}, { headers });
    expectError(answer, 403, "MISSING_OR_NULL_ORIGIN", "Missing or null Origin");
    expect(await storedTokens()).toEqual([token]);
  });

  test("gets a copy in the browser, if so configured", async () => {
    await start({ cookies: { continueFrom }, session: { cookieCache: { enabled: true } } });
    const answer = await readWith(`${oldSession()}; better-auth.session_data=x; keyhold.session_data=y`);
    expect(told(answer)).toEqual([["keyhold.session_token", "604800"], ["keyhold.session_data", "300"], ...cleared]);
  });
});

describe("its cookie is found", () => {
  const secureHome = "https://auth.example.com";

  test.each(["__Secure-better-auth", "__Host-better-auth"])("as %s, and cleared with that name", async (prefix) => {
    await start({ baseURL: secureHome, cookies: { continueFrom } });
    const answer = await readWith(oldCookie(`${prefix}.session_token`, token));
    expect(answer.body?.user).toMatchObject({ email: alice.email });
    expect(answer.cookies.map(({ line }) => line).slice(1)).toEqual(
      ["session_token", "session_data", "dont_remember"].map(
        (name) => `${prefix}.${name}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
      ),
    );
  });

  test("as __Host-better-auth beside another one, which a subdomain could have set", async () => {
    await start({ baseURL: secureHome, cookies: { continueFrom } });
    const now = app.now();
    await app.browser().post("/sign-up/email", { ...alice, email: "bob@example.com" });
    const { id: userId } = await userByEmail(app, "bob@example.com");
    const planted = "Bob7oken0ld7okenOld7oken0ld7oken";
    const expiresAt = new Date(now.getTime() + 7 * day * 1000);
    await app.db.insert(sessionModel, { userId, token: planted, expiresAt, createdAt: now, updatedAt: now });
    const both = `${oldCookie("__Secure-better-auth.session_token", planted)}; ${oldCookie("__Host-better-auth.session_token", token)}`;
    expect((await readWith(both)).body?.user).toMatchObject({ email: alice.email });
  });

  test("and cleared for the domain, too, if cookies are shared", async () => {
    await start({ baseURL: secureHome, cookies: { continueFrom, domain: "example.com" } });
    const answer = await readWith(oldCookie("__Secure-better-auth.session_token", token));
    const lines = answer.cookies.filter(({ name }) => name === "__Secure-better-auth.session_token");
    expect(lines.map(({ attributes }) => attributes.get("domain") ?? null)).toEqual([null, "example.com"]);
  });

  test("behind another one of its name with a wrong signature", async () => {
    const answer = await readWith(`better-auth.session_token=forged; ${oldSession()}`);
    expect(answer.body?.user).toMatchObject({ email: alice.email });
  });

  test("not beside a new one, right or wrong", async () => {
    const browser: Browser = app.browser();
    await browser.post("/sign-up/email", { ...alice, email: "bob@example.com" });
    const both = await readWith(`${oldSession()}; ${browser.cookieHeader()}`);
    expect(both.body?.user).toMatchObject({ email: "bob@example.com" });
    expect(both.cookies).toEqual([]);
    expect((await readWith(`${oldSession()}; keyhold.session_token=forged`)).text).toBe("null");
  });
});

describe("its cookie is ignored", () => {
  const own = signature(token);

  test.each([
    ["with another secret", oldSession("another secret of that library")],
    ["with another token", `better-auth.session_token=${encodeURIComponent(`${"A".repeat(32)}.${own}`)}`],
    ["without a signature", `better-auth.session_token=${token}`],
    ["with an empty signature", `better-auth.session_token=${token}.`],
    ["with a shorter signature", `better-auth.session_token=${encodeURIComponent(`${token}.${own.slice(0, -1)}`)}`],
    ["with another prefix", oldCookie("better.session_token", token)],
    ["with a broken encoding", "better-auth.session_token=%"],
    ["signed as a wish", `better-auth.session_token=${encodeURIComponent(`true.${signature("true")}`)}; x=1`],
  ])("%s", async (_, cookie) => {
    const answer = await readWith(cookie);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe("null");
    expect(await storedTokens()).toEqual([token]);
  });

  test.each([{}, { domain: "example.com" }])(
    "if cookies are secure (%j) and its name has no prefix: a subdomain or a page without TLS could have set it",
    async (cookies) => {
      await start({ baseURL: "https://auth.example.com", cookies: { continueFrom, ...cookies } });
      const answer = await readWith(oldSession());
      expect(answer.text).toBe("null");
      expect(answer.cookies).toEqual([]);
      const wished = `${oldCookie("__Secure-better-auth.session_token", token)}; ${oldCookie("better-auth.dont_remember", "true")}`;
      expect((await readWith(wished)).cookies[0]?.attributes.get("max-age")).toBe("604800");
    },
  );

  test.each(["__Secure-", "__Host-"])("if cookies are not secure and its name has the prefix %s", async (prefix) => {
    expect((await readWith(oldCookie(`${prefix}better-auth.session_token`, token))).text).toBe("null");
  });

  test("if the option is off", async () => {
    await start({ cookies: {} });
    const answer = await readWith(oldSession());
    expect(answer.text).toBe("null");
    expect(answer.cookies).toEqual([]);
  });

  test("if its dont_remember cookie has a wrong signature", async () => {
    const answer = await readWith(`${oldSession()}; ${oldCookie("better-auth.dont_remember", "true", "another")}`);
    expect(told(answer)[0]).toEqual(["keyhold.session_token", "604800"]);
  });
});
