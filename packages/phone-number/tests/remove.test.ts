import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { magicLink } from "@keyhold/magic-link";
import { phoneNumber } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { expect, test } from "vitest";
import { codeAt } from "../../../tests/harness/authenticator-app.ts";
import { codeOf, createPhones, number, open, password } from "./fixture.ts";

const email = "ada@example.com";
const path = "/phone-number/remove";

test("a user removes the number: it signs nobody in, is free for another user, and the user is told by email and at the number", async () => {
  const { ask, db, events, phones, holder, mailbox, member, signedInAs, verify, visit } = open();
  const ada = await member();
  const { data, error } = await ada.client.phoneNumber.remove();
  expect([data, error]).toEqual([{ status: true }, null]);
  expect((await ada.client.getSession()).data?.user).toMatchObject({ phoneNumber: null, phoneNumberVerified: false });
  const told = await mailbox.waitFor(email, { kind: "phone-number.removed" });
  expect(told).toMatchObject({ number, user: { id: ada.user.id } });
  expect(JSON.stringify(told.words)).not.toContain(number);
  // The address may be newer than the number.
  await expect.poll(() => phones.messages.at(-1)).toMatchObject({ kind: "number-removed", to: number });
  expect(events).toContainEqual(expect.objectContaining({ type: "phone-number.removed", userId: ada.user.id }));
  expect(events).toContainEqual(
    expect.objectContaining({ type: "user.updated", changed: ["phoneNumber", "phoneNumberVerified"] }),
  );
  const byPassword = await visit().client.signIn.phoneNumber({ phoneNumber: number, password: ada.password });
  expect([byPassword.error?.status, byPassword.error?.code]).toEqual([401, "INVALID_PHONE_NUMBER_OR_PASSWORD"]);
  const bob = await holder();
  expect(await signedInAs(bob)).not.toBe(ada.user.id);
  expect(await db.find(userModel, { id: ada.user.id })).toMatchObject({ email, phoneNumber: null });
  expect((await verify(ada, await ask(ada), { updatePhoneNumber: true })).status).toBe(400);
});

test("a number that is removed and verified again is new: an earlier claim of another person is forgotten", async () => {
  const { ask, clock, member, signUp, signedInAs, verify, visit } = open();
  const ada = await member();
  const bob = await signUp("bob@example.com");
  await verify(bob, await ask(bob), { updatePhoneNumber: true });
  expect((await ada.client.phoneNumber.remove()).error).toBe(null);
  expect((await verify(ada, await ask(ada), { updatePhoneNumber: true })).status).toBe(200);
  clock.forward({ days: 8 });
  const again = visit();
  expect((await verify(again, await ask(again))).status).toBe(200);
  expect(await signedInAs(again)).toBe(ada.user.id);
});

test.each(["send-otp", "request-password-reset"])("codes of %s that are in the phone end", async (asked) => {
  const { ask, member, verify, visit } = open();
  const ada = await member();
  const other = visit();
  const code = await ask(other, number, asked);
  expect((await ada.client.phoneNumber.remove()).error).toBe(null);
  const given = { phoneNumber: number, otp: code, newPassword: password };
  const answer = asked === "send-otp" ? verify(other, code) : other.browser.post("/phone-number/reset-password", given);
  expect(await codeOf(await answer)).toEqual([400, "INVALID_OTP"]);
});

test("needs a session with a recent proof", async () => {
  const { clock, member, visit, db } = open();
  const ada = await member();
  clock.forward({ hours: 1 });
  expect(await codeOf(await ada.browser.post(path, {}))).toEqual([403, "SESSION_IS_NOT_FRESH"]);
  expect(await codeOf(await visit().browser.post(path, {}))).toEqual([401, "UNAUTHORIZED"]);
  expect(await db.find(userModel, { id: ada.user.id })).toMatchObject({ phoneNumber: number });
});

test("a user without a number gets an equal answer, and no email", async () => {
  const { auth, events, mailbox, signUp } = open();
  const ada = await signUp(email);
  expect((await ada.client.phoneNumber.remove()).data).toEqual({ status: true });
  await auth.idle();
  expect(mailbox.messages.filter(({ kind }) => kind.startsWith("phone-number"))).toEqual([]);
  expect(events.map(({ type }) => type)).not.toContain("phone-number.removed");
});

test("a number that the user has not verified is no way to sign in, and can always be removed", async () => {
  const { db, signUp } = open();
  const ada = await signUp(email);
  await db.update(userModel, ada.user.id, { phoneNumber: number } as object);
  expect((await ada.client.phoneNumber.remove()).error).toBe(null);
  expect(await db.find(userModel, { id: ada.user.id })).toMatchObject({ phoneNumber: null });
});

test("the last way to sign in stays", async () => {
  const { holder, db } = open();
  const bob = await holder();
  expect(await codeOf(await bob.browser.post(path, {}))).toEqual([400, "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT"]);
  expect(await db.find(userModel, { id: bob.user.id })).toMatchObject({ phoneNumber: number });
});

test("the last way to sign in can be removed if the app allows it; a message says so to a user without an address", async () => {
  const { auth, holder, mailbox, phones } = open({ config: { account: { allowUnlinkingAll: true } } });
  const bob = await holder();
  expect((await bob.client.phoneNumber.remove()).error).toBe(null);
  await auth.idle();
  expect(phones.messages.at(-1)).toMatchObject({ kind: "number-removed", to: number, code: "" });
  expect(mailbox.messages).toEqual([]);
});

