import { userModel, verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import { twoFactorModel } from "../src/models.js";
import { type Fixture, open, password } from "./fixture.ts";

/** How a recovery ends: by a new factor, in a session or in a pending sign-in. */

let fixture: Fixture;
let ada: Awaited<ReturnType<Fixture["enrol"]>>;
beforeEach(async () => {
  fixture = open({
    options: { recovery: { delaySeconds: 3600 } },
    config: { user: { deleteUser: { enabled: true, confirmByMail: false } } },
  });
  ada = await fixture.enrol("ada");
  await fixture.db.update(userModel, ada.user.id, { emailVerified: true });
});

type Client = Fixture["client"];
const secretIn = (data: { readonly totpURI?: string | undefined } | null): string =>
  new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";

async function codeSent({ twoFactor }: Client): Promise<string> {
  expect((await twoFactor.sendOtp()).error).toBe(null);
  return (await fixture.mailbox.waitFor(ada.email, { kind: "two-factor.code" })).code;
}

/** A session after a sign-in with a backup code. */
async function recovered(index = 0): Promise<Client> {
  const { client } = await fixture.begin(ada.email);
  expect((await client.twoFactor.verifyBackupCode({ code: ada.backupCodes[index] ?? "" })).error).toBe(null);
  return client;
}

const errorOf = async ({ updateUser }: Client) => (await updateUser({ name: "Ada L." })).error?.code;

describe("sent codes that are enrolled after a recovery", () => {
  test("replace the lost app, and the first right code makes the session an ordinary one", async () => {
    const client = await recovered();
    const { data } = await client.twoFactor.enable({ password, method: "otp" });
    expect(data?.backupCodes).toHaveLength(10);
    expect(await errorOf(client)).toBe("STEP_UP_REQUIRED");
    expect((await client.twoFactor.verifyOtp({ code: "00000000" })).error?.code).toBe("INVALID_CODE");
    expect(await errorOf(client)).toBe("STEP_UP_REQUIRED");
    expect((await client.twoFactor.verifyOtp({ code: await codeSent(client) })).error).toBe(null);
    expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,mfa,otp" });
    expect(await errorOf(client)).toBe(undefined);

    const thief = await fixture.begin(ada.email);
    expect(thief.data).toMatchObject({ twoFactorMethods: ["otp", "backup-code"] });
    const answer = await thief.client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret) });
    expect(answer.error?.code).toBe("TOTP_NOT_ENABLED");
  });

  test("also after the factors were removed by the wait", async () => {
    await (await fixture.begin(ada.email)).client.twoFactor.startRecovery();
    fixture.clock.forward({ hours: 1 });
    const { client } = await fixture.begin(ada.email);
    await client.twoFactor.finishRecovery();
    await client.twoFactor.enable({ password, method: "otp" });
    expect((await client.twoFactor.verifyOtp({ code: await codeSent(client) })).error).toBe(null);
    expect(await errorOf(client)).toBe(undefined);
  });

  test("differ from those of before: a code of the old ones leaves the session as it is", async () => {
    await ada.client.twoFactor.enable({ password, method: "otp" });
    const { backupCodes = [] } = (await ada.client.twoFactor.generateBackupCodes({})).data ?? {};
    fixture.clock.forward({ seconds: 1 });
    const { client } = await fixture.begin(ada.email);
    await client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" });
    expect((await client.twoFactor.verifyOtp({ code: await codeSent(client) })).error).toBe(null);
    expect(await errorOf(client)).toBe("STEP_UP_REQUIRED");
  });
});

test("a factor that is enrolled in the pending sign-in of a finished recovery opens an ordinary session", async () => {
  const rule = { isRequired: false };
  fixture = open({ options: { recovery: { delaySeconds: 3600 }, require: () => rule.isRequired } });
  ada = await fixture.enrol("ada");
  rule.isRequired = true;
  await (await fixture.begin(ada.email)).client.twoFactor.startRecovery();
  fixture.clock.forward({ hours: 1 });
  const { client } = await fixture.begin(ada.email);
  expect((await client.twoFactor.finishRecovery()).data).toMatchObject({ twoFactorMethods: ["enroll"] });
  const secret = secretIn((await client.twoFactor.enable({})).data);
  expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
  expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,otp,mfa" });
  expect(await errorOf(client)).toBe(undefined);
});

describe("a recovery that waits", () => {
  const ends: readonly [string, () => Promise<unknown>][] = [
    ["the factor is disabled", () => ada.client.twoFactor.disable({})],
    ["the factors are reset", () => fixture.auth.api.resetTwoFactor({ userId: ada.user.id })],
    ["sent codes are enabled", () => ada.client.twoFactor.enable({ password, method: "otp" })],
    [
      "the app is replaced after a backup code",
      async () => {
        const client = await recovered();
        const secret = secretIn((await client.twoFactor.enable({ password })).data);
        expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
      },
    ],
    [
      "a secret is taken over",
      () => fixture.auth.api.importTotp({ userId: ada.user.id, secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" }),
    ],
  ];

  test.each(ends)("ends when %s: it removes no factor that is newer", async (_, end) => {
    await (await fixture.begin(ada.email)).client.twoFactor.startRecovery();
    await ada.client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret) });
    await end();
    await fixture.auth.idle();
    expect(fixture.events).toContainEqual({ type: "two-factor.recovery-stopped", userId: ada.user.id });
    const enabled = (await fixture.userOf(ada.user.id)) as { readonly twoFactorEnabled?: boolean } | null;
    if (!enabled?.twoFactorEnabled) await enrolAgain();
    fixture.clock.forward({ hours: 1 });
    const { client } = await fixture.begin(ada.email);
    expect((await client.twoFactor.finishRecovery()).error?.code).toBe("RECOVERY_NOT_STARTED");
    expect(await fixture.db.find(twoFactorModel, { userId: ada.user.id })).not.toBe(null);
  });

  async function enrolAgain(): Promise<void> {
    const { client } = await fixture.begin(ada.email);
    const secret = secretIn((await client.twoFactor.enable({ password })).data);
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
  }

  test("is finished once, without a word that it was stopped", async () => {
    await (await fixture.begin(ada.email)).client.twoFactor.startRecovery();
    fixture.clock.forward({ hours: 1 });
    const { client } = await fixture.begin(ada.email);
    expect((await client.twoFactor.finishRecovery()).error).toBe(null);
    await fixture.auth.idle();
    expect(fixture.events.map(({ type }) => type)).not.toContain("two-factor.recovery-stopped");
  });

  test("leaves no row of a user who is deleted", async () => {
    await (await fixture.begin(ada.email)).client.twoFactor.startRecovery();
    const identifier = verificationIdentifier("two-factor-recovery", ada.user.id);
    const row = () => fixture.db.find(verificationModel, { identifier });
    expect(await row()).not.toBe(null);
    await ada.client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret) });
    expect((await ada.client.deleteUser({ password })).error).toBe(null);
    expect(await row()).toBe(null);
  });
});
