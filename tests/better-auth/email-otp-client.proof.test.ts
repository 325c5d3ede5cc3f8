import { userModel } from "@keyhold/core/plugin";
import { type EmailOtpOptions, emailOtp } from "@keyhold/email-otp";
import { createTestAuth } from "@keyhold/testing";
import { createAuthClient } from "better-auth-newest/client";
import { emailOTPClient } from "better-auth-newest/client/plugins";
import { expect, test } from "vitest";

/** The newest client of better-auth, as it is, against an auth of this library. */

const baseURL = "https://app.example.com";
const email = "ada@example.com";
const password = "a right password";
/** What a browser sends with each call of a script. */
const ofScript = { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" };

function openFixture(options: Partial<EmailOtpOptions> = {}) {
  const fixture = createTestAuth({
    plugins: [emailOtp(options)],
    config: { user: { changeEmail: { enabled: true } } },
  });
  function open() {
    const { browser } = fixture.visit();
    return createAuthClient({
      baseURL,
      fetchOptions: {
        customFetchImpl(input, init) {
          const headers = new Headers(init?.headers);
          for (const [name, value] of Object.entries(ofScript)) headers.set(name, value);
          return browser.fetch(input as URL, { ...init, headers });
        },
      },
      plugins: [emailOTPClient()],
    });
  }
  const codeTo = async (to: string) => (await fixture.mailbox.waitFor(to, { kind: "email-otp.code" })).code;
  return { ...fixture, open, codeTo };
}

test("the client of better-auth 1.7 signs in by a code, and creates the account of a new address", async () => {
  const { open, codeTo } = openFixture();
  const client = open();
  const asked = await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
  expect(asked).toMatchObject({ data: { success: true }, error: null });
  const otp = await codeTo(email);
  const checked = await client.emailOtp.checkVerificationOtp({ email, type: "sign-in", otp });
  expect(checked).toMatchObject({ data: { success: true }, error: null });
  const { data } = await client.signIn.emailOtp({ email, otp, name: "Ada" });
  expect(data).toMatchObject({ token: expect.any(String), user: { email, name: "Ada", emailVerified: true } });
  expect((await client.getSession()).data?.user).toMatchObject({ email });
  expect((await open().signIn.emailOtp({ email, otp })).error).toMatchObject({ status: 400, code: "INVALID_OTP" });
});

test("the client of better-auth 1.7 verifies an address", async () => {
  const { open, codeTo } = openFixture();
  const client = open();
  await client.signUp.email({ name: "Ada", email, password });
  await client.emailOtp.sendVerificationOtp({ email, type: "email-verification" });
  const { data } = await client.emailOtp.verifyEmail({ email, otp: await codeTo(email) });
  expect(data).toMatchObject({ status: true, user: { email, emailVerified: true } });
});

test("the client of better-auth 1.7 resets a password", async () => {
  const { open, codeTo } = openFixture();
  const client = open();
  await client.signUp.email({ name: "Ada", email, password: "a forgotten password" });
  expect((await client.emailOtp.requestPasswordReset({ email })).data).toMatchObject({ success: true });
  const reset = await client.emailOtp.resetPassword({ email, otp: await codeTo(email), password });
  expect(reset).toMatchObject({ data: { success: true }, error: null });
  expect((await client.signIn.email({ email, password })).error).toBe(null);
});

test("the client of better-auth 1.7 changes an address", async () => {
  const newEmail = "ada@new.example";
  const { open, codeTo, db } = openFixture();
  const client = open();
  const { data } = await client.signUp.email({ name: "Ada", email, password });
  await db.update(userModel, data?.user.id ?? "", { emailVerified: true });
  await client.emailOtp.sendVerificationOtp({ email, type: "change-email" as never });
  const asked = await client.emailOtp.requestEmailChange({ newEmail, otp: await codeTo(email) });
  expect(asked).toMatchObject({ data: { success: true }, error: null });
  const changed = await client.emailOtp.changeEmail({ newEmail, otp: await codeTo(newEmail) });
  expect(changed).toMatchObject({ data: { success: true }, error: null });
  expect((await client.getSession()).data?.user.email).toBe(newEmail);
});

test("the client of better-auth 1.7 gets errors for an invalid address and for too many guesses", async () => {
  const { open, codeTo } = openFixture();
  const client = open();
  const { error } = await client.emailOtp.sendVerificationOtp({ email: "ada", type: "sign-in" });
  expect(error).toMatchObject({ status: 400, code: "INVALID_EMAIL" });
  await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
  const right = await codeTo(email);
  const otp = right === "00000000" ? "00000001" : "00000000";
  for (let count = 0; count < 5; count += 1)
    expect((await client.signIn.emailOtp({ email, otp })).error).toMatchObject({ code: "INVALID_OTP" });
  expect((await client.signIn.emailOtp({ email, otp })).error).toMatchObject({
    status: 403,
    code: "TOO_MANY_ATTEMPTS",
  });
});
