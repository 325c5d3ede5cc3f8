import { beforeEach, describe, expect, test } from "vitest";
import { backupCodeModel, twoFactorModel } from "../src/models.js";
import { type Fixture, open, password } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

describe("enrolling an authenticator app", () => {
  test("answers the URI of the QR code and ten backup codes; nothing is asked before a code confirms it", async () => {
    const ada = await fixture.signUp("ada@example.com");
    const { data } = await ada.client.twoFactor.enable({ password });
    expect(data).toMatchObject({ method: "totp", totpURI: expect.stringMatching(/^otpauth:\/\/totp\//) });
    expect(data?.backupCodes).toHaveLength(10);
    expect(await fixture.userOf(ada.user.id)).toMatchObject({ twoFactorEnabled: false });
    expect((await fixture.begin("ada@example.com")).data).toMatchObject({ token: expect.any(String) });
    expect((await ada.client.twoFactor.status()).data).toMatchObject({ enabled: false, methods: [] });
  });

  test("is confirmed by a code: the session knows of the factor, gets a new token, and other sessions end", async () => {
    const { user } = await fixture.signUp("ada@example.com");
    const { client, browser } = await fixture.begin("ada@example.com");
    await fixture.begin("ada@example.com");
    expect(await fixture.sessionsOf(user.id)).toHaveLength(3);
    const { data } = await client.twoFactor.enable({ password });
    const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    const before = browser.cookies.get("__Host-keyhold.session_token");
    const confirmed = await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
    expect(confirmed.data).toMatchObject({ token: expect.any(String), user: { twoFactorEnabled: true } });
    expect(browser.cookies.get("__Host-keyhold.session_token")).not.toBe(before);
    const now = fixture.clock.now();
    expect(await fixture.sessionsOf(user.id)).toMatchObject([{ amr: "pwd,otp,mfa", authTime: now, factorTime: now }]);
    expect((await client.getSession()).data?.user).toMatchObject({ twoFactorEnabled: true });
    expect((await client.twoFactor.status()).data).toMatchObject({
      enabled: true,
      methods: ["totp", "backup-code"],
      backupCodesLeft: 10,
    });
  });

  test("tells the user by event and email, without a secret", async () => {
    const { user, secret, backupCodes } = await fixture.enrol("ada");
    await fixture.auth.idle();
    expect(fixture.events).toContainEqual({ type: "two-factor.enabled", userId: user.id, method: "totp" });
    const email = await fixture.mailbox.waitFor("ada@example.com", { kind: "two-factor.enabled" });
    expect(JSON.stringify([email, fixture.events, fixture.logged])).not.toContain(secret);
    expect(JSON.stringify([email, fixture.events])).not.toContain(backupCodes[0]);
  });

  test("the secret and the backup codes are not in the database as they are", async () => {
    const { user, secret, backupCodes } = await fixture.enrol("ada");
    const rows = [
      await fixture.db.find(twoFactorModel, { userId: user.id }),
      await fixture.db.list(backupCodeModel, { userId: user.id }, { orderBy: "id", limit: 100 }),
    ];
    for (const shown of [secret, ...backupCodes.map((code) => code.slice(5).replaceAll("-", ""))])
      expect(JSON.stringify(rows)).not.toContain(shown);
  });

  test("sixteen calls at once leave one row and one secret, the one that can be confirmed", async () => {
    const { client, user } = await fixture.signUp("ada@example.com");
    const answers = await Promise.all(Array.from({ length: 16 }, () => client.twoFactor.enable({ password })));
    expect(answers.map(({ error }) => error)).toEqual(Array(16).fill(null));
    expect(await fixture.db.list(twoFactorModel, { userId: user.id }, { orderBy: "id", limit: 100 })).toHaveLength(1);
    expect(await fixture.db.count(backupCodeModel, { userId: user.id })).toBe(10);
    const uri = (await client.twoFactor.getTotpUri({ password })).data?.totpURI ?? "";
    expect(answers.map(({ data }) => data?.totpURI)).toContain(uri);
    const code = fixture.codeAt(new URL(uri).searchParams.get("secret") ?? "");
    expect((await client.twoFactor.verifyTotp({ code })).error).toBe(null);
  });

  test.each([
    ["without the password", {}, "INVALID_PASSWORD"],
    ["with a wrong password", { password: "wrong" }, "INVALID_PASSWORD"],
  ])("is refused %s", async (_, input, code) => {
    const { client } = await fixture.signUp("ada@example.com");
    expect((await client.twoFactor.enable(input)).error).toMatchObject({ status: 400, code });
  });

  test("is refused without a session, and twice", async () => {
    const nobody = await fixture.visit().client.twoFactor.enable({ password });
    expect(nobody.error).toMatchObject({ status: 401, code: "INVALID_TWO_FACTOR_COOKIE" });
    const { client } = await fixture.enrol("ada");
    expect((await client.twoFactor.enable({ password })).error).toMatchObject({
      status: 400,
      code: "TOTP_ALREADY_ENABLED",
    });
  });

  test("shows the URI again until it is confirmed, never after", async () => {
    const { client } = await fixture.signUp("ada@example.com");
    expect((await client.twoFactor.getTotpUri({ password })).error?.code).toBe("TOTP_NOT_ENABLED");
    const { data } = await client.twoFactor.enable({ password });
    expect((await client.twoFactor.getTotpUri({ password })).data).toEqual({ totpURI: data?.totpURI });
    expect((await client.twoFactor.getTotpUri({ password: "wrong" })).error?.code).toBe("INVALID_PASSWORD");
    const enrolled = await fixture.enrol("bob");
    expect((await enrolled.client.twoFactor.getTotpUri({ password })).error).toMatchObject({
      status: 403,
      code: "SECRET_IS_SHOWN_ONCE",
    });
  });
});

describe("emailed codes", () => {
  test("are switched on for a verified address, at once, with backup codes", async () => {
    const { client, user } = await fixture.signUp("ada@example.com");
    expect((await client.twoFactor.enable({ password, method: "otp" })).error).toMatchObject({
      status: 403,
      code: "EMAIL_NOT_VERIFIED",
    });
    await fixture.auth.api.createUser({ email: "eve@example.com", name: "Eve", password, emailVerified: true });
    const eve = await fixture.begin("eve@example.com");
    const { data } = await eve.client.twoFactor.enable({ password, method: "otp" });
    expect(data).toEqual({ method: "otp", backupCodes: expect.any(Array) });
    expect(data?.backupCodes).toHaveLength(10);
    expect(await fixture.userOf(user.id)).toMatchObject({ twoFactorEnabled: false });
    expect((await fixture.begin("eve@example.com")).data).toEqual({
      twoFactorRedirect: true,
      twoFactorMethods: ["otp", "backup-code"],
    });
  });

  test("are refused where the app has switched them off", async () => {
    const { signUp } = open({ options: { otp: false } });
    const { client } = await signUp("ada@example.com");
    expect((await client.twoFactor.enable({ password, method: "otp" })).error).toMatchObject({
      status: 400,
      code: "OTP_NOT_CONFIGURED",
    });
  });
});

describe("changes of factors", () => {
  test("need a factor given in the last ten minutes; the password alone does not suffice", async () => {
    const { client } = await fixture.enrol("ada");
    fixture.clock.forward({ minutes: 10 });
    for (const call of [client.twoFactor.disable, client.twoFactor.generateBackupCodes])
      expect((await call({ password })).error).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
  });

  test("after a code, the factor is disabled: sign-ins ask for nothing, other sessions end", async () => {
    const { client, user, email, secret } = await fixture.enrol("ada");
    fixture.clock.forward({ minutes: 20 });
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    expect((await client.twoFactor.disable({ password: "wrong" })).error?.code).toBe("INVALID_PASSWORD");
    expect((await client.twoFactor.disable({ password })).data).toEqual({ status: true });
    expect((await fixture.begin(email)).data).toMatchObject({ token: expect.any(String) });
    expect(await fixture.db.count(backupCodeModel, { userId: user.id })).toBe(0);
    expect((await client.twoFactor.disable({ password })).error?.code).toBe("TWO_FACTOR_NOT_ENABLED");
    await fixture.mailbox.waitFor(email, { kind: "two-factor.disabled" });
  });

  test("new backup codes end the old ones", async () => {
    const { client, email, backupCodes } = await fixture.enrol("ada");
    const { data } = await client.twoFactor.generateBackupCodes({ password });
    expect(data?.backupCodes).toHaveLength(10);
    const first = await fixture.begin(email);
    expect((await first.client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" })).error?.code).toBe(
      "INVALID_BACKUP_CODE",
    );
    const answer = await first.client.twoFactor.verifyBackupCode({ code: data?.backupCodes[0] ?? "" });
    expect(answer.data).toMatchObject({ left: 9 });
    await fixture.mailbox.waitFor(email, { kind: "two-factor.backup-codes-renewed" });
  });

  test("an app resets a user's factors: sessions end, and the next sign-in asks for nothing", async () => {
    const { client, user, email } = await fixture.enrol("ada");
    expect(await fixture.auth.api.resetTwoFactor({ userId: user.id })).toEqual({ status: true });
    expect((await client.getSession()).data).toBe(null);
    expect((await fixture.begin(email)).data).toMatchObject({ token: expect.any(String) });
    await expect(fixture.auth.api.resetTwoFactor({ userId: "unknown" })).rejects.toMatchObject({
      code: "USER_NOT_FOUND",
    });
  });

  test("an app takes over the secret of another system", async () => {
    const { user } = await fixture.signUp("ada@example.com");
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    expect((await fixture.auth.api.importTotp({ userId: user.id, secret })).backupCodes).toHaveLength(10);
    const { client } = await fixture.begin("ada@example.com");
    const { code } = await fixture.auth.api.generateTotp({ secret });
    expect((await client.twoFactor.verifyTotp({ code })).error).toBe(null);
    expect(fixture.events).toContainEqual({ type: "two-factor.enabled", userId: user.id, method: "totp" });
    await expect(fixture.auth.api.importTotp({ userId: user.id, secret: "short" })).rejects.toMatchObject({
      code: "INVALID_SECRET",
    });
  });

  test("an app takes over a user with sent codes of another system, beside an authenticator app", async () => {
    const { user, client } = await fixture.signUp("ada@example.com");
    const { backupCodes } = await fixture.auth.api.importOtp({ userId: user.id });
    expect(backupCodes).toHaveLength(10);
    expect(fixture.events).toContainEqual({ type: "two-factor.enabled", userId: user.id, method: "otp" });
    await fixture.auth.idle();
    expect(fixture.mailbox.messages.map(({ kind }) => kind)).not.toContain("two-factor.enabled");
    expect((await client.getSession()).data).toBe(null);
    const first = await fixture.begin("ada@example.com");
    expect(first.data).toMatchObject({ twoFactorMethods: ["otp", "backup-code"] });
    expect((await first.client.twoFactor.sendOtp()).error).toBe(null);
    const { code } = await fixture.mailbox.waitFor("ada@example.com", { kind: "two-factor.code" });
    expect((await first.client.twoFactor.verifyOtp({ code })).error).toBe(null);
    await fixture.auth.api.importTotp({ userId: user.id, secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" });
    expect((await fixture.begin("ada@example.com")).data).toMatchObject({
      twoFactorMethods: ["totp", "otp", "backup-code"],
    });
    await expect(fixture.auth.api.importOtp({ userId: "unknown" })).rejects.toMatchObject({ code: "USER_NOT_FOUND" });
    const { auth } = open({ options: { otp: false } });
    await expect(auth.api.importOtp({ userId: user.id })).rejects.toMatchObject({ code: "OTP_NOT_CONFIGURED" });
  });
});
