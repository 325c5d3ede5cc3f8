import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../../tests/harness/auth-server.ts";
import { createAuthClient } from "../client.js";
import { type SessionCache, type TokenStore, tokenPlatform } from "./index.js";

let server: AuthServer;
/** How far the clock of the server is ahead. */
let aheadSeconds = 0;
let items: Map<string, string>;
let cached: Map<string, string>;
let person: ReturnType<typeof newPerson>;

beforeAll(async () => {
  const plugins = [twoFactor(), passkey()];
  server = await startAuthServer("", plugins, { session: { bearer: { clients: { cli: {} } } } });
});
beforeEach(() => {
  items = new Map();
  cached = new Map();
  person = newPerson();
});
afterAll(() => server.close());

const storeOf = (map: Map<string, string>): TokenStore & SessionCache => ({
  get: (name) => map.get(name),
  set: (name, item) => map.set(name, item),
  remove: (name) => map.delete(name),
});
const slow = (map: Map<string, string>): TokenStore => ({
  get: (name) => pause(1).then(() => map.get(name)),
  set: (name, item) => pause(1).then(() => map.set(name, item)),
  remove: (name) => pause(1).then(() => map.delete(name)),
});

/** The app after a start. */
const start = ({ store = slow(items), send = fetch }: { store?: TokenStore; send?: typeof fetch } = {}) =>
  createAuthClient({
    baseURL: server.url,
    fetch: send,
    retry: 0,
    plugins: [twoFactorClient(), passkeyClient()],
    platform: tokenPlatform({ store, clientId: "cli", cache: storeOf(cached) }),
  });
const tokenIn = (map = items): string => JSON.parse(map.get("keyhold.session") ?? "{}").token ?? "";
const wait = (seconds: number): void => {
  aheadSeconds += seconds;
  server.wait(seconds);
};
/** The code of an authenticator app (RFC 6238), by the clock of the server. */
function codeFor(uri: string): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + aheadSeconds) / 30)));
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const hash = createHmac("sha1", key).update(step).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

describe("an app with a token", () => {
  test("signs up, stays signed in after a start, and signs out", async () => {
    const app = start();
    expect((await app.signUp.email(person)).error).toBe(null);
    expect(tokenIn()).toMatch(/^\w{32}$/);
    expect(items.get("keyhold.session")?.length).toBeLessThan(300);
    const again = start();
    expect((await again.getSession()).data?.user.email).toBe(person.email);
    expect((await again.listSessions()).data).toMatchObject([{ clientId: "cli" }]);
    await again.signOut();
    expect([...items.keys()]).toEqual(["keyhold.devices"]);
    expect((await start().getSession()).data).toBe(null);
    expect((await start().signIn.email(person)).error).toBe(null);
    expect(tokenIn()).toMatch(/^\w{32}$/);
  });

  test("finishes a second factor by its state, and is a trusted device after a start", async () => {
    const app = start();
    await app.signUp.email(person);
    const enabled = await app.twoFactor.enable({ password: person.password });
    const uri = enabled.data?.totpURI ?? "";
    expect((await app.twoFactor.verifyTotp({ code: codeFor(uri) })).error).toBe(null);
    await app.signOut();
    wait(30);
    expect((await app.signIn.email(person)).data).toMatchObject({ twoFactorRedirect: true });
    expect(tokenIn()).toBe("");
    const verified = await app.twoFactor.verifyTotp({ code: codeFor(uri), trustDevice: true });
    expect(verified.error).toBe(null);
    expect(tokenIn()).toMatch(/^\w{32}$/);
    await app.signOut();
    expect([...items.keys()]).toEqual(["keyhold.devices"]);
    expect((await start().signIn.email(person)).data).toMatchObject({ token: tokenIn() });
    // The trust ends by the clock.
    const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 400 * 86_400_000);
    await start().signOut();
    expect((await start().signIn.email(person)).data).toMatchObject({ twoFactorRedirect: true });
    later.mockRestore();
  });

  test("registers a passkey and signs in with it", async () => {
    const app = start();
    await app.signUp.email(person);
    const device = createAuthenticator({ origin: server.url });
    const creation = await app.passkey.generateRegisterOptions();
    const registered = device.register(creation.data as never);
    expect((await app.passkey.verifyRegistration({ response: registered as never })).error).toBe(null);
    await app.signOut();
    const request = await app.passkey.generateAuthenticateOptions();
    const response = device.authenticate(request.data as never);
    expect((await app.passkey.verifyAuthentication({ response: response as never })).error).toBe(null);
    expect((await start().getSession()).data?.user.email).toBe(person.email);
  });
});

