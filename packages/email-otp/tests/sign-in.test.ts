import { definePlugin, text, userModel } from "@keyhold/core/plugin";
import { emailOtp } from "@keyhold/email-otp";
import { emailOtpClient } from "@keyhold/email-otp/client";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { email, open, wrongOf } from "./fixture.ts";

const plans = definePlugin({ id: "plans", extends: { user: { columns: { plan: text().optional().input() } } } });

describe("a code of the type sign-in", () => {
  test("has eight digits, and signs in the browser that asked", async () => {
    const { ask, verified, visit, signedInAs, sessions } = open();
    await verified();
    const browser = visit();
    const otp = await ask(browser);
    expect(otp).toMatch(/^\d{8}$/);
    const { data, error } = await browser.client.signIn.emailOtp({ email, otp: `${otp.slice(0, 4)}-${otp.slice(4)}` });
    expect(error).toBe(null);
    expect(data).toEqual({ token: expect.stringMatching(/^\w{32}$/), user: expect.objectContaining({ email }) });
    expect(await signedInAs(browser)).toBe(email);
    expect(await sessions()).toHaveLength(2);
  });

  test("has six digits by the option", async () => {
    const { ask, visit } = open({ options: { signInDigits: 6 } });
    expect(await ask(visit())).toMatch(/^\d{6}$/);
  });

  test("creates a verified account of a new address with the given name, picture and columns", async () => {
    const fixture = createTestAuth({
      plugins: [emailOtp(), plans],
      clientPlugins: [emailOtpClient()],
    });
    const { browser, client, db, mailbox } = fixture;
    await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
    const { code } = await mailbox.waitFor(email, { kind: "email-otp.code" });
    const answer = await browser.post("/sign-in/email-otp", {
      email: "ADA@example.com",
      otp: code,
      name: "Ada",
      image: "https://example.com/ada.png",
      plan: "pro",
    });
    expect(answer.status).toBe(200);
    const image = "https://example.com/ada.png";
    expect(await db.find(userModel, { email })).toMatchObject({ name: "Ada", image, plan: "pro", emailVerified: true });
    expect(fixture.events).toContainEqual(
      expect.objectContaining({ type: "session.created", method: "email-otp", isNewUser: true }),
    );
  });

  test("is sent with the line that phones read, and without the code in the subject", async () => {
    const { ask, visit, mailbox } = open();
    const otp = await ask(visit());
    const message = mailbox.lastTo(email, "email-otp.code");
    expect(message?.words.lastLine).toBe(`@app.example.com #${otp}`);
    expect(message?.words.subject).not.toContain(otp);
  });

  test("opens a session that ends with the browser without rememberMe", async () => {
    const { ask, visit } = open();
    const { browser } = visit();
    const otp = await ask({ browser });
    const answer = await browser.post("/sign-in/email-otp", { email, otp, rememberMe: false });
    const cookie = answer.headers.getSetCookie().find((line) => line.includes("session_token="));
    expect(cookie).not.toMatch(/Max-Age/i);
  });

  test("is sent again to a browser that asks again, for half of its time", async () => {
    const { ask, visit, clock } = open();
    const browser = visit();
    const first = await ask(browser);
    clock.forward({ seconds: 149 });
    expect(await ask(browser)).toBe(first);
    clock.forward({ seconds: 1 });
    const next = await ask(browser);
    expect(next).not.toBe(first);
    expect((await browser.client.signIn.emailOtp({ email, otp: first })).error?.code).toBe("INVALID_OTP");
    expect((await browser.client.signIn.emailOtp({ email, otp: next })).error).toBe(null);
  });

  test("works with the challenge of the answer for a caller without cookies", async () => {
    const { auth, mailbox } = open();
    const post = (path: string, body: object) =>
      auth.handler(
        new Request(`https://app.example.com/api/auth${path}`, {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        }),
      );
    const asked = await post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const { challenge } = (await asked.json()) as { readonly challenge: string };
    const { code: otp } = await mailbox.waitFor(email, { kind: "email-otp.code" });
    expect((await post("/sign-in/email-otp", { email, otp })).status).toBe(400);
    expect((await post("/sign-in/email-otp", { email, otp, challenge: "x".repeat(32) })).status).toBe(400);
    expect((await post("/sign-in/email-otp", { email, otp, challenge })).status).toBe(200);
  });
});

