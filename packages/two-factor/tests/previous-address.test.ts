import { verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import type { NoticeKind } from "../src/emails.js";
import { type Fixture, open, password } from "./fixture.ts";

const before = "ada@example.com";
const after = "ada@new.example";

let fixture: Fixture;
let ada: Awaited<ReturnType<typeof enrolled>>;
beforeEach(async () => {
  fixture = open({
    config: {
      session: { expiresInSeconds: 30 * 86_400 },
      user: { changeEmail: { enabled: true }, deleteUser: { enabled: true, confirmByMail: false } },
    },
    options: { recovery: { delaySeconds: 259_200 } },
  });
  ada = await enrolled();
});

/** A user with a verified address and an authenticator app, signed in. */
async function enrolled(email = before, emailVerified = true) {
  await fixture.auth.api.createUser({ email, name: "Ada", password, emailVerified });
  const visit = await fixture.begin(email);
  const { data } = await visit.client.twoFactor.enable({ password });
  const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  await visit.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
  const id = (await visit.client.getSession()).data?.user.id ?? "";
  fixture.clock.forward({ seconds: 30 });
  await fixture.auth.idle();
  fixture.mailbox.clear();
  return { ...visit, id, secret, backupCodes: data?.backupCodes ?? [] };
}

/** Changes the address: the present mailbox confirms the change, and the new mailbox verifies it. */
async function changeTo(newEmail: string, present = before): Promise<void> {
  expect((await ada.client.changeEmail({ newEmail })).error).toBe(null);
  const { token } = await fixture.mailbox.waitFor(present, { kind: "confirm-email-change" });
  expect((await ada.client.verifyEmail({ token })).error).toBe(null);
  const proof = await fixture.mailbox.waitFor(newEmail, { kind: "verify-email" });
  expect((await ada.client.verifyEmail({ token: proof.token })).error).toBe(null);
  expect((await fixture.userOf(ada.id))?.email).toBe(newEmail);
}

/** The addresses that have been sent an email of a kind, since the last call. */
async function told(kind: NoticeKind | "two-factor.recovery-started" | "two-factor.code"): Promise<readonly string[]> {
  await fixture.auth.idle();
  const sent = fixture.mailbox.messages.filter((message) => message.kind === kind).map(({ to }) => to);
  fixture.mailbox.clear();
  return sent.toSorted();
}

const useBackupCode = async (index: number): Promise<void> => {
  expect((await ada.client.twoFactor.verifyBackupCode({ code: ada.backupCodes[index] ?? "" })).error).toBe(null);
};

describe("a change of the factors after a change of the address", () => {
  beforeEach(() => changeTo(after));

  test.each<[NoticeKind, () => Promise<unknown>]>([
    ["two-factor.backup-code-used", () => useBackupCode(0)],
    ["two-factor.backup-codes-renewed", () => ada.client.twoFactor.generateBackupCodes({ password })],
    ["two-factor.disabled", () => ada.client.twoFactor.disable({ password })],
    ["two-factor.enabled", () => ada.client.twoFactor.enable({ password, method: "otp" })],
    ["two-factor.reset", () => fixture.auth.api.resetTwoFactor({ userId: ada.id })],
    [
      "two-factor.device-trusted",
      () => ada.client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret), trustDevice: true }),
    ],
  ])("%s is told at both addresses", async (kind, change) => {
    await change();
    expect(await told(kind)).toEqual([before, after]);
  });

  test("is told at both for seven days, then at the new one only", async () => {
    fixture.clock.forward({ days: 7, seconds: -1 });
    await useBackupCode(0);
    expect(await told("two-factor.backup-code-used")).toEqual([before, after]);
    fixture.clock.forward({ seconds: 1 });
    await useBackupCode(1);
    expect(await told("two-factor.backup-code-used")).toEqual([after]);
  });

  test("an emailed code goes to the new address only", async () => {
    await ada.client.twoFactor.enable({ password, method: "otp" });
    await ada.client.twoFactor.sendOtp();
    expect(await told("two-factor.code")).toEqual([after]);
  });

  test("the link of the recovery works from the mailbox of the previous address", async () => {
    const { client } = await fixture.begin(after);
    await client.twoFactor.startRecovery();
    const email = await fixture.mailbox.waitFor(before, { kind: "two-factor.recovery-started" });
    expect(await told("two-factor.recovery-started")).toEqual([before, after]);
    expect((await fixture.visit().browser.follow(linkIn(email))).status).toBe(200);
    fixture.clock.forward({ days: 3 });
    const again = await fixture.begin(after);
    expect((await again.client.twoFactor.finishRecovery()).error?.code).toBe("RECOVERY_NOT_STARTED");
  });

  test("is told at each address of a week, and once where the user returned to one", async () => {
    await changeTo("ada@third.example", after);
    await useBackupCode(0);
    expect(await told("two-factor.backup-code-used")).toEqual([before, after, "ada@third.example"]);
    await changeTo(before, "ada@third.example");
    await useBackupCode(1);
    expect(await told("two-factor.backup-code-used")).toEqual([before, after, "ada@third.example"]);
  });

  test("many changes do not push the first address out", async () => {
    let present = after;
    for (let change = 0; change < 8; change += 1) {
      const next = `eve${change}@example.com`;
      await changeTo(next, present);
      present = next;
    }
    await useBackupCode(0);
    expect(await told("two-factor.backup-code-used")).toContain(before);
  });
});

