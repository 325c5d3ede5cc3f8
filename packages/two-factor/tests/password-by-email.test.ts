import { accountModel } from "@keyhold/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import { type Fixture, open, password } from "./fixture.ts";

/** The password after a reset by email: who has the mailbox has the password, so the mailbox is no second factor. */

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

const email = "ada@example.com";
const newPassword = "another battery staple";

/** Ada with a verified address, signed in with emailed codes. */
async function withSentCodes() {
  await fixture.auth.api.createUser({ email, name: "Ada", username: "ada", password, emailVerified: true });
  const ada = await fixture.begin(email);
  const { data } = await ada.client.twoFactor.enable({ password, method: "otp" });
  return { ...ada, backupCodes: data?.backupCodes ?? [] };
}

/** The code of the newest email to Ada. */
async function sentCode(send: () => Promise<{ readonly error: unknown }>): Promise<string> {
  const sent = fixture.mailbox.waitFor(email, { kind: "two-factor.code" });
  expect((await send()).error).toBe(null);
  return (await sent).code;
}

/** A new browser of a client that has the mailbox alone. */
async function reset(to = newPassword) {
  const visit = fixture.visit();
  fixture.clock.forward({ minutes: 16 });
  const sent = fixture.mailbox.waitFor(email, { kind: "reset-password" });
  await visit.client.forgetPassword({ email, redirectTo: "/new" });
  expect((await visit.client.resetPassword({ token: (await sent).token, newPassword: to })).error).toBe(null);
  return visit;
}

const methodsOf = (data: unknown): readonly string[] | undefined =>
  (data as { readonly twoFactorMethods?: readonly string[] } | null)?.twoFactorMethods;

const signIn = async (using = newPassword) => {
  const visit = fixture.visit();
  const { data, error } = await visit.client.signIn.email({ email, password: using });
  expect(error).toBe(null);
  return { ...visit, methods: methodsOf(data) };
};

