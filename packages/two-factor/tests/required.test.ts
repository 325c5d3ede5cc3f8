import { linkIn } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { twoFactorModel } from "../src/models.js";
import { cookieNames, type Fixture, open } from "./fixture.ts";

/** Users who must have a second factor, and enrol in a pending sign-in. */

const email = "eve@example.com";
let sent: string[];
let rule: { isRequired: boolean };
let fixture: Fixture;
beforeEach(() => {
  sent = [];
  rule = { isRequired: false };
  fixture = open({
    options: { otp: { sendText: ({ code }) => void sent.push(code) }, require: () => rule.isRequired },
    config: { emailVerification: { autoSignIn: true, sendOnSignUp: true } },
  });
});

type Visit = ReturnType<Fixture["visit"]>;

/** Eve, in a session from before a factor was required, and a pending sign-in by the link of her email. */
async function begin() {
  const eve = await fixture.signUp(email);
  rule.isRequired = true;
  const pending = fixture.visit();
  const answer = await pending.browser.follow(linkIn(await fixture.mailbox.waitFor(email, { kind: "verify-email" })));
  expect(answer.status).toBeLessThan(400);
  expect(cookieNames(pending.browser)).toContain("two_factor");
  return { eve, pending };
}

const isSignedIn = async ({ client }: Visit): Promise<boolean> => (await client.getSession()).data !== null;

async function codeSent({ client }: Visit): Promise<string> {
  expect((await client.twoFactor.sendOtp()).error).toBe(null);
  await fixture.auth.idle();
  return sent.at(-1) ?? "";
}

describe("sent codes that are enrolled in a pending sign-in", () => {
  test("open nothing before a code was proven, which ends the other sessions and enables them", async () => {
    const { eve, pending } = await begin();
    const { data } = await pending.client.twoFactor.enable({ method: "otp" });
    expect(data?.backupCodes).toHaveLength(10);
    expect(await isSignedIn(pending)).toBe(false);
    expect(await fixture.userOf(eve.user.id)).not.toMatchObject({ twoFactorEnabled: true });
    expect((await pending.client.twoFactor.verifyOtp({ code: "12345" })).error?.code).toBe("INVALID_CODE");
    const code = await codeSent(pending);
    expect(await isSignedIn(eve)).toBe(true);

    const { data: verified } = await pending.client.twoFactor.verifyOtp({ code });
    expect(verified).toMatchObject({ token: expect.any(String), user: { twoFactorEnabled: true } });
    expect((await pending.client.getSession()).data?.session).toMatchObject({ amr: "mail,sms,mfa" });
    expect(await isSignedIn(eve)).toBe(false);
    expect(await fixture.sessionsOf(eve.user.id)).toHaveLength(1);
    await fixture.mailbox.waitFor(email, { kind: "two-factor.enabled" });
    expect((await fixture.begin(email)).data).toMatchObject({ twoFactorMethods: ["otp", "backup-code"] });
  });

  test("are asked to be enrolled again after a sign-in that was left before the code", async () => {
    const { pending } = await begin();
    await pending.client.twoFactor.enable({ method: "otp" });
    const other = await fixture.begin(email);
    expect(other.data).toMatchObject({ twoFactorMethods: ["enroll"] });
    expect((await other.client.twoFactor.enable({ method: "otp" })).error).toBe(null);
    expect((await other.client.twoFactor.verifyOtp({ code: await codeSent(other) })).error).toBe(null);
    expect(await isSignedIn(other)).toBe(true);
  });

  test("are forgotten when an authenticator app is enrolled in their place", async () => {
    const { pending } = await begin();
    await pending.client.twoFactor.enable({ method: "otp" });
    const code = await codeSent(pending);
    const { data } = await pending.client.twoFactor.enable({});
    expect((await pending.client.twoFactor.verifyOtp({ code })).error?.code).toBe("OTP_NOT_ENABLED");
    const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    expect((await pending.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    expect((await fixture.begin(email)).data).toMatchObject({ twoFactorMethods: ["totp", "backup-code"] });
  });

  test("are confirmed in no session, and in no sign-in of a user who need not enrol", async () => {
    const { eve, pending } = await begin();
    await pending.client.twoFactor.enable({ method: "otp" });
    const code = await codeSent(pending);
    rule.isRequired = false;
    expect((await pending.client.twoFactor.verifyOtp({ code })).error?.code).toBe("INVALID_CODE");
    expect((await eve.client.twoFactor.verifyOtp({ code: await codeSent(eve) })).error?.code).toBe("INVALID_CODE");
    expect(await fixture.userOf(eve.user.id)).not.toMatchObject({ twoFactorEnabled: true });
  });
});

test("emailed codes are not enrolled in a sign-in by email: nothing is written, and an app still can be", async () => {
  const byMail = open({
    options: { require: () => rule.isRequired },
    config: { emailVerification: { autoSignIn: true, sendOnSignUp: true } },
  });
  const { user } = await byMail.signUp(email);
  rule.isRequired = true;
  const { browser, client } = byMail.visit();
  await browser.follow(linkIn(await byMail.mailbox.waitFor(email, { kind: "verify-email" })));
  const refused = await client.twoFactor.enable({ method: "otp" });
  expect(refused.error).toMatchObject({ status: 400, code: "OTP_NOT_ENABLED" });
  expect(await byMail.db.find(twoFactorModel, { userId: user.id })).toBe(null);
  const { data } = await client.twoFactor.enable({});
  const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  expect((await client.twoFactor.verifyTotp({ code: byMail.codeAt(secret) })).error).toBe(null);
});

test.each(["totp", "otp"] as const)("a backup code confirms no factor of the method %s", async (method) => {
  const { eve, pending } = await begin();
  const { data } = await pending.client.twoFactor.enable({ method });
  const [code = ""] = data?.backupCodes ?? [];
  for (const disableSession of [true, false]) {
    const answer = await pending.client.twoFactor.verifyBackupCode({ code, disableSession });
    expect(answer.error).toMatchObject({ status: 401, code: "INVALID_BACKUP_CODE" });
  }
  expect(await isSignedIn(pending)).toBe(false);
  expect(await fixture.sessionsOf(eve.user.id)).toHaveLength(1);
  expect((await fixture.begin(email)).data).toMatchObject({ twoFactorMethods: ["enroll"] });
});