test("a store that fails at the start is read again, and keeps what makes the device trusted", async () => {
  items.set("keyhold.devices", JSON.stringify({ trust_device: ["a value", Date.now() + 1e9] }));
  let isLocked = true;
  const get: TokenStore["get"] = async (name) => {
    if (isLocked) throw new Error("The keychain is locked.");
    return items.get(name) ?? null;
  };
  const app = start({ store: { ...slow(items), get } });
  await app.ok();
  isLocked = false;
  await app.signUp.email(person);
  expect(JSON.parse(items.get("keyhold.devices") ?? "{}")).toMatchObject({
    trust_device: ["a value", expect.any(Number)],
  });
});

describe("a new token", () => {
  test("of a step-up is stored, and a copy of the app has no such proof", async () => {
    const app = start();
    await app.signUp.email(person);
    const copied = new Map(items);
    wait(7200);
    const change = { currentPassword: person.password, newPassword: "another long password" };
    expect((await app.stepUp.password({ password: person.password })).error).toBe(null);
    expect(tokenIn()).not.toBe(tokenIn(copied));
    expect((await start().getSession()).data?.user.email).toBe(person.email);
    expect((await app.changePassword(change)).error).toBe(null);
  });

  test("meets sixteen requests in parallel, which all succeed", async () => {
    const app = start();
    await app.signUp.email(person);
    const before = tokenIn();
    // The session is due for a prolongation.
    wait(2 * 86_400);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, caller) =>
        caller % 4 === 1 ? app.stepUp.password({ password: person.password }) : app.updateUser({ name: "Ada" }),
      ),
    );
    expect(answers.map(({ error }) => error)).toEqual(Array(16).fill(null));
    expect(tokenIn()).not.toBe(before);
    wait(90);
    expect((await start().getSession()).data?.user).toMatchObject({ email: person.email, name: "Ada" });
  });

  test("of an older answer does not replace a newer token", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).endsWith("/get-session")) await held;
      return response;
    };
    const app = start({ send: late });
    await app.signUp.email(person);
    wait(2 * 86_400);
    const read = app.getSession();
    await expect.poll(() => server.requests.at(-1)).toBe("GET /get-session");
    await app.stepUp.password({ password: person.password });
    const newest = tokenIn();
    release();
    expect((await read).data?.user.email).toBe(person.email);
    expect(tokenIn()).toBe(newest);
  });

  test("of a step-up replaces the token of a prolongation whose answer came first", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).includes("/step-up/")) await held;
      return response;
    };
    const app = start({ send: late });
    await app.signUp.email(person);
    wait(2 * 86_400);
    const read = app.getSession();
    const step = app.stepUp.password({ password: person.password });
    await read;
    const prolonged = tokenIn();
    release();
    expect((await step).error).toBe(null);
    expect(tokenIn()).not.toBe(prolonged);
    const change = { currentPassword: person.password, newPassword: "another long password" };
    expect((await app.changePassword(change)).error).toBe(null);
  });

  test("that got lost signs no user out", async () => {
    let isLost = false;
    const losing: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (isLost) throw new TypeError("the connection is lost");
      return response;
    };
    const app = start({ send: losing });
    await app.signUp.email(person);
    const before = tokenIn();
    isLost = true;
    expect((await app.stepUp.password({ password: person.password })).error?.code).toBe("NETWORK_ERROR");
    isLost = false;
    expect(tokenIn()).toBe(before);
    expect((await app.getSession()).data?.user.email).toBe(person.email);
  });

  test("ends the session if the previous token is used later, and the app forgets its token", async () => {
    const app = start();
    await app.signUp.email(person);
    const copied = new Map(items);
    await app.stepUp.password({ password: person.password });
    await app.getSession();
    wait(61);
    expect((await start({ store: slow(copied) }).getSession()).data).toBe(null);
    expect(tokenIn(copied)).toBe("");
    expect((await app.updateUser({ name: "Ada" })).error?.status).toBe(401);
    expect(tokenIn()).toBe("");
  });
});

