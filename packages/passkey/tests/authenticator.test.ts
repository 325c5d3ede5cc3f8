import { randomUUID } from "node:crypto";
import { memory } from "@keyhold/adapter-memory";
import { createAuthClient } from "@keyhold/client";
import { tokenPlatform } from "@keyhold/client/token";
import { createAuth } from "@keyhold/core";
import { passkey } from "@keyhold/passkey";
import { type PasskeyAuthenticator, passkeyClient } from "@keyhold/passkey/client";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { expect, test } from "vitest";

/** The passkeys of an app: its module has functions that JSON leaves out, and a device. */
function moduleOf(device = createAuthenticator()): PasskeyAuthenticator & { isSupported(): boolean } {
  const make = device.register as (options: object) => object;
  const use = device.authenticate as (options: object) => object;
  return {
    isSupported: () => true,
    create: async (options) => ({ ...make(options), getPublicKey: () => new ArrayBuffer(0) }),
    get: async (options) => use(options),
  };
}

function start(authenticator: PasskeyAuthenticator) {
  const auth = createAuth({
    secret: `only for this test: ${randomUUID()}`,
    baseURL: "https://app.example.com",
    database: memory(),
    emailAndPassword: { enabled: true },
    session: { bearer: true },
    plugins: [passkey()],
  });
  const items = new Map<string, string>();
  const store = {
    get: (name: string) => items.get(name),
    set: (name: string, item: string) => items.set(name, item),
    remove: (name: string) => items.delete(name),
  };
  const sent: string[] = [];
  const client = createAuthClient({
    baseURL: "https://app.example.com",
    platform: tokenPlatform({ store }),
    retry: 0,
    fetch: (input, init) => {
      const request = new Request(input, init);
      sent.push(new URL(request.url).pathname);
      return auth.handler(request, { ipAddress: "198.51.100.9" });
    },
    plugins: [passkeyClient({ authenticator })],
  });
  return { client, sent };
}

const ann = { name: "Ann", email: "ann@example.com", password: "correct horse battery staple" };

test("an app registers a passkey, signs in and steps up with its own authenticator", async () => {
  const { client } = start(moduleOf());
  await client.signUp.email(ann);
  expect((await client.passkey.addPasskey({ name: "Phone" })).error).toBe(null);
  expect((await client.stepUp.withPasskey({})).error).toBe(null);
  await client.signOut();
  expect((await client.signIn.passkey()).error).toBe(null);
  expect((await client.getSession()).data?.user.email).toBe(ann.email);
});

test("a user signs up with a passkey of the app's authenticator", async () => {
  const { client } = start(moduleOf());
  const { error } = await client.signUp.passkey({ name: "Ann", email: ann.email });
  expect(error?.code).not.toMatch(/^(CEREMONY|PASSKEYS)/);
});

test.each([
  ["null", async () => null],
  ["an error of Apple's name", async () => Promise.reject(Object.assign(new Error(""), { name: "UserCancelled" }))],
  ["an error of Android's code", async () => Promise.reject(Object.assign(new Error(""), { code: "UserCancelled" }))],
])("%s is a closed dialog", async (_, get) => {
  const { client } = start({ ...moduleOf(), get });
  expect((await client.signIn.passkey()).error).toMatchObject({ code: "CEREMONY_CANCELLED", status: 0 });
});

test("an error of the authenticator is the error of the call", async () => {
  const thrown = new Error("The domain is not associated.");
  const { client } = start({ ...moduleOf(), get: () => Promise.reject(thrown) });
  expect((await client.signIn.passkey()).error).toMatchObject({ code: "CEREMONY_FAILED", error: thrown });
});

test("a device without passkeys, autofill and automatic registration send no request", async () => {
  const device = start({ ...moduleOf(), isSupported: () => false });
  expect((await device.client.signIn.passkey()).error?.code).toBe("PASSKEYS_NOT_SUPPORTED");
  const { client, sent } = start(moduleOf());
  expect((await client.signIn.passkey({ autoFill: true })).error?.code).toBe("PASSKEYS_NOT_SUPPORTED");
  expect((await client.passkey.addPasskey({ useAutoRegister: true })).error?.code).toBe("PASSKEYS_NOT_SUPPORTED");
  expect([...device.sent, ...sent]).toEqual([]);
});
