import { createHash, createHmac } from "node:crypto";
import { memory } from "@keyhold/adapter-memory";
import type { EmailMessage } from "@keyhold/core";
import { memoryStorage } from "@keyhold/testing";
import { type CountedDatabase, counted } from "@keyhold/testing/faults";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  type Changes,
  home,
  openApp,
  password,
  sessionModel,
  userByEmail,
  verificationModel,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { allRows, type Rows, restoreRows } from "../../../../tests/harness/rows.ts";
import { TokenClient } from "../../../../tests/harness/token-client.ts";
import { fingerprint } from "../../src/secret/hash.js";

const previousSecret = "a secret of the library before";
const cookies = { continueFrom: { prefix: "better-auth", secret: previousSecret, isStillRunning: true } };
// Sixteen callers with expensive hashes wait for each other on a busy machine.
const emailAndPassword = { enabled: true, passwordHashing: undefined, passwordQueueSeconds: 60 };

let app: App;
let browser: Browser;
let database: CountedDatabase;

function start(changes: Changes = {}): void {
  app = openApp({ database, cookies, emailAndPassword, ...changes });
  browser = app.browser();
}

let signedUp: { readonly rows: Rows; readonly cookies: ReadonlyMap<string, string> };
// A hash in the form of that library is expensive, so the user is signed up once.
beforeAll(async () => {
  database = counted(memory());
  start();
  await browser.post("/sign-up/email", alice);
  signedUp = { rows: await allRows(app), cookies: new Map(browser.jar) };
});
beforeEach(async () => {
  database = counted(memory());
  start();
  await restoreRows(app, signedUp.rows);
  for (const [name, value] of signedUp.cookies) browser.jar.set(name, value);
});

const signed = (value: string, secret = previousSecret): string =>
  encodeURIComponent(`${value}.${createHmac("sha256", secret).update(value).digest("base64")}`);
const readWith = (cookie: string): Promise<Answer> => app.browser().get("/get-session", { headers: { cookie } });
const storedToken = async (): Promise<string> => {
  const [row] = await app.db.list(sessionModel, {}, { orderBy: "id", limit: 1 });
  return row?.token ?? "";
};

describe("while the previous library still runs", () => {
  test("a session is in that library's cookie, under the token in its row", async () => {
    const token = await storedToken();
    expect([...browser.jar]).toEqual([["better-auth.session_token", signed(token)]]);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });

  test("a request costs one statement and changes no data", async () => {
    database.reset();
    const answer = await browser.get("/get-session");
    expect(database.calls.map(({ verb, model }) => `${verb} ${model}`)).toEqual(["find session"]);
    expect(answer.cookies).toEqual([]);
  });

  test("a token is invalid without the signature, or with that of another secret", async () => {
    const token = await storedToken();
    expect((await readWith(`better-auth.session_token=${token}`)).text).toBe("null");
    expect((await readWith(`better-auth.session_token=${signed(token, "another")}`)).text).toBe("null");
    expect((await readWith(`keyhold.session_token=${signed(token)}`)).text).toBe("null");
  });

  test("its cookie comes before the own one, which an earlier sign-in left behind and a request clears", async () => {
    start({ cookies: {} });
    await browser.post("/sign-in/email", alice);
    const own = browser.cookieHeader();
    start();
    await browser.post("/sign-up/email", { ...alice, email: "bob@example.com" });
    const answer = await readWith(`${own}; ${browser.cookieHeader()}`);
    expect(answer.body?.user).toMatchObject({ email: "bob@example.com" });
    expect(answer.cookies.map(({ name, attributes }) => [name, attributes.get("max-age")])).toEqual([
      ["keyhold.session_token", "0"],
    ]);
    expect((await readWith(own)).body?.user).toMatchObject({ email: alice.email });
  });

  test("the secondary storage has no entry of a session, since that library could not invalidate it", async () => {
    start({ secondaryStorage: memoryStorage({ now: () => app.now() }) });
    await browser.post("/sign-in/email", alice);
    await browser.get("/get-session");
    await app.auth.idle();
    database.reset();
    await browser.get("/get-session");
    expect(database.calls.map(({ verb }) => verb)).toEqual(["find"]);
  });

  describe("a link for a new password", () => {
    const newPassword = "another right password";
    const reset = (token: string) => app.browser().post("/reset-password", { newPassword, token });

    async function ask(changes: Changes = {}): Promise<string> {
      const messages: EmailMessage[] = [];
      start({ mail: (message) => void messages.push(message), ...changes });
      await browser.post("/forget-password", { email: alice.email });
      await app.auth.idle();
      const [message] = messages;
      if (message?.kind !== "reset-password") throw new Error("No link was sent.");
      return message.token;
    }

    test("has the row that this library writes, and sixteen callers use it once", async () => {
      const token = await ask();
      const { id } = await userByEmail(app);
      const row = await app.db.find(verificationModel, { identifier: `reset-password:${token}` });
      expect(row?.value).toBe(id);
      const answers = await Promise.all(Array.from({ length: 16 }, () => reset(token)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 15 }, () => 400)]);
    });

    test("that was sent before is accepted, and not the hash in its row", async () => {
      const token = await ask({ cookies: {} });
      const hash = createHash("sha256").update(token).digest("base64url");
      expect(await app.db.find(verificationModel, { identifier: `reset-password:${hash}` })).not.toBe(null);
      start();
      expect((await reset(hash)).status).toBe(400);
      expect((await reset(token)).status).toBe(200);
    });

    test("is invalid when that library no longer runs", async () => {
      const token = await ask();
      start({ cookies: { continueFrom: { ...cookies.continueFrom, isStillRunning: false } } });
      expect((await reset(token)).status).toBe(400);
    });
  });

  describe("a link that verifies an address", () => {
    const verify = async (token: string) => (await app.browser().post("/verify-email", { token })).body;
    const isVerified = async () => (await userByEmail(app)).emailVerified;

    /** A link signed by the previous library. */
    function link(payload: object, { secret = previousSecret, lifetimeSeconds = 3600 } = {}): string {
      const issuedAt = Math.floor(app.now().getTime() / 1000);
      const parts = [{ alg: "HS256" }, { ...payload, iat: issuedAt, exp: issuedAt + lifetimeSeconds }];
      const body = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
      return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
    }

    test("is followed in the form of that library", async () => {
      expect(await verify(link({ email: "Alice@Example.com" }))).toMatchObject({ status: true });
      expect(await isVerified()).toBe(true);
    });

    test.each<[string, () => string, string]>([
      ["with another secret", () => link({ email: alice.email }, { secret: "another" }), "INVALID_TOKEN"],
      ["for no address", () => link({ sub: alice.email }), "INVALID_TOKEN"],
      ["for a text that is no address", () => link({ email: "alice" }), "INVALID_TOKEN"],
      ["for a change to a text that is no address", () => link({ email: alice.email, updateTo: "x" }), "INVALID_TOKEN"],
      ["for an address without a user", () => link({ email: "bob@example.com" }), "USER_NOT_FOUND"],
      ["an hour before", () => link({ email: alice.email }, { lifetimeSeconds: -1 }), "TOKEN_EXPIRED"],
    ])("fails if it was signed %s", async (_, sign, code) => {
      expect(await verify(sign())).toMatchObject({ code });
      expect(await isVerified()).toBe(false);
    });

    test("changes an address for the signed-in user only, and only with an unchanged current one", async () => {
      const token = link({ email: alice.email, updateTo: "new@example.com" });
      expect(await verify(token)).toMatchObject({ code: "UNAUTHORIZED" });
      expect((await browser.post("/verify-email", { token })).status).toBe(200);
      expect((await userByEmail(app, "new@example.com")).emailVerified).toBe(false);
      expect((await browser.post("/verify-email", { token })).status).toBe(401);
    });

    test("is invalid when that library no longer runs", async () => {
      const token = link({ email: alice.email });
      start({ cookies: { continueFrom: { ...cookies.continueFrom, isStillRunning: false } } });
      expect(await verify(token)).toMatchObject({ code: "INVALID_TOKEN" });
      expect(await isVerified()).toBe(false);
    });
  });
});

