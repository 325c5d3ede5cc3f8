import { userModel } from "@keyhold/core/plugin";
import { emailOtp } from "@keyhold/email-otp";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { email, open } from "./fixture.ts";

test.each([
  [{ expiresInSeconds: 601 }, "expiresInSeconds: must be a whole number from 60 to 600"],
  [{ signInDigits: 7 }, "signInDigits: must be 6 or 8"],
  [{ disableSignUp: "no" }, "disableSignUp: must be true or false"],
  [{ unknownAddress: "error" }, 'unknownAddress: must be "email" or "silence"'],
  [{ otpLength: 6 }, "write `signInDigits`"],
  [{ sendVerificationOTP: () => {} }, "codes are sent by `mail` of the auth"],
])("%o is a config error", (given, message) => {
  expect(() => createTestAuth({ plugins: [emailOtp(given as object)] })).toThrow(message);
});

test("a user with a verified address removes the last account, and signs in by a code afterwards", async () => {
  const { signUp, db, visit, ask } = open();
  const { client, user } = await signUp(email);
  expect((await client.unlinkAccount({ providerId: "credential" })).error?.code).toBe(
    "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT",
  );
  await db.update(userModel, user.id, { emailVerified: true });
  expect((await client.unlinkAccount({ providerId: "credential" })).error).toBe(null);
  const other = visit();
  await other.client.signIn.emailOtp({ email, otp: await ask(other) });
  expect((await other.client.getSession()).data?.user.id).toBe(user.id);
});
