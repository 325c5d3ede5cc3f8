import { admin } from "@keyhold/admin";
import { userModel } from "@keyhold/core/plugin";
import { phoneNumber } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";
import { type TwoFactorOptions, twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { createPhones, number } from "./fixture.ts";

/** What a user without an address does where other users get an email: another way, or a clear error. */

/** A user with a number alone, signed in by a code. */
async function prepare(otp: TwoFactorOptions["otp"] = true) {
  const phones = createPhones();
  const fixture = createTestAuth({
    plugins: [
      phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage }),
      twoFactor({ otp, recovery: { delaySeconds: 3600 } }),
    ],
    clientPlugins: [phoneNumberClient(), twoFactorClient()],
    config: { user: { changeEmail: { enabled: true } } },
  });
  async function askIn(visit: ReturnType<typeof fixture.visit>, path: "send-otp" | "request-password-reset") {
    await visit.browser.post(`/phone-number/${path}`, { phoneNumber: number });
    await fixture.auth.idle();
    return phones.lastTo(number)?.code ?? "";
  }
  async function signIn() {
    const visit = fixture.visit();
    const code = await askIn(visit, "send-otp");
    const { data } = await visit.client.phoneNumber.verify({ phoneNumber: number, code });
    return { ...visit, data };
  }
  const ada = await signIn();
  const address = (await ada.client.getSession()).data?.user.email ?? "";
  return { ...fixture, ada, address, askIn, signIn };
}

describe("a user with a phone number alone", () => {
  test("gets an address by the link to the new address alone", async () => {
    const { ada, mailbox } = await prepare();
    const { error } = await ada.client.changeEmail({ newEmail: "ada@example.com" });
    expect(error).toBe(null);
    const { token } = await mailbox.waitFor("ada@example.com", { kind: "verify-email" });
    expect((await ada.client.verifyEmail({ token })).error).toBe(null);
    expect((await ada.client.getSession()).data?.user).toMatchObject({
      email: "ada@example.com",
      emailVerified: true,
      phoneNumber: number,
    });
    expect(mailbox.messages.filter(({ to }) => to.endsWith(".invalid"))).toEqual([]);
  });

  test("is sent no verification, and is told so", async () => {
    const { ada, address, auth, mailbox } = await prepare();
    const { error } = await ada.client.sendVerificationEmail({ email: address });
    expect([error?.status, error?.code]).toEqual([400, "INVALID_EMAIL"]);
    await auth.idle();
    expect(mailbox.messages).toEqual([]);
  });

  test("sets a first password by a code to the phone, and signs in by it", async () => {
    const { askIn, visit } = await prepare();
    const other = visit();
    const otp = await askIn(other, "request-password-reset");
    const given = { phoneNumber: number, otp, newPassword: "a right password" };
    expect((await other.client.phoneNumber.resetPassword(given)).error).toBe(null);
    const { data } = await other.client.signIn.phoneNumber({ phoneNumber: number, password: "a right password" });
    expect(data).toMatchObject({ user: { phoneNumber: number } });
  });

  test("enables no emailed codes as a second factor, and an authenticator app", async () => {
    const { ada } = await prepare();
    const { error } = await ada.client.twoFactor.enable({ method: "otp" });
    expect([error?.status, error?.code]).toEqual([403, "EMAIL_NOT_VERIFIED"]);
    expect((await ada.client.twoFactor.enable({ method: "totp" })).error).toBe(null);
  });
});

test("a user with a number alone keeps the number as an administrator sets a password", async () => {
  const phones = createPhones();
  const { auth, db, signUp, visit } = createTestAuth({
    plugins: [admin(), phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage })],
    clientPlugins: [phoneNumberClient()],
  });
  const ada = visit();
  await ada.browser.post("/phone-number/send-otp", { phoneNumber: number });
  await auth.idle();
  const code = phones.lastTo(number)?.code ?? "";
  const userId = (await ada.client.phoneNumber.verify({ phoneNumber: number, code })).data?.user?.id ?? "";
  const boss = await signUp("boss@example.com");
  const role: object = { role: "admin" };
  await db.update(userModel, boss.user.id, role);
  const password = "a fine long password";
  expect((await boss.browser.post("/admin/set-user-password", { userId, newPassword: password })).status).toBe(200);
  const signedIn = await visit().browser.post("/sign-in/phone-number", { phoneNumber: number, password });
  expect((await signedIn.json()).user?.id).toBe(userId);
});
