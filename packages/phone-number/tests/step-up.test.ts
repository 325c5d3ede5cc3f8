import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { userModel } from "@keyhold/core/plugin";
import { phoneNumber } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { codeOf, createPhones, type Fixture, number, open, type Visit, wrongOf } from "./fixture.ts";

/** A user with a phone number alone confirms a step by a text message, where other users confirm by an email. */

const config = { user: { deleteUser: { enabled: true } } } as const;

/** Asks for a code in a session. */
async function askIn({ auth, phones }: Fixture, { client }: Pick<Visit, "client">): Promise<string> {
  expect((await client.stepUp.sendPhoneCode()).error).toBe(null);
  await auth.idle();
  const sent = phones.lastTo(number);
  expect(sent).toMatchObject({ kind: "step-up", to: number });
  return sent?.code ?? "";
}

describe("a user without an address", () => {
  test("deletes the account by a code to the number: without a recent proof the answer names that way", async () => {
    const fixture = open({ config });
    const ada = await fixture.holder();
    fixture.clock.forward({ hours: 2 });
    const { error } = await ada.client.deleteUser({});
    expect(error).toMatchObject({ code: "SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION" });
    expect(error?.stepUp).toMatchObject({ methods: ["phone-code"], factors: 1 });
    expect(await fixture.users()).toHaveLength(1);
    const code = await askIn(fixture, ada);
    expect(fixture.phones.lastTo(number)?.words).toContain(`${code} confirms that it is you at`);
    expect((await ada.client.stepUp.phoneCode({ code })).data).toMatchObject({ status: true, factorTime: null });
    expect((await ada.client.deleteUser({})).data).toEqual({ success: true, message: "User deleted" });
    expect(await fixture.users()).toEqual([]);
    expect(await fixture.sessions()).toEqual([]);
    expect(fixture.mailbox.messages).toEqual([]);
  });

  test("deletes the account at once after a sign-in by a code", async () => {
    const fixture = open({ config });
    const ada = await fixture.holder();
    expect((await ada.client.deleteUser({})).data).toEqual({ success: true, message: "User deleted" });
    expect(await fixture.users()).toEqual([]);
  });

  test("changes the number after a code to the present number, which is told", async () => {
    const fixture = open();
    const ada = await fixture.holder();
    fixture.clock.forward({ hours: 2 });
    const other = "+4915187654321";
    const change = async () =>
      fixture.verify(ada, await fixture.ask(ada, other), { phoneNumber: other, updatePhoneNumber: true });
    const stopped = await change();
    expect([stopped.status, (await stopped.json()).stepUp?.methods]).toEqual([403, ["phone-code"]]);
    expect((await ada.client.stepUp.phoneCode({ code: await askIn(fixture, ada) })).error).toBe(null);
    expect((await change()).status).toBe(200);
    await expect.poll(() => fixture.phones.lastTo(number)).toMatchObject({ kind: "number-removed", code: "" });
    expect(fixture.mailbox.messages).toEqual([]);
  });
});

test("a user with an address confirms the deletion by the email, with a number, too", async () => {
  const fixture = open({ config });
  const ada = await fixture.member();
  expect((await ada.client.deleteUser({})).data).toEqual({ success: true, message: "Verification email sent" });
  expect(await fixture.mailbox.waitFor("ada@example.com", { kind: "delete-account" })).toMatchObject({
    user: { id: ada.user.id },
  });
  expect(await fixture.users()).toHaveLength(1);
});

