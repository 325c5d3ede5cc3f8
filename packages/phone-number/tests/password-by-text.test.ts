import { accountModel, userModel } from "@keyhold/core/plugin";
import { phoneNumber } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";
import { type TwoFactorOptions, twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { createPhones, number } from "./fixture.ts";

/** The password after a reset by a texted code: who has the phone has the password, so the phone is no second factor. */

const email = "ada@example.com";
const newPassword = "another battery staple";

/** Ada with a verified address and number, and codes as second factor. */
async function withSentCodes(otp: TwoFactorOptions["otp"]) {
  const phones = createPhones();
  const fixture = createTestAuth({
    plugins: [
      phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage }),
      twoFactor({ ...(otp && { otp }) }),
    ],
    clientPlugins: [phoneNumberClient(), twoFactorClient()],
  });
  type Visit = Pick<ReturnType<typeof fixture.visit>, "browser">;
  async function codeFor({ browser }: Visit, path: string): Promise<string> {
    fixture.clock.forward({ minutes: 2 });
    await browser.post(`/phone-number/${path}`, { phoneNumber: number });
    await fixture.auth.idle();
    return phones.lastTo(number)?.code ?? "";
  }
  const ada = await fixture.signUp(email);
  await fixture.db.update(userModel, ada.user.id, { emailVerified: true });
  const code = await codeFor(ada, "send-otp");
  await ada.browser.post("/phone-number/verify", { phoneNumber: number, code, updatePhoneNumber: true });
  const { data } = await ada.client.twoFactor.enable({ password: ada.password, method: "otp" });

  /** A new browser of a client that has the phone alone. */
  async function reset(): Promise<void> {
    const thief = fixture.visit();
    const given = { phoneNumber: number, otp: await codeFor(thief, "request-password-reset"), newPassword };
    expect((await thief.client.phoneNumber.resetPassword(given)).error).toBe(null);
  }
  /** A new browser after a right password. */
  async function signIn(password = newPassword) {
    const visit = fixture.visit();
    const { data, error } = await visit.client.signIn.phoneNumber({ phoneNumber: number, password });
    expect(error).toBe(null);
    return { ...visit, methods: (data as { readonly twoFactorMethods?: readonly string[] }).twoFactorMethods };
  }
  const scopes = async () =>
    (await fixture.db.list(accountModel, {}, { orderBy: "id", limit: 10 })).map(({ scope }) => scope);
  return { ...fixture, signIn, scopes, ada, backupCodes: data?.backupCodes ?? [], reset };
}

const byText = { sendText: async () => {} };

describe("after a reset of the password by a texted code", () => {
  test("a texted code is no second factor: it is not offered, not sent and not accepted", async () => {
    const { reset, signIn, visit, scopes } = await withSentCodes(byText);
    await reset();
    expect(await scopes()).toEqual(["sms"]);
    const { client, methods } = await signIn();
    expect(methods).toEqual(["backup-code"]);
    expect((await client.twoFactor.sendOtp()).error?.code).toBe("OTP_NOT_ENABLED");
    expect((await client.twoFactor.verifyOtp({ code: "12345678" })).error?.code).toBe("OTP_NOT_ENABLED");
    const byAddress = await visit().client.signIn.email({ email, password: newPassword });
    expect(byAddress.data).toMatchObject({ twoFactorMethods: ["backup-code"] });
  });

  test("an emailed code is a second factor, and makes the password a factor of its own", async () => {
    const { reset, signIn, mailbox, scopes } = await withSentCodes(true);
    await reset();
    const { client, methods } = await signIn();
    expect(methods).toEqual(["otp", "backup-code"]);
    const sent = mailbox.waitFor(email, { kind: "two-factor.code" });
    expect((await client.twoFactor.sendOtp()).error).toBe(null);
    expect((await client.twoFactor.verifyOtp({ code: (await sent).code })).error).toBe(null);
    expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,sms,otp,mfa" });
    expect(await scopes()).toEqual([null]);
  });

  test("a backup code does not make the password a factor", async () => {
    const { reset, signIn, backupCodes, scopes } = await withSentCodes(byText);
    await reset();
    const { client } = await signIn();
    expect((await client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" })).error).toBe(null);
    expect(await scopes()).toEqual(["sms"]);
    expect((await client.twoFactor.enable({ password: newPassword, method: "otp" })).error).toBe(null);
    expect((await signIn()).methods).toEqual(["backup-code"]);
  });

  test("a password that its user has chosen is a factor beside a texted code", async () => {
    const { signIn, ada, scopes } = await withSentCodes(byText);
    expect((await signIn(ada.password)).methods).toEqual(["otp", "backup-code"]);
    expect(await scopes()).toEqual([null]);
  });
});
