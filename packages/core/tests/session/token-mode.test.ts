import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  countRows,
  home,
  openApp,
  password,
  sessionModel,
  sessionsOf,
  userByEmail,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { TokenClient } from "../../../../tests/harness/token-client.ts";

const day = 86_400;
const bob = { name: "Bob", email: "bob@example.com", password };

let app: App;
let client: TokenClient;
let browser: Browser;

beforeEach(async () => {
  app = openApp({
    session: { bearer: true, cookieCache: { enabled: true } },
    user: { changeEmail: { enabled: true } },
    trustedOrigins: ["capacitor://localhost", "myapp://"],
  });
  client = tokenClient();
  await client.post("/sign-up/email", alice);
  browser = app.browser();
  await browser.post("/sign-up/email", bob);
});

const tokenClient = (): TokenClient => new TokenClient(app.auth.handler, home);
const expectNoCookie = ({ cookies, headers }: Answer): void => {
  expect(cookies).toEqual([]);
  expect(headers.has("set-cookie")).toBe(false);
};
const emailIn = ({ body }: Answer): unknown => body?.user?.email;
/** A browser sends cookies with every request, also of a script that adds headers. */
const beside = (headers: Readonly<Record<string, string>>) => ({ headers });

describe("a request in token mode", () => {
  test("gets its token in a header beside the body, and no cookie", async () => {
    const answer = await tokenClient().post("/sign-in/email", alice);
    expectNoCookie(answer);
    expect(answer.headers.get("set-auth-token")).toBe(answer.body?.token);
    expect(answer.headers.get("access-control-expose-headers")).toBe("set-auth-token, set-auth-state");
  });

  test("is of the user of the header, beside a cookie of another user", async () => {
    const authorization = `Bearer ${client.token}`;
    const answer = await browser.get("/get-session", beside({ authorization }));
    expect(emailIn(answer)).toBe(alice.email);
    expectNoCookie(answer);
    await browser.post("/update-user", { name: "Ada" }, beside({ authorization }));
    expect(await userByEmail(app)).toMatchObject({ name: "Ada" });
    expect(await userByEmail(app, bob.email)).toMatchObject({ name: "Bob" });
  });

  test.each<[string, (token: string) => string]>([
    ["wrong", () => "A".repeat(32)],
    ["of eight kilobytes", () => "A".repeat(8192)],
    ["a broken encoding", () => "%"],
    ["half an encoding", () => "%A"],
    ["empty", () => ""],
    ["too short", (token) => token.slice(1)],
    ["two of them", (token) => `${token}, Bearer ${token}`],
  ])("with a token that is %s is nobody's, and never the cookie's", async (_, make) => {
    const authorization = `Bearer ${make(client.token ?? "")}`;
    const answer = await browser.post("/update-user", { name: "Eve" }, beside({ authorization }));
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    expectNoCookie(answer);
    expect((await browser.get("/get-session", beside({ authorization }))).text).toBe("null");
    expect(await userByEmail(app, bob.email)).toMatchObject({ name: "Bob" });
  });

  test("with a token whose session has ended is 401 with a challenge", async () => {
    await client.copy().post("/sign-out");
    const answer = await client.post("/update-user", { name: "Eve" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  });

  test("without a token is 401 with a challenge that names no error", async () => {
    const answer = await tokenClient().post("/update-user", { name: "Eve" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  test.each([
    "https://evil.example",
    "null",
    "capacitor://evil",
    "chrome-extension://abcdefghijklmnopabcdefghijklmnop",
  ])("passes with any Origin: %s", async (origin) => {
    expect((await client.post("/update-user", { name: "Ada" }, { origin })).status).toBe(200);
    const headers = { origin, "sec-fetch-site": "cross-site" };
    expect((await tokenClient().post("/sign-in/email", alice, headers)).status).toBe(200);
  });

  test("signs out without a cookie", async () => {
    expectNoCookie(await client.post("/sign-out"));
    expect((await client.get("/get-session")).text).toBe("null");
    expect(await sessionsOf(app, (await userByEmail(app)).id)).toEqual([]);
  });

  test("leaves a value with a dot to other servers: the cookie counts", async () => {
    const authorization = "Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc";
    expect(emailIn(await browser.get("/get-session", beside({ authorization })))).toBe(bob.email);
  });

  test("does not exist without the option", async () => {
    app = openApp();
    const answer = await tokenClient().post("/sign-in/email", alice, { origin: home });
    expect(answer.headers.has("set-auth-token")).toBe(false);
    expect(Object.keys((await app.db.find(sessionModel, { id: "x" })) ?? {})).not.toContain("previousToken");
  });
});

describe("a cookie never becomes a token:", () => {
  test("x-return-token beside a cookie is anonymous", async () => {
    const answer = await browser.get("/get-session", beside({ "x-return-token": "1" }));
    expect(answer.text).toBe("null");
    expect(answer.headers.has("set-auth-token")).toBe(false);
    expectNoCookie(answer);
    for (const path of ["/update-user", "/step-up/password", "/change-password"]) {
      const body = { name: "Eve", password, currentPassword: password, newPassword: "another password" };
      const changed = await browser.post(path, body, beside({ "x-return-token": "1" }));
      expect(changed.status).toBe(401);
      expect(changed.headers.has("set-auth-token")).toBe(false);
    }
  });

  test("a foreign page with open CORS and x-return-token is anonymous, too", async () => {
    const headers = { "x-return-token": "1", origin: "https://evil.example" };
    expect((await browser.get("/get-session", beside(headers))).text).toBe("null");
    expect((await browser.post("/update-user", { name: "Eve" }, beside(headers))).status).toBe(401);
  });

  test("a request with a cookie needs a trusted origin as before", async () => {
    for (const origin of [null, "capacitor://evil", "myapp://", "myapp://open"]) {
      const answer = await browser.post("/update-user", { name: "Eve" }, { headers: { origin } });
      expect(answer.status).toBe(403);
    }
    const answer = await browser.post("/update-user", { name: "Ada" }, beside({ origin: "capacitor://localhost" }));
    expect(answer.status).toBe(200);
  });

  test("the cookie itself is no token", async () => {
    const [token = ""] = decodeURIComponent(browser.sessionCookie).split(".");
    const authorization = `Bearer ${decodeURIComponent(browser.sessionCookie)}`;
    expect(token).toHaveLength(32);
    expect((await app.browser().get("/get-session", beside({ authorization }))).text).toBe("null");
  });
});

/** The session of Alice's app, too old for `change-email`. */
async function age(): Promise<void> {
  app.wait(2 * day);
  // Prolonged here, so that the step-up alone brings a new token.
  await client.get("/get-session");
  await client.get("/get-session");
}
const changeEmail = (by: TokenClient): Promise<Answer> => by.post("/change-email", { newEmail: "new@example.com" });
const events = async (): Promise<readonly unknown[]> => {
  await app.auth.idle();
  return app.events.flatMap((event) => (event.type === "session.ended" ? [event.reason] : []));
};

describe("a token is replaced", () => {
  test.each<[string, object]>([
    ["/step-up/password", { password }],
    ["/change-password", { currentPassword: password, newPassword: "another password" }],
  ])("by POST %s, in the same session", async (path, body) => {
    const before = client.copy();
    const [session] = await sessionsOf(app, (await userByEmail(app)).id);
    const answer = await client.post(path, body);
    expect(answer.status).toBe(200);
    expectNoCookie(answer);
    expect(client.token).not.toBe(before.token);
    expect(emailIn(await client.get("/get-session"))).toBe(alice.email);
    expect(await sessionsOf(app, (await userByEmail(app)).id)).toMatchObject([{ id: session?.id }]);
  });

  test("by a prolongation, once", async () => {
    app.wait(2 * day);
    const [first, second] = [client.copy(), client.copy()];
    const answer = await first.get("/get-session");
    expect(answer.headers.get("set-auth-token")).toBe(first.token);
    expect((await second.get("/get-session")).headers.has("set-auth-token")).toBe(false);
    expect((await first.get("/get-session")).headers.has("set-auth-token")).toBe(false);
  });

  test("and no answer shows what the row knows of it", async () => {
    app.wait(2 * day);
    for (const path of ["/get-session", "/get-session", "/list-sessions"])
      expect((await client.get(path)).text).not.toMatch(/previous/i);
  });

  test("not by a call of the server that takes no header", async () => {
    app.wait(2 * day);
    const headers = new Headers({ authorization: `Bearer ${client.token}` });
    expect(await app.auth.api.getSession({}, { headers })).not.toBe(null);
    const given: string[] = [];
    app.wait(2 * day);
    await app.auth.api.getSession({}, { headers, setHeader: (name, value) => void given.push(name, value) });
    expect(given).toContain("set-auth-token");
  });
});

describe("the previous token", () => {
  test("works until the new one is used: a lost answer signs no user out", async () => {
    await age();
    const lost = client.copy();
    await client.post("/step-up/password", { password });
    app.wait(3600);
    expect(emailIn(await lost.get("/get-session"))).toBe(alice.email);
    expect((await lost.post("/update-user", { name: "Ada" })).status).toBe(200);
    expect((await lost.post("/step-up/password", { password })).status).toBe(200);
    expect((await changeEmail(lost)).status).toBe(200);
    expect(await events()).toEqual([]);
  });

  test("never has the newer proof", async () => {
    await age();
    const thief = client.copy();
    expect((await changeEmail(thief)).body?.code).toBe("SESSION_IS_NOT_FRESH");
    await client.post("/step-up/password", { password });
    expect((await changeEmail(thief)).body?.code).toBe("SESSION_IS_NOT_FRESH");
    expect((await changeEmail(client)).status).toBe(200);
    expect((await changeEmail(thief)).body?.code).toBe("SESSION_IS_NOT_FRESH");
  });

  test("and the new token are checked by auth.session() without a write; with setCookie the session ends", async () => {
    const before = client.token;
    await client.post("/step-up/password", { password });
    const headersOf = (token: string | null) => ({ headers: new Headers({ authorization: `Bearer ${token}` }) });
    const rows = () => sessionsOf(app, idOfAlice);
    const idOfAlice = (await userByEmail(app)).id;
    const [given] = await rows();
    expect(await app.auth.session(headersOf(client.token))).toMatchObject({ user: { email: alice.email } });
    expect(await app.auth.session(headersOf(before))).toMatchObject({ user: { email: alice.email } });
    expect(await rows()).toEqual([given]);
    await app.auth.session(headersOf(client.token), { setCookie: () => undefined });
    const [used] = await rows();
    expect(used).not.toEqual(given);
    app.wait(61);
    expect(await app.auth.session(headersOf(before))).toBe(null);
    expect(await rows()).toEqual([used]);
    expect(await app.auth.session(headersOf(before), { setCookie: () => undefined })).toBe(null);
    expect(await rows()).toEqual([]);
  });

  test("works for 60 seconds after the first use of the new one, and ends the session later", async () => {
    await age();
    const thief = client.copy();
    await client.post("/step-up/password", { password });
    await client.get("/get-session");
    app.wait(59);
    expect(emailIn(await thief.get("/get-session"))).toBe(alice.email);
    app.wait(2);
    expect((await thief.post("/update-user", { name: "Eve" })).status).toBe(401);
    expect(await events()).toEqual(["token reused"]);
    expect((await client.post("/update-user", { name: "Ada" })).status).toBe(401);
    expect(await sessionsOf(app, (await userByEmail(app)).id)).toEqual([]);
  });

  test("of an owner, whose thief prolonged the session first, ends both", async () => {
    app.wait(2 * day);
    const thief = client.copy();
    await thief.get("/get-session");
    await thief.get("/get-session");
    app.wait(61);
    expect((await client.get("/get-session")).text).toBe("null");
    expect((await thief.get("/get-session")).text).toBe("null");
    expect(await events()).toEqual(["token reused"]);
  });

  test("gives a thief who prolonged first no proof of the owner's", async () => {
    app.wait(2 * day);
    const thief = client.copy();
    await thief.get("/get-session");
    expect((await client.post("/step-up/password", { password })).status).toBe(200);
    expect((await changeEmail(thief)).body?.code).toBe("SESSION_IS_NOT_FRESH");
    expect((await changeEmail(client)).status).toBe(200);
  });

  test("goes on for a client that ignores the header, without proofs", async () => {
    const { token } = client;
    for (let week = 0; week < 4; week += 1) {
      app.wait(6 * day);
      expect(emailIn(await client.get("/get-session"))).toBe(alice.email);
      client.token = token;
    }
    expect((await client.post("/step-up/password", { password })).status).toBe(200);
    client.token = token;
    expect((await changeEmail(client)).body?.code).toBe("SESSION_IS_NOT_FRESH");
  });

  test("is valid beside two answers that arrive in either order", async () => {
    await age();
    const [first, second] = [client.copy(), client.copy()];
    await first.post("/step-up/password", { password });
    await second.post("/step-up/password", { password });
    expect(emailIn(await first.get("/get-session"))).toBe(alice.email);
    expect(emailIn(await second.get("/get-session"))).toBe(alice.email);
    expect(await countRows(app)).toMatchObject({ sessions: 2 });
  });

  test("is valid beside two replacements within a minute", async () => {
    await age();
    const underway = client.copy();
    await client.post("/step-up/password", { password });
    await client.post("/step-up/password", { password });
    expect(emailIn(await underway.get("/get-session"))).toBe(alice.email);
    expect((await changeEmail(underway)).body?.code).toBe("SESSION_IS_NOT_FRESH");
    app.wait(61);
    expect((await underway.get("/get-session")).text).toBe("null");
    expect(emailIn(await client.get("/get-session"))).toBe(alice.email);
  });

  test.each(["/sign-out", "/revoke-sessions"])("ends the session by %s", async (path) => {
    const before = client.copy();
    await client.post("/step-up/password", { password });
    expect((await before.post(path)).status).toBe(200);
    expect((await client.get("/get-session")).text).toBe("null");
  });

  test("is none in a cookie", async () => {
    const { token } = client;
    await client.post("/step-up/password", { password });
    const { cookies } = await app.browser().post("/sign-in/email", bob);
    const name = cookies[0]?.name;
    expect((await app.browser().get("/get-session", beside({ cookie: `${name}=${token}` }))).text).toBe("null");
  });

  test("is over after a cookie of the session was replaced", async () => {
    const page = app.browser();
    const token = String((await page.post("/sign-in/email", bob)).body?.token);
    await page.post("/step-up/password", { password });
    const old = tokenClient();
    old.token = token;
    expect((await old.get("/get-session")).text).toBe("null");
  });
});

describe("the sessions of an app that the config names", () => {
  beforeEach(() => {
    app = openApp({ session: { bearer: { clients: { ios: {}, kiosk: { expiresInSeconds: 3600 } } } } });
    client = new TokenClient(app.auth.handler, home, "ios");
  });

  test("last 90 days without a visit, and a year with visits", async () => {
    await client.post("/sign-up/email", alice);
    app.wait(89 * day);
    expect(emailIn(await client.get("/get-session"))).toBe(alice.email);
    for (let visit = 0; visit < 3; visit += 1) {
      app.wait(89 * day);
      expect(emailIn(await client.get("/get-session"))).toBe(alice.email);
    }
    app.wait(10 * day);
    expect((await client.get("/get-session")).text).toBe("null");
  });

  test("last as long as the config says, and others as long as in a browser", async () => {
    const kiosk = new TokenClient(app.auth.handler, home, "kiosk");
    await kiosk.post("/sign-up/email", alice);
    const other = tokenClient();
    await other.post("/sign-in/email", alice);
    app.wait(3600);
    expect((await kiosk.get("/get-session")).text).toBe("null");
    app.wait(7 * day);
    expect((await other.get("/get-session")).text).toBe("null");
  });

  test("are named in lists and when they end", async () => {
    await client.post("/sign-up/email", alice);
    expect(JSON.parse((await client.get("/list-sessions")).text)).toMatchObject([{ clientId: "ios" }]);
    await client.post("/sign-out");
    await app.auth.idle();
    expect(app.events.at(-1)).toMatchObject({ type: "session.ended", clientId: "ios" });
  });

  test("of an app without a name in the config are not opened", async () => {
    const answer = await new TokenClient(app.auth.handler, home, "android").post("/sign-up/email", alice);
    expect(answer.status).toBe(400);
    expect(answer.body?.code).toBe("UNKNOWN_CLIENT");
    expect(await countRows(app)).toMatchObject({ users: 0 });
  });

  test.each<[unknown, string]>([
    ["yes", "session.bearer: must be true, or an object with the apps as `clients`"],
    [{}, "session.bearer.clients: must be an object with the names of your apps"],
    [{ clients: { ios: 5 } }, "session.bearer.clients.ios: must be an object of lifetimes"],
    [{ clients: { ios: { expiresIn: 5 } } }, 'did you mean "session.bearer.clients.ios.expiresInSeconds"'],
    [{ clients: { ios: { expiresInSeconds: 0 } } }, "session.bearer.clients.ios.expiresInSeconds: must be"],
    [{ clients: { "a b": {} } }, 'session.bearer.clients: the name "a b" must be'],
  ])("are checked at the start: %j", (bearer, message) => {
    expect(() => openApp({ session: { bearer: bearer as boolean } })).toThrow(message);
  });
});
