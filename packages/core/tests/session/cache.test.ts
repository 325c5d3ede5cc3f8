import { memory } from "@keyhold/adapter-memory";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  type Changes,
  openApp,
  secret,
  sessionModel,
  userByEmail,
  userModel,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser, SetCookie } from "../../../../tests/harness/browser.ts";
import { keysFor } from "../../src/secret/keys.js";
import { sign } from "../../src/secret/signature.js";

const day = 86_400;
const name = "keyhold.session_data";

let app: App;
let browser: Browser;
let signedUp: Answer;

async function start(changes: Changes = {}): Promise<void> {
  app = openApp({ ...changes, session: { cookieCache: { enabled: true }, ...changes.session } });
  browser = app.browser();
  signedUp = await browser.post("/sign-up/email", alice);
}
beforeEach(() => start());

const entryIn = ({ cookies }: Answer): SetCookie | undefined => cookies.find((cookie) => cookie.name === name);
const copy = (): string => browser.jar.get(name) ?? "";
const readWith = (data: string, path = "/get-session"): Promise<Answer> =>
  app.browser().get(path, { headers: { cookie: `keyhold.session_token=${browser.sessionCookie}; ${name}=${data}` } });
const rename = async (to: string): Promise<void> =>
  void (await app.db.update(userModel, (await userByEmail(app)).id, { name: to }));
const decoded = (data: string): string => Buffer.from(data, "base64url").toString();

/** Whether a response was read from the database, in which the user has another name. */
async function isFromDatabase(data: string, path?: string): Promise<boolean> {
  await rename("Alice in the database");
  const answer = await readWith(data, path);
  expect(answer.body?.user).toMatchObject({ email: alice.email });
  return answer.body?.user?.name === "Alice in the database";
}

