import { createAuthenticator } from "@keyhold/testing/passkey";
import { describe, expect, test } from "vitest";
import { open, password } from "./fixture.ts";

/** A passkey that does not sign in is no way to sign in: the user keeps another way. */

const last = "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT";

describe.each([
  ["is not discoverable", { isDiscoverable: false }, {}],
  ["verifies no user, and is a second factor", { verifies: false }, { asSecondFactor: true }],
])("a passkey that %s", (_, device, options) => {
  test("does not replace the password", async () => {
    const { enrol, client, signInWith, clock, visit } = open({ options });
    const ann = await enrol("ann", device);
    const owner = visit();
    await owner.client.signIn.email({ email: ann.email, password });
    await signInWith(owner.client, ann.device);
    expect((await owner.client.unlinkAccount({ providerId: "credential" })).error?.code).toBe(last);
    clock.forward({ seconds: 1 });
    expect((await client.signIn.email({ email: ann.email, password })).error).toBe(null);
  });

  test("is deleted beside the password, and beside another passkey it does not count", async () => {
    const { enrol, add, signInWith, visit } = open({ options });
    const ann = await enrol("ann", device);
    const owner = visit();
    await owner.client.signIn.email({ email: ann.email, password });
    await signInWith(owner.client, ann.device);
    const second = await add(owner.client, createAuthenticator());
    expect(second.error).toBe(null);
    expect((await owner.client.unlinkAccount({ providerId: "credential" })).error).toBe(null);
    const id = second.data?.id ?? "";
    expect((await owner.client.passkey.deletePasskey({ id })).error?.code).toBe(last);
    expect((await owner.client.passkey.deletePasskey({ id: ann.passkey.id })).error).toBe(null);
  });

  test("is deleted although the password alone remains", async () => {
    const { enrol, signInWith, visit } = open({ options });
    const ann = await enrol("ann", device);
    const owner = visit();
    await owner.client.signIn.email({ email: ann.email, password });
    await signInWith(owner.client, ann.device);
    expect((await owner.client.passkey.deletePasskey({ id: ann.passkey.id })).error).toBe(null);
  });
});

test.each([
  ["of which the browser says that it is discoverable", true],
  ["of which the browser does not say so", undefined],
])("a passkey %s replaces the password", async (_, isDiscoverable) => {
  const { enrol } = open();
  const { client, passkey } = await enrol("ann", isDiscoverable === undefined ? {} : { isDiscoverable });
  expect(passkey.discoverable).toBe(isDiscoverable ?? null);
  expect((await client.unlinkAccount({ providerId: "credential" })).error).toBe(null);
});

test.each<unknown>([null, 5, "rk", { credProps: null }, { credProps: { rk: "false" } }, { credProps: { rk: 0 } }])(
  "extension results %j say nothing",
  async (clientExtensionResults) => {
    const { signUp, makeCredential } = open();
    const { client } = await signUp("ann@example.com");
    const { response } = await makeCredential(client, createAuthenticator());
    const { data } = await client.passkey.verifyRegistration({ response: { ...response, clientExtensionResults } });
    expect(data?.discoverable).toBe(null);
  },
);

describe("a sign-up with a passkey", () => {
  test("asks for a discoverable passkey, and takes no other one", async () => {
    const { visit } = open({ options: { signUp: true } });
    const { client } = visit();
    const { data } = await client.passkey.signUpOptions({ name: "Ann", email: "ann@example.com" });
    expect(data?.authenticatorSelection).toMatchObject({ residentKey: "required", requireResidentKey: true });
    if (!data) throw new Error("No options.");
    const response = createAuthenticator({ isDiscoverable: false }).register(data);
    expect((await client.passkey.signUp({ response })).error?.code).toBe("FAILED_TO_VERIFY_REGISTRATION");
    expect((await client.signIn.email({ email: "ann@example.com", password })).error?.status).toBe(401);
  });
});
