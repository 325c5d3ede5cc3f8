import { phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { createTestAuth } from "@keyhold/testing";
import { createAuthClient } from "better-auth-newest/client";
import { phoneNumberClient } from "better-auth-newest/client/plugins";
import { expect, test } from "vitest";

/** The newest client of better-auth, as it is, against an auth of this library. */

const baseURL = "https://app.example.com";
const number = "+4915112345678";
const password = "a right password";
/** What a browser sends with each call of a script. */
const ofScript = { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" };

function openFixture() {
  const messages: SentMessage[] = [];
  const sendMessage = (message: SentMessage): void => void messages.push(message);
  const fixture = createTestAuth({ plugins: [phoneNumber({ allowedCountries: ["DE"], sendMessage })] });
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
      plugins: [phoneNumberClient()],
    });
  }
  async function codeTo(to: string): Promise<string> {
    await fixture.auth.idle();
    return messages.findLast((message) => message.to === to)?.code ?? "";
  }
  return { ...fixture, open, codeTo };
}

test("the client of better-auth 1.7 signs in by a code, and creates the account of a new number", async () => {
  const { open, codeTo } = openFixture();
  const client = open();
  const asked = await client.phoneNumber.sendOtp({ phoneNumber: "+49 (0)151 12345678" });
  expect(asked).toMatchObject({ data: { message: "code sent" }, error: null });
  const code = await codeTo(number);
  const { data } = await client.phoneNumber.verify({ phoneNumber: number, code });
  expect(data).toMatchObject({
    status: true,
    token: expect.any(String),
    user: { phoneNumber: number, phoneNumberVerified: true },
  });
  expect((await client.getSession()).data?.user).toMatchObject({ phoneNumber: number, phoneNumberVerified: true });
  const again = await open().phoneNumber.verify({ phoneNumber: number, code });
  expect(again.error).toMatchObject({ status: 400, code: "INVALID_OTP" });
});

test("the client of better-auth 1.7 gives a number to a signed-in user, and signs in by number and password", async () => {
  const { open, codeTo } = openFixture();
  const client = open();
  await client.signUp.email({ name: "Ada", email: "ada@example.com", password });
  await client.phoneNumber.sendOtp({ phoneNumber: number });
  const code = await codeTo(number);
  const { data } = await client.phoneNumber.verify({ phoneNumber: number, code, updatePhoneNumber: true });
  expect(data).toMatchObject({ status: true, user: { email: "ada@example.com", phoneNumber: number } });
  const other = open();
  const signedIn = await other.signIn.phoneNumber({ phoneNumber: number, password, rememberMe: true });
  expect(signedIn).toMatchObject({ data: { token: expect.any(String), user: { phoneNumber: number } }, error: null });
  expect((await other.getSession()).data?.user).toMatchObject({ email: "ada@example.com" });
  const wrong = await open().signIn.phoneNumber({ phoneNumber: number, password: "a wrong password" });
  expect(wrong.error).toMatchObject({ status: 401, code: "INVALID_PHONE_NUMBER_OR_PASSWORD" });
});

test("the client of better-auth 1.7 resets a password", async () => {
  const { open, codeTo } = openFixture();
  const client = open();
  await client.phoneNumber.sendOtp({ phoneNumber: number });
  await client.phoneNumber.verify({ phoneNumber: number, code: await codeTo(number) });
  const asked = await client.phoneNumber.requestPasswordReset({ phoneNumber: number });
  expect(asked).toMatchObject({ data: { status: true }, error: null });
  const otp = await codeTo(number);
  const reset = await client.phoneNumber.resetPassword({ phoneNumber: number, otp, newPassword: password });
  expect(reset).toMatchObject({ data: { status: true }, error: null });
  expect((await open().signIn.phoneNumber({ phoneNumber: number, password })).error).toBe(null);
});

test("the client of better-auth 1.7 gets errors for a text without a number, a country and too many guesses", async () => {
  const { open, codeTo } = openFixture();
  const client = open();
  const { error } = await client.phoneNumber.sendOtp({ phoneNumber: "abc" });
  expect(error).toMatchObject({ status: 400, code: "INVALID_PHONE_NUMBER" });
  const elsewhere = await client.phoneNumber.sendOtp({ phoneNumber: "+12133734253" });
  expect(elsewhere.error).toMatchObject({ status: 403, code: "PHONE_NUMBER_NOT_ALLOWED" });
  await client.phoneNumber.sendOtp({ phoneNumber: number });
  const code = (await codeTo(number)) === "000000" ? "000001" : "000000";
  for (let count = 0; count < 5; count += 1)
    expect((await client.phoneNumber.verify({ phoneNumber: number, code })).error).toMatchObject({
      code: "INVALID_OTP",
    });
  expect((await client.phoneNumber.verify({ phoneNumber: number, code })).error).toMatchObject({
    status: 403,
    code: "TOO_MANY_ATTEMPTS",
  });
});