describe("a copy of the session", () => {
  test("comes with a sign-up and a sign-in, for five minutes and HttpOnly", async () => {
    const attributes = [
      ["max-age", "300"],
      ["path", "/"],
      ["httponly", ""],
      ["samesite", "Lax"],
    ];
    expect([...(entryIn(signedUp)?.attributes ?? [])]).toEqual(attributes);
    const signedIn = await app.browser().post("/sign-in/email", alice);
    expect([...(entryIn(signedIn)?.attributes ?? [])]).toEqual(attributes);
  });

  test("is shown instead of the database's row, and is not sent again", async () => {
    const before = await browser.get("/get-session?disableCookieCache=true");
    await rename("Mallory");
    const answer = await browser.get("/get-session");
    expect(answer.body).toEqual(before.body);
    expect(answer.cookies).toEqual([]);
  });

  test("has its dates again for server-side calls, and texts that look like a date stay texts", async () => {
    await rename("2026-01-05T12:00:00.000Z");
    await browser.get("/get-session?disableCookieCache=true");
    await rename("Mallory");
    const headers = new Headers({ cookie: browser.cookieHeader() });
    const read = await app.auth.api.getSession({}, { headers });
    expect(read?.user).toMatchObject({ name: "2026-01-05T12:00:00.000Z", createdAt: app.now(), image: null });
    expect(read?.session).toMatchObject({ expiresAt: new Date(app.now().getTime() + 7 * day * 1000) });
  });

  test("contains the hash of the token and neither the token nor a password", () => {
    const [token = ""] = browser.sessionCookie.split(".");
    expect(copy()).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(decoded(copy())).toContain(alice.email);
    expect(decoded(copy())).not.toContain(token);
    expect(decoded(copy())).not.toContain("password");
  });

  test("is at most as old as configured", async () => {
    await start({ session: { cookieCache: { enabled: true, maxAgeSeconds: 60 } } });
    expect(entryIn(signedUp)?.attributes.get("max-age")).toBe("60");
    app.wait(59);
    expect(await isFromDatabase(copy())).toBe(false);
    app.wait(1);
    expect(await isFromDatabase(copy())).toBe(true);
  });

  test("does not live longer because the clock is set back", async () => {
    app.wait(-1);
    expect(await isFromDatabase(copy())).toBe(true);
  });

  test("is no older than newly configured, after an earlier longer maximum", async () => {
    const database = memory();
    await start({ database });
    const older = [copy(), browser.sessionCookie] as const;
    app = openApp({ database, session: { cookieCache: { enabled: true, maxAgeSeconds: 60 } } });
    browser.jar.set("keyhold.session_token", older[1]);
    expect(await isFromDatabase(older[0])).toBe(true);
  });

  test("never outlives its session", async () => {
    await start({ session: { expiresInSeconds: 100, updateAgeSeconds: 1000, cookieCache: { enabled: true } } });
    expect(entryIn(signedUp)?.attributes.get("max-age")).toBe("100");
    app.wait(100);
    expect((await readWith(copy())).text).toBe("null");
  });

  test("is made anew if there is no valid one, from the database", async () => {
    app.wait(300);
    const answer = await browser.get("/get-session");
    expect(entryIn(answer)?.attributes.get("max-age")).toBe("300");
    expect(await isFromDatabase(entryIn(answer)?.value ?? "")).toBe(false);
  });

  test("does not prevent a due prolongation of the session", async () => {
    await start({ session: { updateAgeSeconds: 100, cookieCache: { enabled: true } } });
    app.wait(100);
    const answer = await browser.get("/get-session");
    expect(answer.body?.session).toMatchObject({ expiresAt: "2026-01-12T12:01:40.000Z" });
    expect(answer.cookies.map((cookie) => cookie.name)).toEqual(["keyhold.session_token", name]);
    app.wait(100);
    const wished = await browser.get("/get-session?disableRefresh=true");
    expect(wished.body?.session).toMatchObject({ expiresAt: "2026-01-12T12:01:40.000Z" });
    expect(wished.cookies).toEqual([]);
  });

  test("ends with the browser's session, without rememberMe", async () => {
    const answer = await browser.post("/sign-in/email", { ...alice, rememberMe: false });
    expect(entryIn(answer)?.attributes.has("max-age")).toBe(false);
    app.wait(300);
    expect(entryIn(await browser.get("/get-session"))?.attributes.has("max-age")).toBe(false);
    const updated = await browser.post("/update-user", { name: "Alice two" });
    expect(entryIn(updated)?.attributes.has("max-age")).toBe(false);
  });

  test("is bypassed with disableCookieCache, and made anew", async () => {
    await rename("Mallory");
    const answer = await browser.get("/get-session?disableCookieCache=true");
    expect(answer.body?.user).toMatchObject({ name: "Mallory" });
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ name: "Mallory" });
    expect(entryIn(answer)).toBeDefined();
  });

  test("is absent if the option is off", async () => {
    const before = copy();
    const cookie = browser.cookieHeader();
    await start({ session: { cookieCache: { enabled: false } } });
    expect(signedUp.cookies.map((line) => line.name)).toEqual(["keyhold.session_token"]);
    expect((await browser.get("/get-session")).cookies).toEqual([]);
    expect((await app.browser().get("/get-session", { headers: { cookie } })).text).toBe("null");
    expect(await isFromDatabase(before)).toBe(true);
  });
});

