import { userModel } from "@keyhold/core/plugin";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { codeOf, readSecret, stepOf } from "../src/codes/totp.js";
import { twoFactorModel } from "../src/models.js";
import { open, password } from "./fixture.ts";

/** Factors that were begun and not confirmed, e.g. by an attacker with the password before the user has a factor. */

const email = "ada@example.com";
const secretIn = (data: { readonly totpURI?: string | undefined } | null): string =>
  new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";

/** An auth in which a passkey is a second factor, and Ada without factors, signed in. */
async function withPasskeys() {
  const sent: string[] = [];
  const rule = { isRequired: false };
  const fixture = createTestAuth({
    plugins: [
      twoFactor({ require: () => rule.isRequired, otp: { sendText: ({ code }) => void sent.push(code) } }),
      passkey({ asSecondFactor: true }),
    ],
    clientPlugins: [twoFactorClient(), passkeyClient()],
  });
  const ada = await fixture.signUp(email);
  const codeAt = (secret: string): string =>
    codeOf(readSecret(secret) ?? new Uint8Array(), stepOf(fixture.clock.now()));
  const begin = async () => {
    const visit = fixture.visit();
    const { data } = await visit.client.signIn.email({ email, password });
    return { ...visit, data };
  };
  const addPasskey = async (): Promise<void> => {
    const { data } = await ada.client.passkey.generateRegisterOptions();
    if (!data) throw new Error("No options of a registration.");
    const response = createAuthenticator().register(data);
    expect((await ada.client.passkey.verifyRegistration({ response })).error).toBe(null);
  };
  const isEnabled = async () => (await ada.client.getSession()).data?.user.twoFactorEnabled;
  return { ...fixture, sent, rule, ada, codeAt, begin, addPasskey, isEnabled };
}

describe("a factor that was begun before the user had a passkey as a second factor", () => {
  test.each([true, false])("is not confirmed past the passkey by a code of the app, with `require`: %s", async (is) => {
    const { rule, begin, addPasskey, codeAt, isEnabled } = await withPasskeys();
    rule.isRequired = is;
    const attacker = await begin();
    const secret = secretIn((await attacker.client.twoFactor.enable(is ? {} : { password })).data);
    await addPasskey();
    const { client, data } = await begin();
    expect(data).toMatchObject({ twoFactorMethods: ["passkey"] });
    const answer = await client.twoFactor.verifyTotp({ code: codeAt(secret) });
    expect(answer.error).toMatchObject({ status: 401, code: "INVALID_CODE" });
    expect((await client.getSession()).data).toBe(null);
    expect(await isEnabled()).toBe(false);
  });

  test("is not confirmed past the passkey by a sent code", async () => {
    const { auth, rule, begin, addPasskey, sent, isEnabled } = await withPasskeys();
    rule.isRequired = true;
    await (await begin()).client.twoFactor.enable({ method: "otp" });
    await addPasskey();
    const { client } = await begin();
    await client.twoFactor.sendOtp();
    await auth.idle();
    const answer = await client.twoFactor.verifyOtp({ code: sent.at(-1) ?? "" });
    expect(answer.error).toMatchObject({ status: 401, code: "INVALID_CODE" });
    expect((await client.getSession()).data).toBe(null);
    expect(await isEnabled()).toBe(false);
  });
});

test("an app that was begun is not confirmed in a sign-in of a user who need not enrol any more", async () => {
  const rule = { isRequired: true };
  const fixture = open({ options: { require: () => rule.isRequired } });
  await fixture.auth.api.createUser({ email, name: "Ada", password });
  const { client } = await fixture.begin(email);
  const secret = secretIn((await client.twoFactor.enable({})).data);
  rule.isRequired = false;
  expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error?.code).toBe("INVALID_CODE");
});

describe("an app that was begun is forgotten when sent codes are enabled", () => {
  test("in a session", async () => {
    const fixture = open();
    const { user } = await fixture.auth.api.createUser({ email, name: "Ada", password, emailVerified: true });
    const { client } = await fixture.begin(email);
    const secret = secretIn((await client.twoFactor.enable({ password })).data);
    expect((await client.twoFactor.enable({ password, method: "otp" })).error).toBe(null);
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error?.code).toBe("TOTP_NOT_ENABLED");
    expect(await fixture.db.find(twoFactorModel, { userId: user.id })).toMatchObject({
      secret: null,
      otpEnabled: true,
    });
  });

  test("in a pending sign-in, with the first right code", async () => {
    const fixture = open({ options: { require: () => true } });
    await fixture.auth.api.createUser({ email, name: "Ada", password, emailVerified: true });
    const { client } = await fixture.begin(email);
    const secret = secretIn((await client.twoFactor.enable({})).data);
    await client.twoFactor.enable({ method: "otp" });
    await client.twoFactor.sendOtp();
    const { code } = await fixture.mailbox.waitFor(email, { kind: "two-factor.code" });
    expect((await client.twoFactor.verifyOtp({ code })).error).toBe(null);
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error?.code).toBe("TOTP_NOT_ENABLED");
  });

  test("but stays if it is confirmed", async () => {
    const fixture = open();
    const ada = await fixture.enrol("ada");
    await fixture.db.update(userModel, ada.user.id, { emailVerified: true });
    expect((await ada.client.twoFactor.enable({ password, method: "otp" })).error).toBe(null);
    expect((await fixture.begin(email)).data).toMatchObject({ twoFactorMethods: ["totp", "otp", "backup-code"] });
  });
});