describe("in token mode, while the previous library still runs", () => {
  let native: TokenClient;
  const day = 86_400;
  const rows = () => app.db.list(sessionModel, {}, { orderBy: "id", limit: 9 });
  const isAlice = async (by: TokenClient): Promise<boolean> =>
    (await by.get("/get-session")).body?.user?.email === alice.email;

  beforeEach(async () => {
    start({ session: { bearer: true } });
    native = new TokenClient(app.auth.handler, home);
    expect((await native.post("/sign-in/email", alice)).headers.get("set-auth-token")).toBe(native.token);
  });

  test("a replaced token works until the new token is used, and 60 seconds more", async () => {
    app.wait(2 * day);
    const lost = native.copy();
    expect((await native.get("/get-session")).headers.get("set-auth-token")).toBe(native.token);
    expect(native.token).not.toBe(lost.token);
    expect(await isAlice(lost)).toBe(true);
    expect((await lost.copy().post("/step-up/password", { password })).status).toBe(200);
    expect(await isAlice(lost)).toBe(true);
    // The token of the prolongation is kept beside the replaced token.
    expect(await isAlice(native)).toBe(true);
  });

  test("a replaced token that is used later ends the session", async () => {
    const replaced = native.copy();
    await native.post("/step-up/password", { password });
    expect(await isAlice(native)).toBe(true);
    app.wait(61);
    expect(await isAlice(replaced)).toBe(false);
    expect(await isAlice(native)).toBe(false);
  });

  test("the row has the session's token, and only the hash of the replaced token", async () => {
    const replaced = native.token ?? "";
    await native.post("/step-up/password", { password });
    const stored = (await rows()).find(({ token }) => token === native.token);
    expect(stored).toMatchObject({ previousToken: fingerprint(replaced) });
  });

  test("a replaced token works after the previous library has stopped", async () => {
    app.wait(2 * day);
    const lost = native.copy();
    await native.get("/get-session");
    app = openApp({
      database,
      cookies: { continueFrom: { ...cookies.continueFrom, isStillRunning: false } },
      session: { bearer: true },
    });
    app.wait(2 * day);
    for (const by of [lost, native]) {
      const moved = new TokenClient(app.auth.handler, home);
      moved.token = by.token;
      expect(await isAlice(moved)).toBe(true);
    }
  });
});
