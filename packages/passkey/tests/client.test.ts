import { type Authenticator, createAuthenticator } from "@keyhold/testing/passkey";
import { afterEach, describe, expect, test, vi } from "vitest";
import { open } from "./fixture.ts";

/** A browser's object with these methods; the others are absent, as in older browsers. */
const browserWith = (methods: object) => vi.stubGlobal("PublicKeyCredential", methods);
afterEach(() => {
  vi.unstubAllGlobals();
});

const unable = [
  ["without the method", {}],
  ["that cannot", { getClientCapabilities: async () => ({ conditionalCreate: false }) }],
  ["whose method fails", { getClientCapabilities: () => Promise.reject(new Error("Broken.")) }],
  ["whose method throws", { getClientCapabilities: () => JSON.parse("") }],
] as const;

describe("useAutoRegister sends no request and never rejects in a browser", () => {
  test.each(unable)("%s", async (_, methods) => {
    browserWith(methods);
    const { client } = open();
    const { error } = await client.passkey.addPasskey({ useAutoRegister: true });
    expect(error).toMatchObject({ code: "PASSKEYS_NOT_SUPPORTED", status: 0 });
  });
});

test("autofill never rejects in a browser whose method fails", async () => {
  browserWith({ isConditionalMediationAvailable: () => Promise.reject(new Error("Broken.")) });
  const { client } = open();
  expect((await client.signIn.passkey({ autoFill: true })).error?.code).toBe("PASSKEYS_NOT_SUPPORTED");
});

const bytes = (text: string) => Buffer.from(text, "base64url");
const text = (buffer: ArrayBuffer) => Buffer.from(buffer).toString("base64url");
const inBytes = (response: object) =>
  Object.fromEntries(
    Object.entries(response).map(([name, value]) => [name, typeof value === "string" ? bytes(value) : value]),
  );

/** The credential of a device in the form of a browser. */
const credentialOf = ({ response, ...credential }: ReturnType<Authenticator["authenticate" | "register"]>) => ({
  ...credential,
  rawId: bytes(credential.rawId),
  getClientExtensionResults: () => ({}),
  response: inBytes(response),
});

test("useAutoRegister asks the browser to create a passkey without a dialog", async () => {
  const { signUp, passkeysOf } = open();
  const { client, user } = await signUp("ann@example.com");
  const device = createAuthenticator();
  const asked: unknown[] = [];
  const create = async ({ mediation, publicKey: { challenge, rp, user } }: Created) => {
    asked.push(mediation);
    const options = { challenge: text(challenge), rp, user: { id: text(user.id) } };
    return credentialOf(device.register(options, { isPresent: false, isVerified: false }));
  };
  browserWith(Object.assign(() => undefined, { getClientCapabilities: async () => ({ conditionalCreate: true }) }));
  vi.stubGlobal("navigator", { credentials: { create } });
  const { data, error } = await client.passkey.addPasskey({ useAutoRegister: true });
  expect(error).toBe(null);
  expect(asked).toEqual(["conditional"]);
  expect(await passkeysOf(user.id)).toMatchObject([{ id: data?.id, userVerified: false }]);
});

test("an unknown passkey is told to password managers after a sign-in and after a step-up", async () => {
  const { signUp } = open();
  const { client } = await signUp("ann@example.com");
  const device = createAuthenticator();
  const told: unknown[] = [];
  const signalUnknownCredential = async (options: unknown) => void told.push(options);
  browserWith(Object.assign(() => undefined, { signalUnknownCredential }));
  const get = async ({ publicKey: { challenge, rpId } }: Requested) =>
    credentialOf(device.authenticate({ challenge: text(challenge), rpId }));
  vi.stubGlobal("navigator", { credentials: { get } });
  for (const ceremony of [client.signIn.passkey, client.stepUp.withPasskey])
    expect((await ceremony({})).error?.code).toBe("PASSKEY_NOT_FOUND");
  const unknown = expect.objectContaining({ rpId: "app.example.com", credentialId: device.id });
  expect(told).toEqual([unknown, unknown]);
});

interface Requested {
  readonly publicKey: { readonly challenge: ArrayBuffer; readonly rpId: string };
}

interface Created {
  readonly mediation: unknown;
  readonly publicKey: {
    readonly challenge: ArrayBuffer;
    readonly rp: { readonly id: string };
    readonly user: { readonly id: ArrayBuffer };
  };
}
