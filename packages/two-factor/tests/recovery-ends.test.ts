import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { beforeEach, describe, expect, test } from "vitest";
import { type Fixture, open, password } from "./fixture.ts";

/** What ends a running recovery, who may start one, and what follows. */

const options = { recovery: { delaySeconds: 259_200 } };
const newPassword = "another battery staple";
let fixture: Fixture;
let ada: Awaited<ReturnType<Fixture["enrol"]>>;
beforeEach(async () => {
  fixture = open({ options });
  ada = await fixture.enrol("ada");
  await fixture.verify(ada.user.id);
});

/** An attacker with the password starts a recovery. */
async function start() {
  const { client } = await fixture.begin(ada.email);
  const { data, error } = await client.twoFactor.startRecovery();
  expect(error).toBe(null);
  return data?.endsAt;
}

/** The attacker comes back after the wait. */
async function finish(using = password) {
  fixture.clock.forward({ days: 3 });
  const { client } = fixture.visit();
  await client.signIn.email({ email: ada.email, password: using });
  return (await client.twoFactor.finishRecovery()).error?.code ?? null;
}

const running = async () => (await ada.client.twoFactor.status()).data?.recoveryEndsAt;

async function resetByEmail() {
  const { client } = fixture.visit();
  await client.forgetPassword({ email: ada.email, redirectTo: "/new" });
  const { token } = await fixture.mailbox.waitFor(ada.email, { kind: "reset-password" });
  expect((await client.resetPassword({ token, newPassword })).error).toBe(null);
}

describe("a running recovery is ended by", () => {
  test.each<[string, () => Promise<unknown>, string?]>([
    [
      "a code of the app at a sign-in",
      async () => (await fixture.begin(ada.email)).client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret) }),
    ],
    ["a code of the app in a session", () => ada.client.stepUp.totp({ code: fixture.codeAt(ada.secret) })],
    [
      "a backup code",
      async () =>
        (await fixture.begin(ada.email)).client.twoFactor.verifyBackupCode({ code: ada.backupCodes[0] ?? "" }),
    ],
    [
      "a backup code that opens no session",
      async () => {
        const { client } = await fixture.begin(ada.email);
        return client.twoFactor.verifyBackupCode({ code: ada.backupCodes[0] ?? "", disableSession: true });
      },
    ],
    ["new backup codes", () => ada.client.twoFactor.generateBackupCodes({})],
    ["a new password", () => ada.client.changePassword({ currentPassword: password, newPassword }), newPassword],
    ["a sign-out everywhere", () => ada.client.revokeSessions()],
  ])("%s", async (_, act, using) => {
    await ada.client.stepUp.totp({ code: fixture.codeAt(ada.secret) });
    fixture.clock.forward({ seconds: 60 });
    const endsAt = await start();
    expect(await running()).toEqual(endsAt);
    expect((await fixture.begin(ada.email)).data).toMatchObject({ recoveryEndsAt: endsAt });
    expect(await act()).toMatchObject({ error: null });
    expect(fixture.events.filter(({ type }) => type === "two-factor.recovery-stopped")).toHaveLength(1);
    expect(await finish(using)).toBe("RECOVERY_NOT_STARTED");
  });

  test("not by a wrong code, nor by the password alone", async () => {
    await start();
    const { client } = await fixture.begin(ada.email);
    await client.twoFactor.verifyTotp({ code: "000000" });
    await ada.client.stepUp.password({ password });
    expect(await finish()).toBe(null);
  });

  test("and by a passkey that verifies the user", async () => {
    const world = createTestAuth({
      plugins: [twoFactor(options), passkey()],
      clientPlugins: [twoFactorClient(), passkeyClient()],
    });
    const person = await world.signUp("ada@example.com", { password });
    const device = createAuthenticator({ verifies: true });
    const created = (await person.client.passkey.generateRegisterOptions()).data;
    if (!created) throw new Error("No options of a registration.");
    expect((await person.client.passkey.verifyRegistration({ response: device.register(created) })).error).toBe(null);
    const { totpURI = "" } = (await person.client.twoFactor.enable({ password })).data ?? {};
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    const { code } = await world.auth.api.generateTotp({ secret });
    expect((await person.client.twoFactor.verifyTotp({ code })).error).toBe(null);
    const pending = world.visit();
    await pending.client.signIn.email({ email: "ada@example.com", password });
    expect((await pending.client.twoFactor.startRecovery()).error).toBe(null);
    const asked = (await person.client.stepUp.passkeyOptions({})).data;
    if (!asked) throw new Error("No options of a proof.");
    expect((await person.client.stepUp.passkey({ response: device.authenticate(asked) })).error).toBe(null);
    expect((await person.client.twoFactor.status()).data?.recoveryEndsAt).toBe(null);
  });
});

