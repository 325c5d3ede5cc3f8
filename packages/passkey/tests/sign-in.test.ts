import { memory } from "@keyhold/adapter-memory";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { describe, expect, test } from "vitest";
import { type Fixture, open, password } from "./fixture.ts";

test.each(["ES256", "EdDSA", "RS256"] as const)("a passkey of %s is added, listed, and signs in", async (algorithm) => {
  const { signUp, add, visit, signInWith, logged } = open();
  const { client, user } = await signUp("ann@example.com");
  const device = createAuthenticator({ algorithm, aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4", isSynced: true });
  const added = await add(client, device);
  expect(added.data).toMatchObject({
    name: "Google Password Manager",
    credentialID: device.id,
    deviceType: "multiDevice",
    backedUp: true,
    userVerified: true,
    counter: 0,
  });
  expect(added.data).not.toHaveProperty("longCredentialID");
  expect((await client.passkey.listUserPasskeys()).data).toEqual([added.data]);

  const guest = visit();
  const signedIn = await signInWith(guest.client, device);
  expect(signedIn.data).toMatchObject({ user: { id: user.id }, session: { userId: user.id } });
  expect((await guest.client.getSession()).data?.user.email).toBe("ann@example.com");
  expect(logged).toEqual([]);
});

describe("the session knows", () => {
  test.each([
    { isSynced: false, verifies: true, amr: "hwk,mfa" },
    { isSynced: true, verifies: true, amr: "swk,mfa" },
    { isSynced: false, verifies: false, amr: "hwk" },
    { isSynced: true, verifies: false, amr: "swk" },
  ])("$amr after a passkey with %o", async ({ amr, ...device }) => {
    const { enrol, visit, signInWith, sessionsOf, clock } = open();
    const ann = await enrol("ann", device);
    clock.forward({ seconds: 1 });
    const { data } = await signInWith(visit().client, ann.device);
    const opened = (await sessionsOf(ann.user.id)).find(
      (session) => data && "session" in data && session.id === data.session.id,
    );
    expect(opened).toMatchObject({ amr, factorTime: device.verifies ? clock.now() : null });
  });

  test("the token of a session that works as a bearer token is not shown to scripts", async () => {
    const { enrol, visit, signInWith } = open({ config: { session: { bearer: true } } });
    const ann = await enrol("ann");
    const guest = visit();
    const { data } = await signInWith(guest.client, ann.device);
    const token = data && "session" in data ? data.session.token : "";
    const response = await visit().browser.fetch("/get-session", { headers: { authorization: `Bearer ${token}` } });
    expect(await response.json()).toBe(null);
  });
});

describe("the options of a sign-in", () => {
  test("name no passkey without a session", async () => {
    const { enrol, visit } = open();
    await enrol("ann");
    const { data } = await visit().client.passkey.generateAuthenticateOptions();
    expect(data).toMatchObject({ rpId: "app.example.com", allowCredentials: [], userVerification: "preferred" });
    expect(Buffer.from(data?.challenge ?? "", "base64url")).toHaveLength(32);
  });

  test("name the passkeys of the session's user, or of the pending sign-in's", async () => {
    const { enrol } = open();
    const { client, device } = await enrol("ann");
    const { data } = await client.passkey.generateAuthenticateOptions();
    expect(data?.allowCredentials).toMatchObject([{ id: device.id }]);
  });

  test("work in two tabs of one browser", async () => {
    const { enrol, visit, useDevice } = open();
    const { device } = await enrol("ann");
    const { client } = visit();
    const first = await useDevice(client, device);
    await useDevice(client, device);
    expect((await client.passkey.verifyAuthentication({ response: first })).error).toBe(null);
  });

  test("expire after five minutes", async () => {
    const { enrol, visit, useDevice, clock } = open();
    const { device } = await enrol("ann");
    const { client } = visit();
    const response = await useDevice(client, device);
    clock.forward({ minutes: 5 });
    const expired = await client.passkey.verifyAuthentication({ response });
    expect(expired.error).toMatchObject({ status: 400, code: "CHALLENGE_NOT_FOUND" });
  });
});

test("a user whose address must be verified first does not sign in before", async () => {
  const database = memory();
  const ann = await open({ database }).enrol("ann");
  const strict = open({ database, config: { emailAndPassword: { enabled: true, requireEmailVerification: true } } });
  const { client } = strict.visit();
  const refused = await strict.signInWith(client, ann.device);
  expect(refused.error).toMatchObject({ status: 403, code: "EMAIL_NOT_VERIFIED" });
  expect((await client.getSession()).data).toBe(null);
});

describe("where a second factor is asked,", () => {
  /** A user with an authenticator app and a passkey. */
  async function enrolBoth(fixture: Fixture, device: { readonly verifies: boolean }) {
    const ann = await fixture.enrol("ann", device);
    const enabled = await ann.client.twoFactor.enable({ password });
    const secret = new URL(enabled.data?.totpURI ?? "").searchParams.get("secret") ?? "";
    const { code } = await fixture.auth.api.generateTotp({ secret });
    expect((await ann.client.twoFactor.verifyTotp({ code })).error).toBe(null);
    fixture.clock.forward({ seconds: 30 });
    return ann;
  }

  test("a passkey is offered to users who have one, and finishes a password sign-in, also without verification", async () => {
    const fixture = open();
    const ann = await enrolBoth(fixture, { verifies: false });
    const { client } = fixture.visit();
    const asked = await client.signIn.email({ email: ann.email, password, callbackURL: "/home", rememberMe: false });
    expect(asked.data).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["passkey", "totp", "backup-code"] });
    expect((await client.passkey.generateAuthenticateOptions()).data?.allowCredentials).toHaveLength(1);
    const finished = await fixture.signInWith(client, ann.device);
    expect(finished.data).toMatchObject({ user: { id: ann.user.id }, redirect: true, url: "/home" });
    expect(finished.data).toMatchObject({ session: { amr: "pwd,hwk,mfa" } });
    expect((await client.getSession()).data?.user.id).toBe(ann.user.id);
  });

  test("it is not offered to users without one", async () => {
    const fixture = open();
    const ann = await enrolBoth(fixture, { verifies: true });
    await ann.client.passkey.deletePasskey({ id: ann.passkey.id });
    const asked = await fixture.visit().client.signIn.email({ email: ann.email, password });
    expect(asked.data).toMatchObject({ twoFactorMethods: ["totp", "backup-code"] });
  });

  test("a passkey alone is two factors if the device has verified the user", async () => {
    const fixture = open();
    const ann = await enrolBoth(fixture, { verifies: true });
    expect((await fixture.signInWith(fixture.visit().client, ann.device)).data).toMatchObject({
      user: { id: ann.user.id },
    });
  });

  test("a passkey without verification is one factor, and a second use of it is none", async () => {
    const fixture = open();
    const ann = await enrolBoth(fixture, { verifies: false });
    const { client } = fixture.visit();
    const asked = { twoFactorRedirect: true, twoFactorMethods: ["totp", "backup-code"] };
    expect((await fixture.signInWith(client, ann.device)).data).toEqual(asked);
    expect((await client.getSession()).data).toBe(null);
    expect((await client.passkey.generateAuthenticateOptions()).data?.userVerification).toBe("required");
    expect((await fixture.signInWith(client, ann.device)).error?.code).toBe("AUTHENTICATION_FAILED");
    expect((await client.getSession()).data).toBe(null);
    const verified = await fixture.signInWith(client, ann.device, { isVerified: true });
    expect(verified.data).toMatchObject({ session: { amr: "hwk,mfa" } });
  });

  test("the passkey of another user finishes no sign-in of this one", async () => {
    const fixture = open();
    const ann = await enrolBoth(fixture, { verifies: true });
    const bob = await fixture.enrol("bob");
    const { client } = fixture.visit();
    await client.signIn.email({ email: ann.email, password });
    const { data } = await client.passkey.generateAuthenticateOptions();
    if (!data) throw new Error("No options.");
    const answer = await client.passkey.verifyAuthentication({ response: bob.device.authenticate(data) });
    expect(answer.data).toMatchObject({ user: { id: bob.user.id } });
    expect((await client.getSession()).data?.user.id).toBe(bob.user.id);
  });
});