describe("after a reset of the password by email an emailed code is no second factor", () => {
  test("at a sign-in by email or username: it is not offered, not sent and not accepted", async () => {
    await withSentCodes();
    const { client } = await reset();
    expect(methodsOf((await client.signIn.email({ email, password: newPassword })).data)).toEqual(["backup-code"]);
    expect((await client.twoFactor.sendOtp()).error?.code).toBe("OTP_NOT_ENABLED");
    expect((await client.twoFactor.verifyOtp({ code: "12345678" })).error?.code).toBe("OTP_NOT_ENABLED");
    const byName = await fixture.visit().client.signIn.username({ username: "ada", password: newPassword });
    expect(methodsOf(byName.data)).toEqual(["backup-code"]);
  });

  test("beside an authenticator app; a code of the app lifts it", async () => {
    const ada = await withSentCodes();
    const code = await sentCode(() => ada.client.twoFactor.sendOtp());
    expect((await ada.client.twoFactor.verifyOtp({ code })).error).toBe(null);
    const { totpURI = "" } = (await ada.client.twoFactor.enable({ password })).data ?? {};
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    expect((await ada.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    await reset();
    const { client, methods } = await signIn();
    expect(methods).toEqual(["totp", "backup-code"]);
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,mail,otp,mfa" });
    expect((await signIn()).methods).toEqual(["totp", "otp", "backup-code"]);
  });

  test("a wrong code, a further reset, and an app of a session from before the reset lift nothing", async () => {
    fixture = open({ config: { emailAndPassword: { enabled: true, revokeSessionsOnPasswordReset: false } } });
    const ada = await withSentCodes();
    await reset();
    const { client } = await signIn();
    await client.twoFactor.verifyBackupCode({ code: "wrong" });
    expect((await signIn()).methods).toEqual(["backup-code"]);
    const code = await sentCode(() => ada.client.stepUp.sendOtp({}));
    expect((await ada.client.stepUp.otp({ code })).error).toBe(null);
    expect((await signIn()).methods).toEqual(["backup-code"]);
    await reset("a third battery staple");
    expect((await signIn("a third battery staple")).methods).toEqual(["backup-code"]);
  });

  test("a backup code and new codes lift it", async () => {
    const { backupCodes } = await withSentCodes();
    await reset();
    const { client } = await signIn();
    expect((await client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" })).error).toBe(null);
    expect((await signIn()).methods).toEqual(["backup-code"]);
    expect((await client.twoFactor.enable({ password: newPassword, method: "otp" })).error).toBe(null);
    const code = await sentCode(() => client.twoFactor.sendOtp());
    expect((await client.twoFactor.verifyOtp({ code })).error).toBe(null);
    expect((await signIn()).methods).toEqual(["otp", "backup-code"]);
  });

  test("a change of the password in a session with a second factor lifts it, and in another session it does not", async () => {
    const { backupCodes, client: before } = await withSentCodes();
    await reset();
    expect((await before.getSession()).data).toBe(null);
    const { client } = await signIn();
    await client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" });
    expect((await client.changePassword({ currentPassword: newPassword, newPassword: password })).error?.code).toBe(
      "STEP_UP_REQUIRED",
    );
    fixture = open();
    await fixture.auth.api.createUser({ email, name: "Ada", username: "ada", password, emailVerified: true });
    await reset();
    const single = await signIn();
    expect((await single.client.getSession()).data?.session).toMatchObject({ amr: "pwd,mail" });
    await single.client.changePassword({ currentPassword: newPassword, newPassword: password });
    expect((await (await signIn(password)).client.getSession()).data?.session).toMatchObject({ amr: "pwd,mail" });
  });

  test("from before the first factor it does not count; after it, a reset does", async () => {
    await fixture.auth.api.createUser({ email, name: "Ada", username: "ada", password, emailVerified: true });
    await reset();
    const { client } = await signIn();
    expect((await client.twoFactor.enable({ password: newPassword, method: "otp" })).error).toBe(null);
    expect((await signIn()).methods).toEqual(["otp", "backup-code"]);
    await reset(password);
    expect((await signIn(password)).methods).toEqual(["backup-code"]);
  });

  test.each(["otp", "totp"] as const)(
    "a first factor by %s in a session from before the reset does not count: the owner of that session is not known",
    async (method) => {
      fixture = open({ config: { emailAndPassword: { enabled: true, revokeSessionsOnPasswordReset: false } } });
      await fixture.auth.api.createUser({ email, name: "Ada", username: "ada", password, emailVerified: true });
      const before = await fixture.begin(email);
      await reset();
      expect((await before.client.stepUp.password({ password: newPassword })).error).toBe(null);
      const { data, error } = await before.client.twoFactor.enable({ password: newPassword, method });
      expect(error).toBe(null);
      if (method === "totp") {
        const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
        expect((await before.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
        expect((await before.client.twoFactor.enable({ password: newPassword, method: "otp" })).error).toBe(null);
      }
      expect((await signIn()).methods).not.toContain("otp");
    },
  );

  test("a required factor is then an app", async () => {
    fixture = open({ options: { require: () => true } });
    await fixture.auth.api.createUser({ email, name: "Ada", username: "ada", password, emailVerified: true });
    await reset();
    const { client, methods } = await signIn();
    expect(methods).toEqual(["enroll"]);
    expect((await client.twoFactor.enable({ method: "otp" })).error?.code).toBe("OTP_NOT_ENABLED");
  });

  test("a proof of the password in a session says so, and no list of accounts shows it", async () => {
    fixture = open({ config: { emailAndPassword: { enabled: true, revokeSessionsOnPasswordReset: false } } });
    await fixture.auth.api.createUser({ email, name: "Ada", username: "ada", password, emailVerified: true });
    const { client } = await fixture.begin(email);
    await reset();
    expect((await client.stepUp.password({ password: newPassword })).error).toBe(null);
    expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,mail" });
    expect((await client.listAccounts()).data).toMatchObject([{ providerId: "credential", scopes: [] }]);
  });

  test("texted codes are another device", async () => {
    fixture = open({ options: { otp: { sendText: async () => {} } } });
    await withSentCodes();
    await reset();
    expect((await signIn()).methods).toEqual(["otp", "backup-code"]);
  });

  test("passwords from before this version go on", async () => {
    await withSentCodes();
    const [account] = await fixture.db.list(accountModel, {}, { orderBy: "id", limit: 10 });
    expect(account?.scope).toBe(null);
    expect((await signIn(password)).methods).toEqual(["otp", "backup-code"]);
  });
});