describe("the mailbox alone", () => {
  test("starts no recovery after a reset of the password, and finishes none", async () => {
    await start();
    await resetByEmail();
    expect(await finish(newPassword)).toBe("RECOVERY_NOT_ALLOWED");
    const { client } = fixture.visit();
    await client.signIn.email({ email: ada.email, password: newPassword });
    expect((await client.twoFactor.startRecovery()).error).toMatchObject({ status: 403, code: "RECOVERY_NOT_ALLOWED" });
  });
});

describe("the emails of a recovery", () => {
  const emails = (kind: string) => fixture.mailbox.messages.filter((email) => email.kind === kind);

  test("come a second time the day before its end, once, and both links stop it", async () => {
    await start();
    const first = await fixture.mailbox.waitFor(ada.email, { kind: "two-factor.recovery-started" });
    fixture.clock.forward({ hours: 47 });
    await fixture.auth.api.removeExpired();
    expect(emails("two-factor.recovery-due")).toEqual([]);
    fixture.clock.forward({ hours: 2 });
    await Promise.all(Array.from({ length: 4 }, () => fixture.auth.api.removeExpired()));
    await fixture.auth.idle();
    expect(emails("two-factor.recovery-due")).toHaveLength(1);
    const { token } = await fixture.mailbox.waitFor(ada.email, { kind: "two-factor.recovery-due" });
    for (const one of [first.token, token]) {
      const { client } = fixture.visit();
      expect((await client.twoFactor.stopRecovery({ token: one })).error?.code ?? null).toBe(
        one === first.token ? null : "INVALID_TOKEN",
      );
    }
  });

  test("are not sent for one that has ended", async () => {
    await start();
    await ada.client.twoFactor.stopRecovery({});
    fixture.clock.forward({ hours: 49 });
    await fixture.auth.api.removeExpired();
    await fixture.auth.idle();
    expect(emails("two-factor.recovery-due")).toEqual([]);
  });

  test("are three in 15 minutes at most: beyond that no recovery is started", async () => {
    fixture = open({ options, config: { rateLimit: { enabled: true } } });
    ada = await fixture.enrol("ada");
    const codes: (string | null)[] = [];
    for (let number = 0; number < 5; number += 1) {
      const { client } = await fixture.begin(ada.email);
      codes.push((await client.twoFactor.startRecovery()).error?.code ?? null);
      await ada.client.twoFactor.stopRecovery({});
      fixture.clock.forward({ minutes: 1 });
    }
    expect(codes).toEqual([null, null, null, "TOO_MANY_ATTEMPTS", "TOO_MANY_ATTEMPTS"]);
    await fixture.auth.idle();
    expect(emails("two-factor.recovery-started")).toHaveLength(3);
  });
});

describe("after a recovery", () => {
  test("each sign-in asks to enrol, until a factor is confirmed", async () => {
    await start();
    expect(await finish()).toBe(null);
    for (let number = 0; number < 2; number += 1)
      expect((await fixture.begin(ada.email)).data).toEqual({
        twoFactorRedirect: true,
        twoFactorMethods: ["enroll"],
      });
    const { client } = await fixture.begin(ada.email);
    const { totpURI = "" } = (await client.twoFactor.enable({})).data ?? {};
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    expect((await fixture.begin(ada.email)).data).toMatchObject({ twoFactorMethods: ["totp", "backup-code"] });
    await fixture.auth.api.resetTwoFactor({ userId: ada.user.id });
    expect((await fixture.begin(ada.email)).data).toMatchObject({ token: expect.any(String) });
  });

  test("a reset by the support of the app lifts it", async () => {
    await start();
    expect(await finish()).toBe(null);
    await fixture.auth.api.resetTwoFactor({ userId: ada.user.id });
    expect((await fixture.begin(ada.email)).data).toMatchObject({ token: expect.any(String) });
  });
});