test.each([true, false])(
  "where a factor is required, a password does not enrol one beside a passkey, asSecondFactor: %s",
  async (asSecondFactor) => {
    let isRequired = false;
    const fixture = open({ options: { asSecondFactor }, isRequired: () => isRequired });
    const ann = await fixture.enrol("ann");
    isRequired = true;
    const thief = fixture.visit().client;
    const asked = await thief.signIn.email({ email: ann.email, password });
    expect(asked.data).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["passkey"] });
    expect((await thief.twoFactor.enable({ password })).error?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
    expect((await thief.getSession()).data).toBe(null);
    expect((await fixture.signInWith(thief, ann.device)).data).toMatchObject({ user: { id: ann.user.id } });
  },
);

describe("with asSecondFactor,", () => {
  const options = { asSecondFactor: true };

  test("a password sign-in asks users who have a passkey, and others not", async () => {
    const fixture = open({ options });
    const ann = await fixture.enrol("ann");
    await fixture.signUp("bob@example.com");
    const { client } = fixture.visit();
    const asked = await client.signIn.email({ email: ann.email, password });
    expect(asked.data).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["passkey"] });
    expect((await client.getSession()).data).toBe(null);
    expect((await fixture.signInWith(client, ann.device)).data).toMatchObject({ session: { amr: "pwd,hwk,mfa" } });
    const other = await fixture.visit().client.signIn.email({ email: "bob@example.com", password });
    expect(other.data).toMatchObject({ user: { email: "bob@example.com" } });
  });

  test("a passkey alone signs in if it verifies the user, and else asks for that", async () => {
    const fixture = open({ options });
    const ann = await fixture.enrol("ann");
    const { client } = fixture.visit();
    const unverified = await fixture.signInWith(client, ann.device, { isVerified: false });
    expect(unverified.data).toMatchObject({ twoFactorMethods: ["passkey"] });
    expect((await client.getSession()).data).toBe(null);
    const verified = await fixture.signInWith(client, ann.device, { isVerified: true });
    expect(verified.data).toMatchObject({ session: { amr: "hwk,mfa" } });
  });

  test("a reset of the factors removes the passkeys; without it they stay", async () => {
    for (const asSecondFactor of [true, false]) {
      const fixture = open({ options: { asSecondFactor } });
      const ann = await fixture.enrol("ann");
      await fixture.auth.api.resetTwoFactor({ userId: ann.user.id });
      expect(await fixture.passkeysOf(ann.user.id)).toHaveLength(asSecondFactor ? 0 : 1);
    }
  });
});