describe("a copy is rejected", () => {
  const keys = keysFor("cookie", [secret]);
  const encode = (text: string): string => Buffer.from(text).toString("base64url");

  test.each([
    ["of another name", (data: string) => encode(decoded(data).replace('"Alice"', '"Mallory"'))],
    [
      "with a character changed",
      (data: string) => `${data.slice(0, 40)}${data[40] === "A" ? "B" : "A"}${data.slice(41)}`,
    ],
    ["with its signature changed", (data: string) => `${data.slice(0, -6)}AAAAAA`],
    ["cut short", (data: string) => data.slice(0, -1)],
    ["without its signature", (data: string) => encode(decoded(data).slice(0, -45))],
    ["with an end of its own", (data: string) => encode(decoded(data).replace(/"until":\d+/, '"until":9999999999999'))],
    ["written twice", (data: string) => encode(data)],
    ["of an empty text", () => ""],
    ["of no encoding", () => "%"],
    ["of JSON", () => encode('{"session":{},"user":{}}')],
    [
      "of a text that is signed as another cookie",
      (data: string) => encode(sign(keys, "session_token", decoded(data).slice(0, -45))),
    ],
    [
      "of a text that another secret signed",
      (data: string) =>
        encode(
          sign(keysFor("cookie", ["another secret of 32 characters!"]), "session_data", decoded(data).slice(0, -45)),
        ),
    ],
    [
      "of a text that was signed for another purpose",
      (data: string) => encode(sign(keysFor("signed value", [secret]), "session_data", decoded(data).slice(0, -45))),
    ],
    ["of a name of every object", () => encode("__proto__.AAAA")],
    ["of eight thousand characters", (data: string) => data.padEnd(8000, "A")],
  ])("%s", async (_, forge) => {
    const forged = forge(copy());
    expect(forged).not.toBe(copy());
    expect(await isFromDatabase(forged)).toBe(true);
  });

  test("of another user, beside the own token", async () => {
    const bob = app.browser();
    await bob.post("/sign-up/email", { ...alice, name: "Bob", email: "bob@example.com" });
    expect(await isFromDatabase(bob.jar.get(name) ?? "")).toBe(true);
  });

  test("of another session of the same user", async () => {
    const other = app.browser();
    await other.post("/sign-in/email", alice);
    expect(await isFromDatabase(other.jar.get(name) ?? "")).toBe(true);
  });

  test("without a token, or with one with a wrong signature", async () => {
    const [token = ""] = browser.sessionCookie.split(".");
    for (const cookie of [`${name}=${copy()}`, `${name}=${copy()}; keyhold.session_token=${token}.${"A".repeat(44)}`]) {
      expect((await app.browser().get("/get-session", { headers: { cookie } })).text).toBe("null");
    }
  });

  test("made before a plugin added a column", async () => {
    const older = decoded(copy())
      .slice(0, -45)
      .replace(/,"displayUsername":null/, "");
    expect(older).not.toContain("displayUsername");
    expect(await isFromDatabase(encode(sign(keys, "session_data", older)))).toBe(true);
  });

  test("by routes that require a session, at any age", async () => {
    const cookie = browser.cookieHeader();
    await app.db.remove(sessionModel, { userId: (await userByEmail(app)).id });
    const headers = { cookie };
    expect((await app.browser().get("/list-sessions", { headers })).status).toBe(401);
    expect((await app.browser().post("/update-user", { name: "x" }, { headers })).status).toBe(401);
    // A session that is only shown may be a little old, as the app has configured.
    expect((await app.browser().get("/get-session", { headers })).body?.user).toMatchObject({ email: alice.email });
    const exact = await app.browser().get("/get-session?disableCookieCache=true", { headers });
    expect(exact.text).toBe("null");
    expect(entryIn(exact)?.attributes.get("max-age")).toBe("0");
  });
});

describe("an attacker with both cookies", () => {
  test.each<[string, (owner: Browser, userId: string) => Promise<unknown>]>([
    ["is signed out", (owner) => owner.post("/sign-out", {}, { headers: { cookie: browser.cookieHeader() } })],
    ["is revoked", (owner) => owner.post("/revoke-other-sessions")],
    [
      "ends with the password",
      (owner) => owner.post("/change-password", { ...newPassword, revokeOtherSessions: true }),
    ],
    ["ends with its user", (owner) => owner.post("/delete-user", alice)],
    ["is ended by the server", (_, userId) => app.auth.api.revokeUserSessions({ userId })],
  ])("is shown a session that %s for as long as its copy lives, and can change no data with it", async (_, end) => {
    await start({ user: { deleteUser: { enabled: true } } });
    const owner = app.browser();
    await owner.post("/sign-in/email", alice);
    app.wait(299);
    const stolen = (path: string): Promise<Answer> => app.browser().get(path, { headers: { cookie: thief } });
    const thief = browser.cookieHeader();
    await end(owner, (await userByEmail(app)).id);
    const shown = await stolen("/get-session");
    expect(shown.body?.user).toMatchObject({ email: alice.email });
    expect(shown.cookies).toEqual([]);
    expect((await stolen("/list-sessions")).status).toBe(401);
    expect((await stolen("/get-session?disableCookieCache=true")).text).toBe("null");
    app.wait(1);
    expect((await stolen("/get-session")).text).toBe("null");
  });
});

const newPassword = { currentPassword: alice.password, newPassword: "another right password" };
