import { memory } from "@keyhold/adapter-memory";
import { sessionModel } from "@keyhold/core/plugin";
import { createBrowser, createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { alice, openApp } from "../../../../tests/harness/app.ts";

const baseURL = "https://auth.example.com";
const day = 86_400;

const openShared = (more = {}) =>
  createTestAuth({
    config: {
      baseURL,
      trustedOrigins: ["https://app.example.com"],
      cookies: { domain: "example.com" },
      session: { cookieCache: { enabled: true } },
      ...more,
    },
  });

describe("cookies for a domain", () => {
  test("are for it and all below it, by https only", async () => {
    const app = openApp({ baseURL, cookies: { domain: "example.com" }, session: { cookieCache: { enabled: true } } });
    const browser = app.browser();
    const answer = await browser.post("/sign-in/email", alice);
    expect(answer.status).toBe(401);
    const signedUp = await browser.post("/sign-up/email", { ...alice, rememberMe: false });
    expect(signedUp.cookies.map(({ line }) => line.replace(/=[^;]+/, "="))).toEqual([
      "__Secure-keyhold.session_token=; Domain=example.com; Path=/; HttpOnly; Secure; SameSite=Lax",
      "__Secure-keyhold.dont_remember=; Domain=example.com; Path=/; HttpOnly; Secure; SameSite=Lax",
      "__Secure-keyhold.session_data=; Domain=example.com; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
  });

  test("reach every host below it in a browser, and are cleared from all", async () => {
    const { browser } = openShared();
    await browser.post("/sign-up/email", alice);
    const { cookies } = browser;
    expect(cookies.header("https://app.example.com/")).toContain("__Secure-keyhold.session_token=");
    expect(cookies.header("https://example.com/")).toContain("__Secure-keyhold.session_token=");
    expect(cookies.header("https://evilexample.com/")).toBe(null);
    await browser.post("/sign-out");
    expect(cookies.cookies).toEqual([]);
  });

  test("keep their attributes when the session is prolonged", async () => {
    const { browser, clock } = openShared();
    await browser.post("/sign-up/email", alice);
    clock.forward({ days: 2 });
    const answer = await browser.get("/get-session");
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Secure-keyhold\.session_token=[^;]+; Max-Age=604800; Domain=example\.com; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Secure-keyhold\.session_data=[^;]+; Max-Age=300; Domain=example\.com; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(browser.cookies.cookies).toHaveLength(2);
  });

  test("are without a prefix on http, since browsers require https for it", async () => {
    const app = openApp({ baseURL: "http://auth.example.test:3000", cookies: { domain: "example.test" } });
    const { cookies } = await app.browser().post("/sign-up/email", alice);
    expect(cookies[0]?.line).toMatch(/^keyhold\.session_token=[^;]+; Max-Age=604800; Domain=example\.test; Path=\//);
  });

  test("are not confused with those for one host", async () => {
    const host = openApp({ baseURL });
    const alone = host.browser();
    await alone.post("/sign-up/email", alice);
    const shared = openApp({ baseURL, cookies: { domain: "example.com" } });
    const headers = { cookie: alone.cookieHeader() };
    expect((await shared.browser().get("/get-session", { headers })).text).toBe("null");
  });

  test("let a page of a trusted subdomain call, and no other", async () => {
    const { browser } = openShared();
    await browser.post("/sign-up/email", alice);
    const from = (origin: string) => browser.fetch("/revoke-other-sessions", { method: "POST", headers: { origin } });
    expect((await from("https://app.example.com")).status).toBe(200);
    expect((await from("https://other.example.com")).status).toBe(403);
  });
});

test("a cookie lives no longer than the session, on a shared domain, too", async () => {
  const { browser, clock } = openShared({ session: { expiresInSeconds: 7 * day, absoluteExpiresInSeconds: 8 * day } });
  await browser.post("/sign-up/email", alice);
  clock.forward({ days: 6 });
  const [line] = (await browser.get("/get-session")).headers.getSetCookie();
  expect(line).toContain(`; Max-Age=${2 * day};`);
});

// https://github.com/supertokens/supertokens-node/issues/826
describe.each([
  ["auth.example.com", "example.com"],
  ["example.com", "auth.example.com"],
])("after a change of the domain from %s to %s", (former, latter) => {
  async function change() {
    const database = memory();
    const { client, browser } = openShared({ database, cookies: { domain: former } });
    await client.signUp.email(alice);
    const changed = openShared({ database, cookies: { domain: latter } });
    const returning = createBrowser(changed.auth, {
      baseURL,
      now: changed.clock.now,
      cookies: browser.cookies.cookies,
    });
    const nameIn = async (answer: Promise<Response>) => (await (await answer).json())?.user?.name ?? null;
    const read = () => nameIn(returning.get("/get-session", { disableCookieCache: "true" }));
    return { changed, returning, read };
  }

  test("a session goes on", async () => {
    const { read } = await change();
    expect(await read()).toBe(alice.name);
  });

  test("a sign-in counts, though the browser sends the ended session of the former cookie first", async () => {
    const { changed, returning, read } = await change();
    expect((await returning.post("/sign-in/email", alice)).status).toBe(200);
    expect(returning.cookies.header()?.match(/session_token=/g)).toHaveLength(2);
    expect(await read()).toBe(alice.name);
    expect((await changed.auth.session(returning.headers()))?.user.name).toBe(alice.name);
    expect((await returning.post("/update-user", { name: "Alice B" })).status).toBe(200);
    expect(await read()).toBe("Alice B");
  });

  test("a read whose answer arrives after a further sign-in does not undo the sign-in", async () => {
    const { changed, returning, read } = await change();
    await returning.post("/sign-in/email", alice);
    const { cookies } = returning.cookies;
    const late = await createBrowser(changed.auth, { baseURL, now: changed.clock.now, cookies }).get("/get-session", {
      disableCookieCache: "true",
    });
    await returning.post("/sign-in/email", alice);
    returning.cookies.accept(late);
    expect(await read()).toBe(alice.name);
  });

  test("a sign-out ends the sessions of both cookies", async () => {
    const { changed, returning, read } = await change();
    await returning.post("/sign-in/email", alice);
    await returning.post("/sign-out");
    expect(await read()).toBe(null);
    expect(await changed.db.list(sessionModel, {}, { orderBy: "id", limit: 10 })).toEqual([]);
  });
});
