import { createHmac } from "node:crypto";
import { randomText, sessionModel, userModel } from "@keyhold/core/plugin";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, readSecret, stepOf } from "../src/codes/totp.js";
import { password } from "./fixture.ts";

/*
 * better-auth, or a second app without this plugin, opens a session over the shared database by the password alone. The
 * row of the session knows of no proof.
 */

const email = "ada@example.com";
const secret = "a secret of the library before";
const continueFrom = { prefix: "better-auth", secret };
const need = { status: 403, code: "STEP_UP_REQUIRED", stepUp: { factors: 2 } };

function open({ asSecondFactor = false, isStillRunning = false } = {}) {
  return createTestAuth({
    plugins: [twoFactor(), passkey({ asSecondFactor })],
    clientPlugins: [twoFactorClient(), passkeyClient()],
    config: {
      cookies: { continueFrom: { ...continueFrom, isStillRunning } },
      user: { changeEmail: { enabled: true } },
      ...(isStillRunning && { emailAndPassword: { enabled: true, passwordHashing: undefined } }),
    },
  });
}

let fixture: ReturnType<typeof open>;
let ada: Awaited<ReturnType<typeof fixture.signUp>>;
beforeEach(async () => {
  fixture = open();
  ada = await fixture.signUp(email);
});

/** The session that another server opens now, in a new browser. */
async function signInElsewhere() {
  fixture.clock.forward({ seconds: 1 });
  const now = fixture.clock.now();
  const token = randomText(32);
  await fixture.db.insert(sessionModel, {
    userId: ada.user.id,
    token,
    expiresAt: new Date(now.getTime() + 86_400_000),
    createdAt: now,
    updatedAt: now,
    ipAddress: null,
    userAgent: null,
  });
  const visit = fixture.visit();
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  const value = encodeURIComponent(`${token}.${signature}`);
  visit.browser.cookies.accept([`__Secure-better-auth.session_token=${value}; Path=/; Secure; HttpOnly`]);
  expect((await visit.client.getSession()).data?.user.email).toBe(email);
  return visit;
}

type Visit = Awaited<ReturnType<typeof signInElsewhere>>;
const rename = async ({ client }: Pick<Visit, "client">) => (await client.updateUser({ name: "Ada" })).error;
const headersOf = ({ browser }: Pick<Visit, "browser">) => new Headers({ cookie: browser.cookies.header() ?? "" });

/** Enrols an authenticator app; answers a function for the present code, and the backup codes. */
async function enrolApp() {
  const { data } = await ada.client.twoFactor.enable({ password });
  const bytes = readSecret(new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "") ?? new Uint8Array();
  const codeNow = () => {
    fixture.clock.forward({ seconds: 30 });
    return codeOf(bytes, stepOf(fixture.clock.now()));
  };
  expect((await ada.client.twoFactor.verifyTotp({ code: codeNow() })).error).toBe(null);
  return { codeNow, backupCodes: data?.backupCodes ?? [] };
}

async function addPasskey() {
  const device = createAuthenticator();
  const { data: asked } = await ada.client.passkey.generateRegisterOptions();
  if (!asked) throw new Error("No options.");
  const { data } = await ada.client.passkey.verifyRegistration({ response: device.register(asked) });
  return { device, id: data?.id ?? "" };
}

const verifyAddress = () => fixture.db.update(userModel, ada.user.id, { emailVerified: true });

async function resetByEmail() {
  const { client } = fixture.visit();
  const sent = fixture.mailbox.waitFor(email, { kind: "reset-password" });
  await client.forgetPassword({ email });
  const newPassword = "another battery staple";
  expect((await client.resetPassword({ token: (await sent).token, newPassword })).error).toBe(null);
}