describe("the code of a step", () => {
  test("works in the session that asked alone, once, for five minutes", async () => {
    const fixture = open();
    const ada = await fixture.holder();
    const second = fixture.visit();
    await fixture.verify(second, await fixture.ask(second));
    const code = await askIn(fixture, ada);
    const give = async (visit: Pick<Visit, "browser">, given = code) =>
      codeOf(await visit.browser.post("/step-up/phone-code", { code: given }));
    expect(await give(second)).toEqual([400, "INVALID_OTP"]);
    expect(await give(ada, wrongOf(code))).toEqual([400, "INVALID_OTP"]);
    expect((await ada.client.stepUp.phoneCode({ code })).error).toBe(null);
    expect(await give(ada)).toEqual([400, "INVALID_OTP"]);
    const late = await askIn(fixture, ada);
    fixture.clock.forward({ minutes: 5 });
    expect(await give(ada, late)).toEqual([400, "INVALID_OTP"]);
  });

  test("signs no user in and sets no password, and a code that signs in confirms no step", async () => {
    const fixture = open();
    const ada = await fixture.holder();
    const code = await askIn(fixture, ada);
    expect(await codeOf(await fixture.verify(fixture.visit(), code))).toEqual([400, "INVALID_OTP"]);
    expect(await codeOf(await fixture.verify(ada, code))).toEqual([400, "INVALID_OTP"]);
    const reset = { phoneNumber: number, otp: code, newPassword: "another right password" };
    expect(await codeOf(await ada.browser.post("/phone-number/reset-password", reset))).toEqual([400, "INVALID_OTP"]);
    const signsIn = await fixture.ask(ada);
    expect(signsIn).not.toBe(code);
    expect(await codeOf(await ada.browser.post("/step-up/phone-code", { code: signsIn }))).toEqual([
      400,
      "INVALID_OTP",
    ]);
  });

  test("allows five guesses, and ends with the number", async () => {
    const fixture = open();
    const ada = await fixture.member();
    const code = await askIn(fixture, ada);
    const give = async (given: string) => codeOf(await ada.browser.post("/step-up/phone-code", { code: given }));
    for (let guess = 0; guess < 5; guess += 1) expect(await give(wrongOf(code))).toEqual([400, "INVALID_OTP"]);
    expect(await give(code)).toEqual([403, "TOO_MANY_ATTEMPTS"]);
    fixture.clock.forward({ minutes: 3 });
    const next = await askIn(fixture, ada);
    expect((await ada.client.phoneNumber.remove()).error).toBe(null);
    expect(await give(next)).toEqual([400, "INVALID_OTP"]);
  });

  test("is sent three times in 15 minutes, also while an attacker has used up the messages to the number", async () => {
    const fixture = open({ config: { rateLimit: { enabled: true } } });
    const ada = await fixture.holder();
    for (let request = 0; request < 4; request += 1) await fixture.ask(fixture.visit());
    for (let request = 0; request < 3; request += 1) await askIn(fixture, ada);
    const { error } = await ada.client.stepUp.sendPhoneCode();
    expect([error?.status, error?.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
  });

  test("is not sent to a number that the user has not verified, or of a country without messages", async () => {
    const fixture = open();
    const { browser, user } = await fixture.signUp("ada@example.com");
    const send = async () => codeOf(await browser.post("/step-up/send-phone-code", {}));
    expect(await send()).toEqual([400, "INVALID_PHONE_NUMBER"]);
    await fixture.db.update(userModel, user.id, { phoneNumber: number } as object);
    expect(await send()).toEqual([400, "INVALID_PHONE_NUMBER"]);
    const foreign: object = { phoneNumber: "+33612345678", phoneNumberVerified: true };
    await fixture.db.update(userModel, user.id, foreign);
    expect(await send()).toEqual([403, "PHONE_NUMBER_NOT_ALLOWED"]);
    expect(fixture.phones.messages).toEqual([]);
    expect(await codeOf(await fixture.visit().browser.post("/step-up/send-phone-code", {}))).toEqual([
      401,
      "UNAUTHORIZED",
    ]);
  });
});

test("an administrator in the user's place neither sends nor gives the code", async () => {
  const phones = createPhones();
  const fixture = createTestAuth({
    plugins: [phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage }), admin()],
    clientPlugins: [phoneNumberClient(), adminClient()],
  });
  const ada = await fixture.signUp("ada@example.com");
  const held: object = { phoneNumber: number, phoneNumberVerified: true };
  await fixture.db.update(userModel, ada.user.id, held);
  const boss = await fixture.signUp("boss@example.com");
  const role: object = { role: "admin" };
  await fixture.db.update(userModel, boss.user.id, role);
  await boss.client.signIn.email({ email: "boss@example.com", password: boss.password });
  expect((await boss.client.admin.impersonateUser({ userId: ada.user.id })).error).toBe(null);
  for (const path of ["send-phone-code", "phone-code"])
    expect(await codeOf(await boss.browser.post(`/step-up/${path}`, { code: "123456" }))).toEqual([
      403,
      "NOT_ALLOWED_WHILE_IMPERSONATING",
    ]);
  expect(phones.messages).toEqual([]);
});
