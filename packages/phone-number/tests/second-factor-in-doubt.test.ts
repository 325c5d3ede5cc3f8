import { userModel } from "@keyhold/core/plugin";
import { phoneNumber } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";
import { type TwoFactorOptions, twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { codeAt } from "../../../tests/harness/authenticator-app.ts";
import { codeOf, createPhones, number } from "./fixture.ts";

/** A number that another person may have now, of a user with a second factor. */

const email = "ada@example.com";

/** Ada with a verified address and number, and a second factor; and Bob, who has the number now. */
async function prepare({ method = "totp", ...options }: Partial<TwoFactorOptions> & { method?: "totp" | "otp" } = {}) {
  const phones = createPhones();
  const texts: string[] = [];
  const fixture = createTestAuth({
    plugins: [
      phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage }),
      twoFactor({
        otp: { sendText: ({ code }) => void texts.push(code) },
        recovery: { delaySeconds: 3600 },
        ...options,
      }),
    ],
    clientPlugins: [phoneNumberClient(), twoFactorClient()],
  });
  type Visit = Pick<ReturnType<typeof fixture.visit>, "browser">;
  async function verify({ browser }: Visit, more: object = {}): Promise<Response> {
    fixture.clock.forward({ minutes: 5 });
    await browser.post("/phone-number/send-otp", { phoneNumber: number });
    await fixture.auth.idle();
    return browser.post("/phone-number/verify", { phoneNumber: number, code: phones.lastTo(number)?.code, ...more });
  }
  const ada = await fixture.signUp(email);
  await fixture.db.update(userModel, ada.user.id, { emailVerified: true });
  expect((await verify(ada, { updatePhoneNumber: true })).status).toBe(200);
  const { data } = await ada.client.twoFactor.enable({ password: ada.password, method });
  const { backupCodes = [], totpURI = "" } = (data ?? {}) as { backupCodes?: string[]; totpURI?: string };
  if (method === "totp") {
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    expect((await ada.client.twoFactor.verifyTotp({ code: codeAt(secret, fixture.clock.now()) })).error).toBe(null);
  }
  /** Another person proves the number. */
  async function claim() {
    const bob = await fixture.signUp("bob@example.com");
    expect(await codeOf(await verify(bob, { updatePhoneNumber: true }))).toEqual([400, "PHONE_NUMBER_EXIST"]);
    return bob;
  }
  /** A new browser after the right password: the methods that are asked for. */
  async function signIn() {
    const visit = fixture.visit();
    const { data } = await visit.client.signIn.email({ email, password: ada.password });
    return { ...visit, methods: (data as { readonly twoFactorMethods?: readonly string[] }).twoFactorMethods };
  }
  return { ...fixture, ada, phones, backupCodes, claim, signIn, texts, verify };
}

