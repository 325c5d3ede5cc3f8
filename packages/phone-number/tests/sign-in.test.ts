import { definePlugin, text, userModel } from "@keyhold/core/plugin";
import { phoneNumber } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { codeOf, createPhones, number, open, password } from "./fixture.ts";

const plans = definePlugin({ id: "plans", extends: { user: { columns: { plan: text().optional().input() } } } });

describe("a code", () => {
  test("has six digits, and creates the account of a new number, signed in", async () => {
    const { ask, verify, visit, users, sessions, signedInAs, events } = open();
    const browser = visit();
    const code = await ask(browser);
    expect(code).toMatch(/^\d{6}$/);
    const answer = await verify(browser, code, { name: "Ada" });
    expect(answer.status).toBe(200);
    const { status, token, user } = await answer.json();
    expect([status, token]).toEqual([true, expect.stringMatching(/^\w{32}$/)]);
    expect(user).toMatchObject({ name: "Ada", phoneNumber: number, phoneNumberVerified: true, emailVerified: false });
    expect(user.email).toMatch(/^phone-\w{24}@phone-number\.invalid$/);
    expect(await signedInAs(browser)).toBe(user.id);
    expect(await users()).toHaveLength(1);
    expect(await sessions()).toHaveLength(1);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "session.created", method: "phone-number", isNewUser: true }),
    );
    expect(events).toContainEqual(expect.objectContaining({ type: "phone-number.verified", isNewUser: true }));
  });

  test("signs in the user who has verified the number, in another browser", async () => {
    const { ask, holder, verify, visit, users, signedInAs } = open();
    const { user } = await holder();
    const other = visit();
    expect((await verify(other, await ask(other))).status).toBe(200);
    expect(await signedInAs(other)).toBe(user.id);
    expect(await users()).toHaveLength(1);
  });

  test("takes the columns of sign-up of other plugins, and none of this plugin", async () => {
    const phones = createPhones();
    const { auth, browser, db } = createTestAuth({
      plugins: [phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage }), plans],
    });
    await browser.post("/phone-number/send-otp", { phoneNumber: number });
    await auth.idle();
    const code = phones.lastTo(number)?.code;
    const body = { phoneNumber: number, code, plan: "pro", phoneNumberVerified: false, email: "eve@example.com" };
    expect((await browser.post("/phone-number/verify", body)).status).toBe(200);
    const [user] = await db.list(userModel, {}, { orderBy: "id", limit: 10 });
    expect(user).toMatchObject({ plan: "pro", phoneNumberVerified: true });
    expect(user?.email).toMatch(/@phone-number\.invalid$/);
  });

  test("opens no session with disableSession", async () => {
    const { ask, verify, visit, sessions, users } = open();
    const browser = visit();
    const answer = await verify(browser, await ask(browser), { disableSession: true });
    expect(await answer.json()).toMatchObject({ status: true, token: null, user: { phoneNumber: number } });
    expect(await sessions()).toEqual([]);
    expect(await users()).toHaveLength(1);
  });

  test("shows no user with a second factor with disableSession", async () => {
    const phones = createPhones();
    const { auth, signUp, visit } = createTestAuth({
      plugins: [phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage }), twoFactor()],
      clientPlugins: [phoneNumberClient(), twoFactorClient()],
    });
    const sent = async ({ browser }: ReturnType<typeof visit>) => {
      await browser.post("/phone-number/send-otp", { phoneNumber: number });
      await auth.idle();
      return phones.lastTo(number)?.code ?? "";
    };
    const ada = await signUp("ada@example.com", { password });
    const added = { phoneNumber: number, code: await sent(ada), updatePhoneNumber: true };
    expect((await ada.client.phoneNumber.verify(added)).error).toBe(null);
    const ask = async () => {
      const other = visit();
      const given = { phoneNumber: number, code: await sent(other), disableSession: true };
      return (await other.client.phoneNumber.verify(given)).data;
    };
    expect(await ask()).toMatchObject({ token: null, user: { id: ada.user.id } });
    const { data } = await ada.client.twoFactor.enable({ password });
    const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    const { code } = await auth.api.generateTotp({ secret });
    expect((await ada.client.twoFactor.verifyTotp({ code })).error).toBe(null);
    expect(await ask()).toEqual({ status: true, token: null, user: null });
  });

  test("opens a session that ends with the browser without rememberMe", async () => {
    const { ask, verify, visit } = open();
    const browser = visit();
    const answer = await verify(browser, await ask(browser), { rememberMe: false });
    const cookie = answer.headers.getSetCookie().find((line) => line.includes("session_token="));
    expect(cookie).not.toMatch(/Max-Age/i);
  });

  test("is sent with the line that phones read", async () => {
    const { ask, visit, phones } = open();
    const code = await ask(visit());
    expect(phones.messages).toEqual([
      { kind: "verify", to: number, code, words: expect.any(String), appName: expect.any(String) },
    ]);
    expect(phones.messages[0]?.words.endsWith(`\n\n@app.example.com #${code}`)).toBe(true);
  });

  test("is sent again to a browser that asks again, for half of its time", async () => {
    const { ask, verify, visit, clock } = open();
    const browser = visit();
    const first = await ask(browser);
    clock.forward({ seconds: 149 });
    expect(await ask(browser)).toBe(first);
    clock.forward({ seconds: 1 });
    const next = await ask(browser);
    expect(next).not.toBe(first);
    expect(await codeOf(await verify(browser, first))).toEqual([400, "INVALID_OTP"]);
    expect((await verify(browser, next)).status).toBe(200);
  });

  test("works with the challenge of the answer for a caller without cookies", async () => {
    const { auth, phones } = open();
    const post = (path: string, body: object) =>
      auth.handler(
        new Request(`https://app.example.com/api/auth${path}`, {
          method: "POST",
          body: JSON.stringify({ phoneNumber: number, ...body }),
          headers: { "content-type": "application/json" },
        }),
      );
    const asked = (await (await post("/phone-number/send-otp", {})).json()) as { readonly challenge: string };
    expect(asked).toEqual({ message: "code sent", challenge: expect.any(String) });
    await auth.idle();
    const code = phones.lastTo(number)?.code;
    expect((await post("/phone-number/verify", { code })).status).toBe(400);
    expect((await post("/phone-number/verify", { code, challenge: "x".repeat(32) })).status).toBe(400);
    expect((await post("/phone-number/verify", { code, challenge: asked.challenge })).status).toBe(200);
  });

  test("asks for the second factor of a user before it opens a session", async () => {
    const phones = createPhones();
    const { auth, clock, visit, signUp } = createTestAuth({
      plugins: [phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage }), twoFactor()],
      clientPlugins: [phoneNumberClient(), twoFactorClient()],
    });
    const sent = async () => {
      await auth.idle();
      return phones.lastTo(number)?.code ?? "";
    };
    const ada = await signUp("ada@example.com");
    await ada.client.phoneNumber.sendOtp({ phoneNumber: number });
    const added = { phoneNumber: number, code: await sent(), updatePhoneNumber: true };
    expect((await ada.client.phoneNumber.verify(added)).error).toBe(null);
    const { totpURI = "" } = (await ada.client.twoFactor.enable({ password: ada.password })).data ?? {};
    const code = async () =>
      (await auth.api.generateTotp({ secret: new URL(totpURI).searchParams.get("secret") ?? "" })).code;
    expect((await ada.client.twoFactor.verifyTotp({ code: await code() })).error).toBe(null);
    clock.forward({ minutes: 5 });
    const other = visit();
    await other.client.phoneNumber.sendOtp({ phoneNumber: number });
    const { data } = await other.client.phoneNumber.verify({ phoneNumber: number, code: await sent() });
    expect(data).toMatchObject({ twoFactorRedirect: true });
    expect((await other.client.getSession()).data).toBe(null);
    expect((await other.client.twoFactor.verifyTotp({ code: await code() })).error).toBe(null);
    expect((await other.client.getSession()).data?.session).toMatchObject({ amr: "sms,otp,mfa" });
  });
});