describe("a session that another server opens by the password, of a user with a second factor,", () => {
  test.each([false, true])(
    "acts only after the factor; the previous library still runs: %s",
    async (isStillRunning) => {
      fixture = open({ isStillRunning });
      ada = await fixture.signUp(email);
      const { codeNow } = await enrolApp();
      const elsewhere = await signInElsewhere();
      expect(await rename(elsewhere)).toMatchObject({ ...need, stepUp: { methods: ["totp", "backup-code"] } });
      expect(await fixture.auth.session(headersOf(elsewhere))).toBe(null);
      expect((await elsewhere.client.listSessions()).error).toMatchObject(need);
      expect((await elsewhere.client.stepUp.totp({ code: codeNow() })).error).toBe(null);
      expect(await rename(elsewhere)).toBe(null);
      expect(await fixture.auth.session(headersOf(elsewhere))).toMatchObject({ user: { email } });
    },
  );

  test("enrols anew after a backup code, and acts after a code that the calls of sign-ins take", async () => {
    const { codeNow, backupCodes } = await enrolApp();
    const first = await signInElsewhere();
    let second = await signInElsewhere();
    expect((await first.client.stepUp.backupCode({ code: backupCodes[0] ?? "" })).error).toBe(null);
    // As after a sign-in with a backup code.
    expect(await rename(first)).toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect((await first.client.getSession()).data?.session).toMatchObject({ amr: "recovery,mfa" });
    expect((await first.client.twoFactor.generateBackupCodes({ password })).error).toBe(null);
    second = await signInElsewhere();
    expect((await second.client.twoFactor.verifyTotp({ code: codeNow() })).error).toBe(null);
    expect(await rename(second)).toBe(null);
  });

  test("is not lifted by the password", async () => {
    await enrolApp();
    const elsewhere = await signInElsewhere();
    expect((await elsewhere.client.stepUp.password({ password })).error).toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect(await rename(elsewhere)).toMatchObject(need);
    expect((await elsewhere.client.twoFactor.enable({ password })).error).toMatchObject({
      code: "TOTP_ALREADY_ENABLED",
    });
    expect((await elsewhere.client.twoFactor.disable({ password })).error).toMatchObject(need);
  });

  test.each([
    ["the user has chosen", false],
    ["was set by email", true],
  ])("with a password that %s: the mailbox is proven once, at most", async (_, isByMail) => {
    await verifyAddress();
    expect((await ada.client.twoFactor.enable({ password, method: "otp" })).error).toBe(null);
    if (isByMail) await resetByEmail();
    const elsewhere = await signInElsewhere();
    expect(await rename(elsewhere)).toMatchObject({
      ...need,
      stepUp: { methods: isByMail ? ["backup-code"] : ["otp", "backup-code"] },
    });
    const { error } = await elsewhere.client.stepUp.sendOtp();
    expect(error?.code ?? null).toBe(isByMail ? "OTP_NOT_ENABLED" : null);
    if (isByMail) return;
    const { code } = await fixture.mailbox.waitFor(email, { kind: "two-factor.code" });
    expect((await elsewhere.client.stepUp.otp({ code })).error).toBe(null);
    expect(await rename(elsewhere)).toBe(null);
  });

  test("goes on if another server has the factor: only this server's factors are asked for here", async () => {
    await fixture.auth.api.importOtp({ userId: ada.user.id });
    await fixture.auth.api.resetTwoFactor({ userId: ada.user.id });
    const elsewhere = await signInElsewhere();
    expect(await rename(elsewhere)).toBe(null);
  });
});

test("a session that the user has kept at the enrolment goes on", async () => {
  const kept = await signInElsewhere();
  fixture.clock.forward({ seconds: 1 });
  const { data } = await ada.client.twoFactor.enable({ password });
  const bytes = readSecret(new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "") ?? new Uint8Array();
  const code = codeOf(bytes, stepOf(fixture.clock.now()));
  await ada.client.twoFactor.verifyTotp({ code, revokeOtherSessions: false });
  expect(await rename(kept)).toBe(null);
});

describe("with passkeys as a second factor", () => {
  beforeEach(async () => {
    fixture = open({ asSecondFactor: true });
    ada = await fixture.signUp(email);
  });

  test("the session acts only after the passkey", async () => {
    const { device } = await addPasskey();
    expect(await rename(ada)).toBe(null);
    const elsewhere = await signInElsewhere();
    expect(await rename(elsewhere)).toMatchObject({ ...need, stepUp: { methods: ["passkey"] } });
    expect((await elsewhere.client.stepUp.password({ password })).error).toMatchObject({ code: "STEP_UP_REQUIRED" });
    const { data } = await elsewhere.client.stepUp.passkeyOptions();
    if (!data) throw new Error("No options.");
    expect((await elsewhere.client.stepUp.passkey({ response: device.authenticate(data) })).error).toBe(null);
    expect(await rename(elsewhere)).toBe(null);
  });

  test("the session ends when its restriction would: the user replaces the passkey", async () => {
    const former = await addPasskey();
    const elsewhere = await signInElsewhere();
    expect(await rename(elsewhere)).toMatchObject(need);
    const factor = await ada.client.stepUp.passkeyOptions();
    if (!factor.data) throw new Error("No options.");
    await ada.client.stepUp.passkey({ response: former.device.authenticate(factor.data) });
    await addPasskey();
    expect(await rename(elsewhere)).toMatchObject(need);
    expect((await ada.client.passkey.deletePasskey({ id: former.id })).error).toBe(null);
    expect(await rename(elsewhere)).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await rename(ada)).toBe(null);
  });
});