describe("an address that does not change in the end", () => {
  test("is told once", async () => {
    await ada.client.changeEmail({ newEmail: after });
    await useBackupCode(0);
    expect(await told("two-factor.backup-code-used")).toEqual([before]);
  });

  test("leaves the addresses of earlier changes", async () => {
    await changeTo(after);
    fixture.clock.forward({ hours: 1 });
    await ada.client.changeEmail({ newEmail: "ada@third.example" });
    await useBackupCode(0);
    expect(await told("two-factor.backup-code-used")).toEqual([before, after]);
  });
});

test("an address that was never verified is not told", async () => {
  ada = await enrolled("bob@example.com", false);
  expect((await ada.client.changeEmail({ newEmail: "bob@new.example" })).error).toBe(null);
  await useBackupCode(0);
  expect(await told("two-factor.backup-code-used")).toEqual(["bob@new.example"]);
});

test("the addresses of a deleted user are forgotten", async () => {
  await changeTo(after);
  const identifier = verificationIdentifier("two-factor-previous-addresses", ada.id);
  const kept = () => fixture.db.find(verificationModel, { identifier });
  expect((await kept())?.value).toContain(before);
  expect((await ada.client.deleteUser({ password })).error).toBe(null);
  expect(await kept()).toBe(null);
});

test("an undone change of the address ends the emails to the addresses since", async () => {
  await changeTo(after);
  const undo = linkIn(await fixture.mailbox.waitFor(before, { kind: "email-changed" }));
  fixture.clock.forward({ minutes: 1 });
  await changeTo("ada@third.example", after);
  expect((await fixture.visit().browser.follow(undo)).status).toBe(200);
  expect((await fixture.userOf(ada.id))?.email).toBe(before);
  await fixture.auth.idle();
  fixture.mailbox.clear();
  expect((await fixture.begin(before)).data).toMatchObject({ twoFactorRedirect: true });
  const { client } = await fixture.begin(before);
  expect((await client.twoFactor.startRecovery()).error).toBe(null);
  expect(await told("two-factor.recovery-started")).toEqual([before]);
});

test("an undone change of the address leaves the address of an earlier change", async () => {
  await changeTo(after);
  fixture.clock.forward({ days: 1 });
  expect((await ada.client.stepUp.totp({ code: fixture.codeAt(ada.secret) })).error).toBe(null);
  await changeTo("ada@third.example", after);
  const undo = linkIn(await fixture.mailbox.waitFor(after, { kind: "email-changed" }));
  expect((await fixture.visit().browser.follow(undo)).status).toBe(200);
  await fixture.auth.idle();
  fixture.mailbox.clear();
  const { client } = await fixture.begin(after);
  expect((await client.twoFactor.startRecovery()).error).toBe(null);
  expect(await told("two-factor.recovery-started")).toEqual([before, after]);
});
