import { userModel } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import { email, open, wrongOf } from "./fixture.ts";

const password = "another right password";

describe("a code of the type forget-password", () => {
  test("has six digits, sets a new password and ends every session", async () => {
    const { ask, verified, visit, sessions, events } = open();
    await verified();
    const { client, browser } = visit();
    const otp = await ask({ browser }, "forget-password");
    expect(otp).toMatch(/^\d{6}$/);
    expect((await client.emailOtp.resetPassword({ email, otp, password })).data).toEqual({ success: true });
    expect(await sessions()).toEqual([]);
    expect(events).toContainEqual(expect.objectContaining({ type: "password.changed", by: "reset" }));
    expect((await client.signIn.email({ email, password })).error).toBe(null);
    expect((await client.emailOtp.resetPassword({ email, otp, password })).error?.code).toBe("INVALID_OTP");
  });

  test.each(["/email-otp/request-password-reset", "/forget-password/email-otp"])("is sent by %s", async (path) => {
    const { verified, visit, mailbox } = open();
    await verified();
    const { client, browser } = visit();
    expect((await browser.post(path, { email })).status).toBe(200);
    const { code: otp } = await mailbox.waitFor(email, { kind: "email-otp.code" });
    expect((await client.emailOtp.resetPassword({ email, otp, password })).error).toBe(null);
  });

  test("is not used up by a password that is refused", async () => {
    const { ask, verified, visit } = open();
    await verified();
    const { client, browser } = visit();
    const otp = await ask({ browser }, "forget-password");
    for (const refused of ["short", "x".repeat(200), "password123", "short", "short", "short"]) {
      const { error } = await client.emailOtp.resetPassword({ email, otp, password: refused });
      expect([error?.status, error?.code]).toEqual([400, expect.stringMatching(/^PASSWORD_/)]);
    }
    expect((await client.emailOtp.resetPassword({ email, otp, password })).error).toBe(null);
  });

  test("says nothing of a password, and nothing of an address, before it is right", async () => {
    const { ask, verified, visit } = open();
    await verified();
    const answers: unknown[] = [];
    for (const address of [email, "nobody@example.com"]) {
      const { client, browser } = visit();
      if (address === email) await ask({ browser }, "forget-password");
      for (const given of ["short", password]) {
        const { error } = await client.emailOtp.resetPassword({ email: address, otp: "wrong", password: given });
        answers.push([error?.status, error?.code]);
      }
    }
    expect(answers).toEqual(answers.map(() => [400, "INVALID_OTP"]));
  });

  test("removes earlier credentials and sessions of an account whose address was not verified", async () => {
    const { ask, signUp, visit, sessions, db } = open();
    const attacker = await signUp(email);
    const { client, browser } = visit();
    const otp = await ask({ browser }, "forget-password");
    expect((await client.emailOtp.resetPassword({ email, otp, password })).error).toBe(null);
    expect(await sessions()).toEqual([]);
    expect((await client.signIn.email({ email, password: attacker.password })).error?.status).toBe(401);
    expect(await db.find(userModel, { email })).toMatchObject({ emailVerified: true });
  });

  test("is refused where the app has no passwords", async () => {
    const { visit } = open({ config: { emailAndPassword: { enabled: false } } });
    const { client } = visit();
    const refused = [
      await client.emailOtp.sendVerificationOtp({ email, type: "forget-password" }),
      await client.emailOtp.requestPasswordReset({ email }),
      await client.emailOtp.resetPassword({ email, otp: "000000", password }),
    ];
    expect(refused.map(({ error }) => error?.code)).toEqual(refused.map(() => "RESET_PASSWORD_ISNT_ENABLED"));
  });
});

test("a new password ends the codes in the mailbox", async () => {
  const { ask, verified, visit } = open();
  await verified();
  const [one, other] = [visit(), visit()];
  const signIn = await ask(one);
  const otp = await ask(other, "forget-password");
  expect((await other.client.emailOtp.resetPassword({ email, otp, password })).error).toBe(null);
  expect((await one.client.signIn.emailOtp({ email, otp: signIn })).error?.code).toBe("INVALID_OTP");
});

test("a user without a session is told of five wrong codes once", async () => {
  const { ask, verified, visit } = open();
  await verified();
  const { client, browser } = visit();
  const otp = await ask({ browser }, "forget-password");
  const codes: unknown[] = [];
  for (let count = 0; count < 7; count += 1) {
    const { error } = await client.emailOtp.resetPassword({ email, otp: wrongOf(otp), password });
    codes.push([error?.status, error?.code]);
  }
  expect(codes).toEqual([
    ...Array.from({ length: 5 }, () => [400, "INVALID_OTP"]),
    [403, "TOO_MANY_ATTEMPTS"],
    [400, "INVALID_OTP"],
  ]);
});
