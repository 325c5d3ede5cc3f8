import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { codeOf, readSecret, stepOf } from "../src/codes/totp.js";
import { password } from "./fixture.ts";

/** Recoveries of users who have lost a passkey that sign-ins ask for. */

const email = "ada@example.com";

async function open({ asSecondFactor = true } = {}) {
  const rule = { isRequired: false };
  const fixture = createTestAuth({
    plugins: [
      twoFactor({ recovery: { delaySeconds: 3600 }, require: () => rule.isRequired }),
      passkey({ asSecondFactor }),
    ],
    clientPlugins: [twoFactorClient(), passkeyClient()],
  });
  const ada = await fixture.signUp(email);
  const { data } = await ada.client.passkey.generateRegisterOptions();
  if (!data) throw new Error("No options of a registration.");
  const device = createAuthenticator();
  const response = device.register(data);
  expect((await ada.client.passkey.verifyRegistration({ response })).error).toBe(null);
  const begin = async () => {
    const visit = fixture.visit();
    const { data } = await visit.client.signIn.email({ email, password });
    return { ...visit, data };
  };
  type Client = typeof fixture.client;
  const enrol = async ({ twoFactor }: Client, given: { password?: string }) => {
    const { totpURI = "" } = (await twoFactor.enable(given)).data ?? {};
    const secret = readSecret(new URL(totpURI).searchParams.get("secret") ?? "") ?? new Uint8Array();
    return twoFactor.verifyTotp({ code: codeOf(secret, stepOf(fixture.clock.now())) });
  };
  /** The proof that an enrolment needs beside a passkey that sign-ins ask for. */
  const proveByPasskey = async () => {
    const { data } = await ada.client.stepUp.passkeyOptions();
    if (!data) throw new Error("No options of a step-up.");
    expect((await ada.client.stepUp.passkey({ response: device.authenticate(data) })).error).toBe(null);
  };
  /** A pending sign-in after the wait. */
  const waited = async () => {
    expect((await (await begin()).client.twoFactor.startRecovery()).error).toBe(null);
    fixture.clock.forward({ hours: 1 });
    return begin();
  };
  return { ...fixture, rule, ada, begin, enrol, proveByPasskey, waited };
}

describe("with a passkey as a second factor", () => {
  test.each([true, false])("the wait removes it, too, with an authenticator app beside it: %s", async (hasApp) => {
    const { ada, enrol, proveByPasskey, waited } = await open();
    if (hasApp) {
      await proveByPasskey();
      expect((await enrol(ada.client, { password })).error).toBe(null);
    }
    const { client, data } = await waited();
    expect(data).toMatchObject({ twoFactorMethods: hasApp ? ["passkey", "totp", "backup-code"] : ["passkey"] });
    expect((await client.twoFactor.finishRecovery()).data).toMatchObject({ token: expect.any(String) });
    expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,recovery" });
    expect((await client.updateUser({ name: "Ada L." })).error?.code).toBe("STEP_UP_REQUIRED");
    expect((await enrol(client, { password })).error).toBe(null);
    expect((await client.updateUser({ name: "Ada L." })).error).toBe(null);
    expect((await client.passkey.listUserPasskeys()).data).toEqual([]);
  });
});

test("where a factor is required, the user of a lost passkey enrols another one after the wait, and keeps the passkey", async () => {
  const { rule, enrol, waited, begin } = await open({ asSecondFactor: false });
  rule.isRequired = true;
  const { client, data } = await waited();
  expect(data).toMatchObject({ twoFactorMethods: ["passkey"] });
  expect((await client.twoFactor.enable({})).error?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
  expect((await client.twoFactor.finishRecovery()).data).toMatchObject({
    twoFactorMethods: ["passkey", "enroll"],
  });
  expect((await enrol(client, {})).error).toBe(null);
  expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,otp,mfa" });
  expect((await client.passkey.listUserPasskeys()).data).toHaveLength(1);
  expect((await begin()).data).toMatchObject({ twoFactorMethods: ["passkey", "totp", "backup-code"] });
});

describe("where a factor is required, after a reset by an administrator", () => {
  test("the user of a lost passkey enrols another factor, and is asked for it from then on", async () => {
    const { rule, ada, auth, enrol, begin } = await open({ asSecondFactor: false });
    rule.isRequired = true;
    expect((await begin()).data).toMatchObject({ twoFactorMethods: ["passkey"] });
    await auth.api.resetTwoFactor({ userId: ada.user.id });
    const { client, data } = await begin();
    expect(data).toMatchObject({ twoFactorMethods: ["passkey", "enroll"] });
    expect((await enrol(client, {})).error).toBe(null);
    expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,otp,mfa" });
    expect((await begin()).data).toMatchObject({ twoFactorMethods: ["passkey", "totp", "backup-code"] });
  });

  test("a password enrols a factor beside the passkey for seven days, and only until one was enrolled", async () => {
    const { rule, ada, auth, clock, enrol, begin } = await open({ asSecondFactor: false });
    rule.isRequired = true;
    const userId = ada.user.id;
    await auth.api.resetTwoFactor({ userId });
    clock.forward({ days: 7 });
    expect((await begin()).data).toMatchObject({ twoFactorMethods: ["passkey"] });
    await auth.api.resetTwoFactor({ userId });
    const { client } = await begin();
    expect((await enrol(client, {})).error).toBe(null);
    expect((await client.twoFactor.disable({ password })).error).toBe(null);
    const again = await begin();
    expect(again.data).toMatchObject({ twoFactorMethods: ["passkey"] });
    expect((await again.client.twoFactor.enable({})).error?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
  });
});
