import { userModel } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import { email, open } from "./fixture.ts";

describe("a code of the type email-verification", () => {
  test("verifies the address of the signed-in user", async () => {
    const { ask, signUp, sessions } = open();
    const { client, browser, user } = await signUp(email);
    const otp = await ask({ browser }, "email-verification");
    expect(otp).toMatch(/^\d{6}$/);
    const { data } = await client.emailOtp.verifyEmail({ email, otp });
    expect(data).toEqual({
      status: true,
      token: null,
      user: expect.objectContaining({ id: user.id, emailVerified: true }),
    });
    expect((await client.getSession()).data?.user.emailVerified).toBe(true);
    expect(await sessions()).toHaveLength(1);
  });

  test("opens a session where a verification signs the user in, and keeps the password of the sign-up", async () => {
    const { ask, client, visit, signedInAs } = open({
      config: { emailAndPassword: { requireEmailVerification: true }, emailVerification: { autoSignIn: true } },
    });
    const password = "a right password";
    await client.signUp.email({ name: "Ada", email, password });
    const browser = visit();
    const otp = await ask(browser, "email-verification");
    const { data } = await browser.client.emailOtp.verifyEmail({ email, otp });
    expect(data).toMatchObject({ status: true, token: expect.stringMatching(/^\w{32}$/), user: { email } });
    expect(await signedInAs(browser)).toBe(email);
    expect((await browser.client.signIn.email({ email, password })).error).toBe(null);
  });

  test("opens no session by default", async () => {
    const { ask, signUp, visit, signedInAs, db } = open();
    await signUp(email);
    const browser = visit();
    const otp = await ask(browser, "email-verification");
    expect((await browser.client.emailOtp.verifyEmail({ email, otp })).data).toMatchObject({ token: null });
    expect(await signedInAs(browser)).toBe(null);
    expect(await db.find(userModel, { email })).toMatchObject({ emailVerified: true });
  });

  test("works once", async () => {
    const { ask, signUp } = open();
    const { client, browser } = await signUp(email);
    const otp = await ask({ browser }, "email-verification");
    expect((await client.emailOtp.verifyEmail({ email, otp })).error).toBe(null);
    expect((await client.emailOtp.verifyEmail({ email, otp })).error?.code).toBe("INVALID_OTP");
  });

  test("verifies no address that the user has left", async () => {
    const { ask, signUp, db } = open({ config: { user: { changeEmail: { enabled: true } } } });
    const { client, browser, user } = await signUp(email);
    const otp = await ask({ browser }, "email-verification");
    expect((await client.changeEmail({ newEmail: "ada@new.example" })).error).toBe(null);
    expect((await client.emailOtp.verifyEmail({ email, otp })).error?.code).toBe("INVALID_OTP");
    expect(await db.find(userModel, { id: user.id })).toMatchObject({ emailVerified: false });
  });
});
