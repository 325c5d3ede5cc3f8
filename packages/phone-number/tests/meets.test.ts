import { anonymous } from "@keyhold/anonymous";
import { type AnyPlugin, userModel } from "@keyhold/core/plugin";
import { multiSession } from "@keyhold/multi-session";
import { organization } from "@keyhold/organization";
import { phoneNumber } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { expect, test } from "vitest";
import { createPhones, number } from "./fixture.ts";

/** An auth in which phone numbers meet other plugins. */
function openWith(plugins: readonly AnyPlugin[], config: object = {}) {
  const phones = createPhones();
  const own = phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage });
  const fixture = createTestAuth({
    plugins: [own, ...plugins],
    clientPlugins: [phoneNumberClient(), twoFactorClient()],
    config,
  });
  type Visit = Pick<ReturnType<typeof fixture.visit>, "browser">;
  async function verify({ browser }: Visit, more: object = {}): Promise<Response> {
    await browser.post("/phone-number/send-otp", { phoneNumber: number });
    await fixture.auth.idle();
    // Sessions are in the order of their times.
    fixture.clock.forward({ seconds: 1 });
    return browser.post("/phone-number/verify", { phoneNumber: number, code: phones.lastTo(number)?.code, ...more });
  }
  const users = () => fixture.db.list(userModel, {}, { orderBy: "id", limit: 10 });
  return { ...fixture, phones, verify, users };
}

test("a guest who signs up by a number keeps the id, with the number", async () => {
  const { verify, visit, users } = openWith([anonymous()]);
  const visitor = visit();
  const { user } = await (await visitor.browser.post("/sign-in/anonymous", {})).json();
  expect((await verify(visitor, { name: "Ada" })).status).toBe(200);
  expect(await users()).toMatchObject([{ id: user.id, name: "Ada", isAnonymous: false, phoneNumber: number }]);
});

test("a guest who adds a number is no guest", async () => {
  const { verify, visit, users } = openWith([anonymous()]);
  const visitor = visit();
  await visitor.browser.post("/sign-in/anonymous", {});
  expect((await verify(visitor, { updatePhoneNumber: true })).status).toBe(200);
  expect(await users()).toMatchObject([{ isAnonymous: false, phoneNumber: number }]);
  const removed = await visitor.browser.post("/delete-anonymous-user", {});
  expect((await removed.json()).code).toBe("USER_IS_NOT_ANONYMOUS");
});

test("a sign-in by a number stays beside another account of the browser", async () => {
  const { signUp, verify } = openWith([multiSession()]);
  const ada = await signUp("ada@example.com");
  expect((await verify(ada)).status).toBe(200);
  const listed = await (await ada.browser.get("/multi-session/list-device-sessions")).json();
  expect(listed.map(({ user }: { user: { phoneNumber: string | null } }) => user.phoneNumber)).toEqual([number, null]);
});

test("a sign-in by a number leaves at most as many sessions as the app allows", async () => {
  const { verify, visit, client } = openWith([], { session: { maxSessionsPerUser: 2 } });
  const visits = [visit(), visit(), visit()];
  for (const one of visits) expect((await verify(one)).status).toBe(200);
  const live = await Promise.all(visits.map(async ({ client }) => (await client.getSession()).data !== null));
  expect(live).toEqual([false, true, true]);
  expect((await client.getSession()).data).toBe(null);
});

test("the address of a user without an address is invited to no organization", async () => {
  const { signUp, users, verify, visit } = openWith([organization({ requireEmailVerificationToInvite: false })]);
  expect((await verify(visit())).status).toBe(200);
  const [{ email } = { email: "" }] = await users();
  const owner = await signUp("owner@example.com");
  await owner.browser.post("/organization/create", { name: "Company", slug: "company" });
  const answer = await owner.browser.post("/organization/invite-member", { email, role: "member" });
  expect([answer.status, (await answer.json()).code]).toEqual([400, "INVALID_EMAIL"]);
});

test("after a code by phone, a second code by text message is no second factor; after a password it is", async () => {
  const texts: string[] = [];
  const sendText = ({ code }: { readonly code: string }): void => void texts.push(code);
  const { auth, signUp, verify, visit } = openWith([twoFactor({ otp: { sendText } })]);
  const ada = await signUp("ada@example.com");
  expect((await verify(ada, { updatePhoneNumber: true })).status).toBe(200);
  expect((await ada.client.twoFactor.enable({ password: ada.password, method: "otp" })).error).toBe(null);
  const byPhone = visit();
  const asked = await (await verify(byPhone)).json();
  expect(asked).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["backup-code"] });
  expect((await byPhone.client.twoFactor.sendOtp()).error).not.toBe(null);
  const byPassword = visit();
  const { data } = await byPassword.client.signIn.phoneNumber({ phoneNumber: number, password: ada.password });
  expect(data).toMatchObject({ twoFactorMethods: ["otp", "backup-code"] });
  expect((await byPassword.client.twoFactor.sendOtp()).error).toBe(null);
  await auth.idle();
  expect(texts).toHaveLength(1);
});

test("with required addresses, a user without an address signs in by a code, and not by a password", async () => {
  const config = { emailAndPassword: { enabled: true, requireEmailVerification: true } };
  const { phones, auth, verify, visit } = openWith([], config);
  expect((await verify(visit())).status).toBe(200);
  const { browser, client } = visit();
  await browser.post("/phone-number/request-password-reset", { phoneNumber: number });
  await auth.idle();
  const given = { phoneNumber: number, otp: phones.lastTo(number)?.code ?? "", newPassword: "a right password" };
  expect((await client.phoneNumber.resetPassword(given)).error).toBe(null);
  const { error } = await client.signIn.phoneNumber({ phoneNumber: number, password: "a right password" });
  expect([error?.status, error?.code]).toEqual([403, "EMAIL_NOT_VERIFIED"]);
});
