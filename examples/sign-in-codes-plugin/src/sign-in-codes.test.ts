import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { expect, test } from "vitest";
import { signInCodesClient } from "./client.ts";
import { signInCodes } from "./plugin.ts";

const open = () =>
  createTestAuth({
    plugins: [signInCodes(), twoFactor()],
    clientPlugins: [signInCodesClient(), twoFactorClient()],
  });

test("of sixteen concurrent sign-ins with one code, exactly one succeeds", async () => {
  const { auth, signUp, visit } = open();
  const { user } = await signUp("ada@example.com");
  const { code } = await auth.api.createSignInCode({ userId: user.id });
  const answers = await Promise.all(Array.from({ length: 16 }, () => visit().client.signIn.code({ code })));
  expect(answers.filter(({ data }) => data !== null)).toHaveLength(1);
  expect(answers.filter(({ error }) => error?.code === "SIGN_IN_CODE_IS_NOT_VALID")).toHaveLength(15);
});

test("a user with a second factor is asked for it before a session is opened", async () => {
  const { auth, clock, signUp, visit } = open();
  const { user, client, password } = await signUp("ada@example.com");
  const { data } = await client.twoFactor.enable({ password });
  const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  const appCode = async () => (await auth.api.generateTotp({ secret })).code;
  expect((await client.twoFactor.verifyTotp({ code: await appCode() })).error).toBe(null);
  clock.forward({ seconds: 30 });

  const { code } = await auth.api.createSignInCode({ userId: user.id });
  const guest = visit().client;
  expect((await guest.signIn.code({ code })).data).toMatchObject({ twoFactorRedirect: true });
  expect((await guest.getSession()).data).toBe(null);
  expect((await guest.twoFactor.verifyTotp({ code: await appCode() })).error).toBe(null);
  expect((await guest.getSession()).data?.session).toMatchObject({ amr: "otp,mfa" });
});