describe("POST /email-otp/send-verification-otp", () => {
  test("answers equally for an address with an account, without, and where no account is created", async () => {
    const answers: string[] = [];
    for (const options of [{}, { disableSignUp: true }]) {
      for (const hasAccount of [true, false]) {
        const { signUp, visit } = open({ options });
        await signUp(hasAccount ? email : "bob@example.com");
        for (const type of ["sign-in", "email-verification", "forget-password", "change-email"]) {
          const answer = await visit().browser.post("/email-otp/send-verification-otp", { email, type });
          const cookies = answer.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ""));
          const { challenge, ...body } = await answer.json();
          answers.push(JSON.stringify([answer.status, challenge.length, body, cookies]));
        }
      }
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('{"success":true}');
  });

  test.each([
    { type: "sign-in", address: "without an account", unknownAddress: "email", kinds: ["email-otp.unknown-address"] },
    { type: "sign-in", address: "without an account", unknownAddress: "silence", kinds: [] },
    { type: "forget-password", address: "without an account", unknownAddress: "email", kinds: [] },
    { type: "email-verification", address: "without an account", unknownAddress: "email", kinds: [] },
    { type: "change-email", address: "without an account", unknownAddress: "email", kinds: [] },
    { type: "email-verification", address: "of a verified user", unknownAddress: "email", kinds: [] },
    { type: "change-email", address: "of a verified user", unknownAddress: "email", kinds: [] },
    { type: "forget-password", address: "of a verified user", unknownAddress: "silence", kinds: ["email-otp.code"] },
  ] as const)("with $type and unknownAddress $unknownAddress, an address $address gets $kinds", async (row) => {
    const { auth, browser, mailbox, verified } = open({
      options: { disableSignUp: true, unknownAddress: row.unknownAddress },
    });
    if (row.address === "of a verified user") await verified();
    await auth.idle();
    mailbox.clear();
    await browser.post("/email-otp/send-verification-otp", { email, type: row.type });
    await auth.idle();
    expect(mailbox.messages.map(({ kind }) => kind)).toEqual(row.kinds);
  });

  test.each([
    [{ email: "ada@example.com,eve@example.com", type: "sign-in" }, 400, "INVALID_EMAIL"],
    [{ email: "ada＠example.com", type: "sign-in" }, 400, "INVALID_EMAIL"],
    [{ email: `${"a".repeat(320)}@example.com`, type: "sign-in" }, 400, "INVALID_EMAIL"],
    [{ email, type: "new-email" }, 400, "VALIDATION_ERROR"],
    [{ email }, 400, "VALIDATION_ERROR"],
  ])("rejects %j", async (input, status, code) => {
    const { browser, mailbox, auth } = open();
    const answer = await browser.post("/email-otp/send-verification-otp", input);
    expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
    await auth.idle();
    expect(mailbox.messages).toEqual([]);
  });

  test("drops the fourth email to an address in 15 minutes, whatever the type, with an equal answer", async () => {
    const { auth, mailbox, visit, verified } = open({ config: { rateLimit: { enabled: true } } });
    await verified();
    await auth.idle();
    mailbox.clear();
    let asked = 0;
    for (const type of ["sign-in", "forget-password", "sign-in", "forget-password", "sign-in"]) {
      asked += 1;
      const { browser } = visit({ ipAddress: `198.51.100.${asked}` });
      const answer = await browser.post("/email-otp/send-verification-otp", { email, type });
      expect([answer.status, (await answer.json()).success]).toEqual([200, true]);
    }
    await auth.idle();
    expect(mailbox.messages).toHaveLength(3);
  });
});

describe("POST /email-otp/check-verification-otp", () => {
  test("tells a right code, and uses nothing up", async () => {
    const { ask, visit } = open();
    const { client, browser } = visit();
    const otp = await ask({ browser });
    for (let count = 0; count < 6; count += 1)
      expect((await client.emailOtp.checkVerificationOtp({ email, type: "sign-in", otp })).data).toEqual({
        success: true,
      });
    expect((await client.signIn.emailOtp({ email, otp })).error).toBe(null);
  });

  test("counts a wrong code as a guess", async () => {
    const { ask, visit } = open();
    const { client, browser } = visit();
    const otp = await ask({ browser });
    const wrong = { email, type: "sign-in", otp: wrongOf(otp) } as const;
    for (let count = 0; count < 5; count += 1)
      expect((await client.emailOtp.checkVerificationOtp(wrong)).error?.code).toBe("INVALID_OTP");
    const { error } = await client.emailOtp.checkVerificationOtp(wrong);
    expect([error?.status, error?.code]).toEqual([403, "TOO_MANY_ATTEMPTS"]);
    expect((await client.signIn.emailOtp({ email, otp })).error?.code).toBe("INVALID_OTP");
  });

  test("says nothing about an address without an account", async () => {
    const { client } = open().visit();
    const { error } = await client.emailOtp.checkVerificationOtp({ email, type: "forget-password", otp: "000000" });
    expect([error?.status, error?.code]).toEqual([400, "INVALID_OTP"]);
  });
});

test("createVerificationOtp makes a code for the server, with its challenge", async () => {
  const { auth, visit, mailbox, signedInAs } = open();
  const { otp, challenge } = await auth.api.createVerificationOtp({ email, type: "sign-in" });
  expect(mailbox.messages).toEqual([]);
  const browser = visit();
  expect((await browser.client.signIn.emailOtp({ email, otp })).error?.code).toBe("INVALID_OTP");
  expect((await browser.client.signIn.emailOtp({ email, otp, challenge })).error).toBe(null);
  expect(await signedInAs(browser)).toBe(email);
});

test("a code asks for the second factor of a user before it opens a session", async () => {
  const { auth, clock, mailbox, visit, signUp, db } = createTestAuth({
    plugins: [emailOtp(), twoFactor()],
    clientPlugins: [emailOtpClient(), twoFactorClient()],
  });
  const { user, client: ada, password } = await signUp(email);
  await db.update(userModel, user.id, { emailVerified: true });
  const { totpURI = "" } = (await ada.twoFactor.enable({ password })).data ?? {};
  const code = async () =>
    (await auth.api.generateTotp({ secret: new URL(totpURI).searchParams.get("secret") ?? "" })).code;
  expect((await ada.twoFactor.verifyTotp({ code: await code() })).error).toBe(null);
  clock.forward({ seconds: 30 });
  const other = visit();
  await other.client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
  const { code: otp } = await mailbox.waitFor(email, { kind: "email-otp.code" });
  expect((await other.client.signIn.emailOtp({ email, otp })).data).toMatchObject({ twoFactorRedirect: true });
  expect((await other.client.getSession()).data).toBe(null);
  expect((await other.client.twoFactor.verifyTotp({ code: await code() })).error).toBe(null);
  expect((await other.client.getSession()).data?.session).toMatchObject({ amr: "mail,otp,mfa" });
});
