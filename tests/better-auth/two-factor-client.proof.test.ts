import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { createAuthClient } from "better-auth-newest/client";
import { twoFactorClient } from "better-auth-newest/client/plugins";
import { expect, test } from "vitest";

/** The newest client of better-auth, as it is, against an auth of this library. */

const password = "correct horse battery staple";
const baseURL = "https://app.example.com";

function openFixture() {
  const fixture = createTestAuth({ plugins: [twoFactor()] });
  const redirected: unknown[] = [];
  function open() {
    const { browser } = fixture.visit();
    const client = createAuthClient({
      baseURL,
      fetchOptions: { customFetchImpl: (input, init) => browser.fetch(input as URL, init) },
      plugins: [twoFactorClient({ onTwoFactorRedirect: (context) => void redirected.push(context) })],
    });
    return { browser, client };
  }
  const codeOf = async (totpURI: string): Promise<string> => {
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    return (await fixture.auth.api.generateTotp({ secret })).code;
  };
  return { ...fixture, open, codeOf, redirected };
}

test("the client of better-auth 1.7 enrols, signs in by a code, trusts its browser, uses a backup code, disables", async () => {
  const { open, codeOf, redirected, clock } = openFixture();
  const email = "ada@example.com";
  const { client } = open();
  await client.signUp.email({ name: "Ada", email, password });
  const enabled = await client.twoFactor.enable({ password });
  const { totpURI, backupCodes } = enabled.data as unknown as { totpURI: string; backupCodes: string[] };
  expect(backupCodes).toHaveLength(10);
  expect((await client.twoFactor.getTotpUri({ password })).data).toEqual({ totpURI });
  expect((await client.twoFactor.verifyTotp({ code: await codeOf(totpURI) })).error).toBe(null);

  clock.forward({ seconds: 30 });
  const other = open();
  const asked = await other.client.signIn.email({ email, password });
  expect(asked.data).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["totp", "backup-code"] });
  expect(redirected).toHaveLength(1);
  expect((await other.client.getSession()).data).toBe(null);
  const wrong = await other.client.twoFactor.verifyTotp({ code: "abc" });
  expect(wrong.error).toMatchObject({ status: 401, code: "INVALID_CODE" });
  const right = await other.client.twoFactor.verifyTotp({ code: await codeOf(totpURI), trustDevice: true });
  expect(right.data).toMatchObject({ token: expect.any(String), user: { email } });
  expect((await other.client.getSession()).data?.user).toMatchObject({ email, twoFactorEnabled: true });

  await other.client.signOut();
  expect((await other.client.signIn.email({ email, password })).data).toMatchObject({ token: expect.any(String) });

  const third = open();
  await third.client.signIn.email({ email, password });
  const used = await third.client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" });
  expect(used.data).toMatchObject({ token: expect.any(String), user: { email } });

  clock.forward({ seconds: 30 });
  expect((await other.client.twoFactor.disable({ password })).error).toMatchObject({ code: "STEP_UP_REQUIRED" });
  await other.client.twoFactor.verifyTotp({ code: await codeOf(totpURI) });
  expect((await other.client.twoFactor.disable({ password })).data).toEqual({ status: true });
  const last = open();
  expect((await last.client.signIn.email({ email, password })).data).toMatchObject({ token: expect.any(String) });
});

test("the client of better-auth 1.7 signs in by an emailed code", async () => {
  const { open, auth, mailbox } = openFixture();
  const email = "eve@example.com";
  await auth.api.createUser({ email, name: "Eve", password, emailVerified: true });
  const { client, browser } = open();
  await client.signIn.email({ email, password });
  expect((await browser.post("/two-factor/enable", { password, method: "otp" })).status).toBe(200);
  const other = open();
  await other.client.signIn.email({ email, password });
  expect((await other.client.twoFactor.sendOtp()).data).toMatchObject({ status: true });
  const { code } = await mailbox.waitFor(email, { kind: "two-factor.code" });
  expect((await other.client.twoFactor.verifyOtp({ code })).data).toMatchObject({ user: { email } });
});