describe("the token stays", () => {
  test.each([
    ["after 401 of a proxy", { status: 401, body: "<h1>Sign in</h1>" }],
    ["after 401 of a proxy in JSON", { status: 401, body: '{"message":"Unauthorized"}' }],
    [
      "after 401 of a proxy with our challenge",
      { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' }, body: "<h1>Sign in</h1>" },
    ],
    ["after 502 of a proxy", { status: 502, body: "Bad gateway" }],
    ["after null of a page for networks", { status: 200, body: "<h1>Welcome to the café</h1>" }],
    ["without a connection", "disconnect" as const],
  ])("%s", async (_, failure) => {
    const app = start();
    await app.signUp.email(person);
    const before = tokenIn();
    server.failNext(failure);
    expect((await app.getSession()).error).not.toBe(null);
    expect(tokenIn()).toBe(before);
    expect((await app.getSession()).data?.user.email).toBe(person.email);
  });
});

describe("a store that fails", () => {
  const broken = (): never => {
    throw new Error("the item cannot be decrypted");
  };

  test("to read: the app is signed out, and may sign in", async () => {
    await start().signUp.email(person);
    const app = start({ store: { ...slow(items), get: broken } });
    expect(await app.getSession()).toEqual({ data: null, error: null });
    expect((await app.signIn.email(person)).error).toBe(null);
    expect((await app.getSession()).data?.user.email).toBe(person.email);
  });

  test.each(["x", "{", '{"token":7}', '{"token":"short","revoke":7}', "[]"])(
    "with %s in the item: likewise",
    async (item) => {
      items.set("keyhold.session", item);
      items.set("keyhold.devices", item);
      expect(await start().getSession()).toEqual({ data: null, error: null });
    },
  );

  test("to write: the app is signed in until its end", async () => {
    const app = start({ store: { get: () => null, set: broken, remove: async () => broken() } });
    await app.signUp.email(person);
    expect((await app.getSession()).data?.user.email).toBe(person.email);
    expect((await app.signOut()).error).toBe(null);
    expect((await app.getSession()).data).toBe(null);
  });
});

describe("the last session", () => {
  test("shows at once, also without a connection, until the server answers", async () => {
    const first = start();
    await first.signUp.email(person);
    await first.getSession();
    const app = start();
    expect(app.session.get()).toMatchObject({
      isStale: true,
      isPending: false,
      data: { user: { email: person.email } },
    });
    server.failNext("disconnect");
    await app.session.refetch();
    expect(app.session.get()).toMatchObject({ isStale: true, data: { user: { email: person.email } } });
    await app.session.refetch();
    expect(app.session.get()).toMatchObject({ isStale: false, error: null, data: { user: { email: person.email } } });
  });

  test("is over at its end by the clock of the server, also without a connection", async () => {
    const first = start();
    await first.signUp.email(person);
    await first.getSession();
    const app = start();
    const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + aheadSeconds * 1000 + 91 * 86_400_000);
    expect(start().session.get()).toMatchObject({ data: null, isPending: true });
    server.failNext("disconnect");
    await app.session.refetch();
    expect(app.session.get()).toMatchObject({ data: null, error: null });
    later.mockRestore();
  });

  test("goes on where only the clock of the device is past its end", async () => {
    const ahead = vi.spyOn(Date, "now").mockReturnValue(Date.now() + aheadSeconds * 1000 + 91 * 86_400_000);
    const first = start();
    await first.signUp.email(person);
    await first.getSession();
    expect(start().session.get()).toMatchObject({ isStale: true, data: { user: { email: person.email } } });
    ahead.mockRestore();
  });

  test("is in the cache without the token", async () => {
    const first = start();
    await first.signUp.email(person);
    await first.getSession();
    expect(cached.get("keyhold.last")).toContain(person.email);
    expect(cached.get("keyhold.last")).not.toContain(tokenIn());
  });

  test("is gone without its token, also without a connection", async () => {
    const first = start();
    await first.signUp.email(person);
    await first.getSession();
    items.clear();
    const app = start();
    server.failNext("disconnect");
    await app.session.refetch();
    expect(app.session.get()).toMatchObject({ data: null, error: null });
  });
});

test("signOut() without a connection forgets the token at once, and ends it with the next connection, after a start too", async () => {
  const app = start();
  await app.signUp.email(person);
  await app.session.refetch();
  const copied = new Map(items);
  const stop = app.session.subscribe(() => undefined);
  server.failNext("disconnect", "disconnect");
  expect(await app.signOut()).toEqual({ data: { success: true }, error: null });
  expect(tokenIn()).toBe("");
  await expect.poll(() => app.session.get().data).toBe(null);
  stop();
  const other = start({ store: slow(copied) });
  expect((await other.getSession()).data?.user.email).toBe(person.email);
  await start().ok();
  await expect.poll(() => [...items.keys()]).toEqual(["keyhold.devices"]);
  expect((await other.getSession()).data).toBe(null);
});