test("a password alone is no way to sign in of a user without an address: the number is its name", async () => {
  const { ask, holder, visit, db } = open();
  const bob = await holder();
  const other = visit();
  const otp = await ask(other, number, "request-password-reset");
  const given = { phoneNumber: number, otp, newPassword: password };
  expect((await other.client.phoneNumber.resetPassword(given)).error).toBe(null);
  expect((await other.client.signIn.phoneNumber({ phoneNumber: number, password })).error).toBe(null);
  expect(await codeOf(await other.browser.post(path, {}))).toEqual([400, "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT"]);
  expect(await db.find(userModel, { id: bob.user.id })).toMatchObject({ phoneNumber: number });
});

test("a link to the mailbox is another way to sign in: the number of a user without a password can be removed", async () => {
  const phones = createPhones();
  const own = phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage });
  const fixture = createTestAuth({ plugins: [own, magicLink()], clientPlugins: [phoneNumberClient()] });
  const ada = await fixture.signUp(email);
  const columns: object = { emailVerified: true, phoneNumber: number, phoneNumberVerified: true };
  await fixture.db.update(userModel, ada.user.id, columns);
  expect((await ada.client.unlinkAccount({ providerId: "credential" })).error).toBe(null);
  expect((await ada.client.phoneNumber.remove()).error).toBe(null);
});

test("an administrator in the user's place removes no number", async () => {
  const fixture = createTestAuth({
    plugins: [phoneNumber(), admin()],
    clientPlugins: [phoneNumberClient(), adminClient()],
  });
  const ada = await fixture.signUp(email);
  await fixture.db.update(userModel, ada.user.id, { phoneNumber: number, phoneNumberVerified: true } as object);
  const boss = await fixture.signUp("boss@example.com");
  await fixture.db.update(userModel, boss.user.id, { role: "admin" } as object);
  await boss.client.signIn.email({ email: "boss@example.com", password: boss.password });
  expect((await boss.client.admin.impersonateUser({ userId: ada.user.id })).error).toBe(null);
  const { error } = await boss.client.phoneNumber.remove();
  expect([error?.status, error?.code]).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
  expect(await fixture.db.find(userModel, { id: ada.user.id })).toMatchObject({ phoneNumber: number });
});

/** A user with a number, and a second factor of texts. */
async function openWithTexts() {
  const phones = createPhones();
  const texts: string[] = [];
  const sendText = ({ code }: { readonly code: string }): void => void texts.push(code);
  const own = phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage });
  const fixture = createTestAuth({
    plugins: [own, twoFactor({ otp: { sendText } })],
    clientPlugins: [phoneNumberClient(), twoFactorClient()],
  });
  const ada = await fixture.signUp(email);
  await fixture.db.update(userModel, ada.user.id, { phoneNumber: number, phoneNumberVerified: true } as object);
  /** Enrols an authenticator app, and answers with its secret. */
  async function enrolApp(): Promise<string> {
    const { data } = await ada.client.twoFactor.enable({ password: ada.password });
    const secret = new URL(data && "totpURI" in data ? (data.totpURI ?? "") : "").searchParams.get("secret") ?? "";
    const { error } = await ada.client.twoFactor.verifyTotp({ code: codeAt(secret, fixture.clock.now()) });
    expect(error).toBe(null);
    return secret;
  }
  return { ...fixture, ada, phones, texts, enrolApp };
}

test("a number to which the only second factor texts its codes stays, until there is another factor", async () => {
  const { ada, auth, db, enrolApp, texts } = await openWithTexts();
  expect((await ada.client.twoFactor.enable({ password: ada.password, method: "otp" })).error).toBe(null);
  expect((await ada.client.stepUp.sendOtp()).error).toBe(null);
  await auth.idle();
  expect((await ada.client.stepUp.otp({ code: texts.at(-1) ?? "" })).error).toBe(null);
  expect(await codeOf(await ada.browser.post(path, {}))).toEqual([400, "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT"]);
  expect(await db.find(userModel, { id: ada.user.id })).toMatchObject({ phoneNumber: number });
  await enrolApp();
  expect((await ada.client.phoneNumber.remove()).error).toBe(null);
});

test.each(["removed", "replaced"])(
  "a sign-in by the number that waits for a second factor ends when the number is %s",
  async (change) => {
    const { ada, auth, clock, enrolApp, phones, visit } = await openWithTexts();
    const secret = await enrolApp();
    const other = visit();
    const codeTo = async ({ browser }: Pick<typeof other, "browser">, to: string) => {
      await browser.post("/phone-number/send-otp", { phoneNumber: to });
      await auth.idle();
      return { phoneNumber: to, code: phones.lastTo(to)?.code };
    };
    const asked = await other.browser.post("/phone-number/verify", await codeTo(other, number));
    expect(await asked.json()).toMatchObject({ twoFactorRedirect: true });
    if (change === "removed") expect((await ada.client.phoneNumber.remove()).error).toBe(null);
    else {
      const input = { ...(await codeTo(ada, "+4915123456700")), updatePhoneNumber: true };
      expect((await ada.browser.post("/phone-number/verify", input)).status).toBe(200);
    }
    clock.forward({ seconds: 30 });
    expect((await other.client.twoFactor.verifyTotp({ code: codeAt(secret, clock.now()) })).error).not.toBe(null);
    expect((await other.client.getSession()).data).toBe(null);
  },
);

test("a session that the user ends meanwhile removes no number", async () => {
  const { auth, db, member } = open();
  const ada = await member();
  const headers = ada.browser.headers();
  let waiting: Promise<unknown> = Promise.resolve();
  await contextOf(auth)?.transactionOn(userModel, ada.user.id, async (ctx) => {
    waiting = auth.api.phoneNumber.remove({}, { headers }).catch((error: { readonly code: string }) => error.code);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await ctx.db.remove(sessionModel, { userId: ada.user.id });
  });
  expect(await waiting).toBe("UNAUTHORIZED");
  expect(await db.find(userModel, { id: ada.user.id })).toMatchObject({ phoneNumber: number });
});