describe("a number and a password", () => {
  test("sign in the user who has verified the number", async () => {
    const { member, visit, signedInAs } = open();
    const ada = await member();
    const other = visit();
    const { data } = await other.client.signIn.phoneNumber({
      phoneNumber: "0151 12345678",
      country: "DE",
      password: ada.password,
    });
    expect(data).toMatchObject({ token: expect.any(String), user: { id: ada.user.id, phoneNumber: number } });
    expect(await signedInAs(other)).toBe(ada.user.id);
  });

  test.each<string>(["a wrong password", "an unknown number", "an unverified number", "no password"])(
    "are 401 INVALID_PHONE_NUMBER_OR_PASSWORD with %s, and send no code",
    async (kind) => {
      const { member, visit, db, phones, auth } = open();
      const ada = await member();
      if (kind === "an unverified number")
        await db.update(userModel, ada.user.id, { phoneNumberVerified: false } as object);
      const given = {
        phoneNumber: kind === "an unknown number" ? "+4915187654321" : number,
        password: { "a wrong password": password, "no password": "" }[kind] ?? ada.password,
      };
      const before = phones.messages.length;
      const answer = await visit().browser.post("/sign-in/phone-number", given);
      expect(await codeOf(answer)).toEqual([401, "INVALID_PHONE_NUMBER_OR_PASSWORD"]);
      await auth.idle();
      expect(phones.messages).toHaveLength(before);
    },
  );
});