describe("a code by text message as the second factor", () => {
  test("is not offered, not sent and not accepted while another person has the number; a backup code is", async () => {
    const { auth, backupCodes, claim, signIn, texts } = await prepare({ method: "otp" });
    const before = await signIn();
    expect(before.methods).toEqual(["otp", "backup-code"]);
    expect((await before.client.twoFactor.sendOtp()).error).toBe(null);
    await auth.idle();
    const [code = ""] = texts;
    await claim();
    // Sent before the number changed hands: the other person may read the message now.
    expect((await before.client.twoFactor.verifyOtp({ code })).error?.code).toBe("OTP_NOT_ENABLED");
    const { client, methods } = await signIn();
    expect(methods).toEqual(["backup-code"]);
    expect((await client.twoFactor.sendOtp()).error?.code).toBe("OTP_NOT_ENABLED");
    await auth.idle();
    expect(texts).toHaveLength(1);
    expect((await client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" })).error).toBe(null);
  });

  test("is a second factor again after the user has proven the number in a session", async () => {
    const { ada, backupCodes, claim, signIn, verify } = await prepare({ method: "otp" });
    await claim();
    // A new number needs a recent second factor.
    expect((await ada.client.stepUp.backupCode({ code: backupCodes[0] ?? "" })).error).toBe(null);
    expect((await verify(ada, { updatePhoneNumber: true })).status).toBe(200);
    expect((await signIn()).methods).toEqual(["otp", "backup-code"]);
  });

  test("stays a second factor beside a password, however long the number was not used to sign in", async () => {
    const { clock, signIn } = await prepare({ method: "otp" });
    clock.forward({ days: 91 });
    expect((await signIn()).methods).toEqual(["otp", "backup-code"]);
  });

  test("by email does not depend on the number", async () => {
    const { claim, signIn } = await prepare({ method: "otp", otp: true });
    await claim();
    expect((await signIn()).methods).toEqual(["otp", "backup-code"]);
  });
});

describe("a recovery of the second factor", () => {
  test("starts and finishes by no number in doubt, but by the password", async () => {
    const { claim, clock, signIn, verify, visit } = await prepare();
    await claim();
    const attacker = visit();
    expect(await (await verify(attacker)).json()).toMatchObject({ twoFactorMethods: ["totp", "backup-code"] });
    const refused = { status: 403, code: "RECOVERY_NOT_ALLOWED" };
    expect((await attacker.client.twoFactor.startRecovery()).error).toMatchObject(refused);
    expect((await (await signIn()).client.twoFactor.startRecovery()).error).toBe(null);
    clock.forward({ hours: 2 });
    expect(await (await verify(attacker)).json()).toMatchObject({ twoFactorRedirect: true });
    expect((await attacker.client.twoFactor.finishRecovery()).error).toMatchObject(refused);
    expect((await (await signIn()).client.twoFactor.finishRecovery()).error).toBe(null);
  });

  test("starts by a number that no other user has proven", async () => {
    const { clock, verify, visit } = await prepare();
    const second = visit();
    await verify(second);
    expect((await second.client.twoFactor.startRecovery()).error).toBe(null);
    clock.forward({ days: 91 });
    const attacker = visit();
    await verify(attacker);
    expect((await attacker.client.twoFactor.startRecovery()).error?.code).toBe("RECOVERY_NOT_ALLOWED");
  });
});

test("a code to the phone in a session is one factor: a step that needs the second factor does not offer or take it", async () => {
  const { ada, auth, backupCodes, clock, phones } = await prepare();
  clock.forward({ hours: 1 });
  const disable = async () => (await ada.client.twoFactor.disable({ password: ada.password })).error;
  expect(await disable()).toMatchObject({
    code: "STEP_UP_REQUIRED",
    stepUp: { methods: ["totp", "backup-code"], factors: 2 },
  });
  expect((await ada.client.stepUp.methods({ factors: 1 })).data?.methods).toContain("phone-code");
  expect((await ada.client.stepUp.sendPhoneCode()).error).toBe(null);
  await auth.idle();
  const code = phones.lastTo(number)?.code ?? "";
  expect((await ada.client.stepUp.phoneCode({ code })).error).toBe(null);
  expect((await disable())?.code).toBe("STEP_UP_REQUIRED");
  expect((await ada.client.stepUp.backupCode({ code: backupCodes[0] ?? "" })).error).toBe(null);
  expect(await disable()).toBe(null);
});

test("an account with a second factor loses the number to a signed-in second person after the term, and nothing else", async () => {
  const { ada, claim, clock, db, signIn, verify, visit } = await prepare();
  const bob = await claim();
  clock.forward({ days: 8 });
  // The number alone asks for the factor of the first, and moves nothing.
  expect(await (await verify(visit())).json()).toMatchObject({ twoFactorMethods: ["totp", "backup-code"] });
  expect(await db.find(userModel, { id: ada.user.id })).toMatchObject({ phoneNumber: number });
  await bob.client.signIn.email({ email: "bob@example.com", password: bob.password });
  expect((await verify(bob, { updatePhoneNumber: true })).status).toBe(200);
  expect(await db.find(userModel, { id: ada.user.id })).toMatchObject({ phoneNumber: null });
  expect((await signIn()).methods).toEqual(["totp", "backup-code"]);
});

test("a user without an address starts no recovery: no message could notify the user", async () => {
  const phones = createPhones();
  const fixture = createTestAuth({
    plugins: [
      phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage }),
      twoFactor({ recovery: { delaySeconds: 3600 } }),
    ],
    clientPlugins: [phoneNumberClient(), twoFactorClient()],
  });
  const signIn = async () => {
    const visit = fixture.visit();
    await visit.client.phoneNumber.sendOtp({ phoneNumber: number });
    await fixture.auth.idle();
    const { data } = await visit.client.phoneNumber.verify({
      phoneNumber: number,
      code: phones.lastTo(number)?.code ?? "",
    });
    return { ...visit, data };
  };
  const { client } = await signIn();
  const { data } = await client.twoFactor.enable({ method: "totp" });
  const secret = new URL((data as { readonly totpURI: string }).totpURI).searchParams.get("secret") ?? "";
  expect((await client.twoFactor.verifyTotp({ code: codeAt(secret, fixture.clock.now()) })).error).toBe(null);
  const waiting = await signIn();
  expect(waiting.data).toMatchObject({ twoFactorMethods: ["totp", "backup-code"] });
  const { error } = await waiting.client.twoFactor.startRecovery();
  expect(error).toMatchObject({ status: 403, code: "RECOVERY_NOT_ALLOWED" });
});
