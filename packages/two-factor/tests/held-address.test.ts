import { userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { beforeEach, expect, test } from "vitest";
import { type Fixture, open, password } from "./fixture.ts";

/** Second factors of a user who has changed the address, and not confirmed the new address (decision 0077). */

const typo = "ann@exmaple.com";
const old = "ann@example.com";

let fixture: Fixture;

beforeEach(() => {
  fixture = open({ options: { otp: true }, config: { user: { changeEmail: { enabled: true } } } });
});

async function change({ client, browser }: Pick<Awaited<ReturnType<Fixture["enrol"]>>, "client" | "browser">) {
  fixture.clock.forward({ seconds: 2 });
  const { error } = await client.changeEmail({ newEmail: typo });
  expect(error).toBe(null);
  await browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "confirm-email-change" })));
  expect(await fixture.db.exists(userModel, { email: typo })).toBe(true);
  fixture.clock.forward({ seconds: 2 });
}

async function undo(): Promise<void> {
  await fixture.visit().browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "email-changed" })));
  expect(await fixture.db.exists(userModel, { email: old, emailVerified: true })).toBe(true);
}

test("a factor from before the change is asked after the undo, and the undo opens no session", async () => {
  const ann = await fixture.enrol("ann");
  await fixture.verify(ann.user.id);
  await change(ann);
  await undo();
  expect((await ann.client.getSession()).data).toBe(null);
  const { data } = await fixture.begin(old);
  expect(data).toMatchObject({ twoFactorRedirect: true });
});

test("a factor that was enrolled since the change ends by the undo", async () => {
  const ann = await fixture.signUp(old, { name: "Ann", password });
  await fixture.verify(ann.user.id);
  await change(ann);
  const { data } = await ann.client.twoFactor.enable({ password });
  const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  expect((await ann.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
  await undo();
  const visit = await fixture.begin(old);
  expect(visit.data).not.toHaveProperty("twoFactorRedirect");
  expect((await visit.client.getSession()).data?.user).toMatchObject({ email: old, twoFactorEnabled: false });
});

test.each([
  ["an authenticator app", "totp"],
  ["emailed codes", "otp"],
] as const)("%s beside an earlier factor, added since the change, ends by the undo", async (_, added) => {
  const ann = added === "otp" ? await fixture.enrol("ann") : await fixture.signUp(old, { name: "Ann", password });
  await fixture.verify(ann.user.id);
  if (added === "totp") {
    expect((await ann.client.twoFactor.enable({ password, method: "otp" })).error).toBe(null);
    await ann.client.stepUp.sendOtp();
    const { code } = await fixture.mailbox.waitFor(old, { kind: "two-factor.code" });
    expect((await ann.client.stepUp.otp({ code })).error).toBe(null);
  }
  await change(ann);
  await ann.browser.follow(linkIn(await fixture.mailbox.waitFor(typo)));
  const { data, error } = await ann.client.twoFactor.enable({ password, method: added });
  expect(error).toBe(null);
  if (data?.method === "totp") {
    const secret = new URL(data.totpURI).searchParams.get("secret") ?? "";
    expect((await ann.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
  }
  expect((await fixture.begin(typo)).data).toMatchObject({ twoFactorMethods: ["totp", "otp", "backup-code"] });
  await undo();
  // The backup codes belong to the added factor.
  expect((await fixture.begin(old)).data).toMatchObject({ twoFactorMethods: [added === "totp" ? "otp" : "totp"] });
});

test("backup codes that were made since the change end by the undo, and the app stays", async () => {
  const ann = await fixture.enrol("ann");
  await fixture.verify(ann.user.id);
  await change(ann);
  await ann.client.stepUp.totp({ code: fixture.codeAt(ann.secret) });
  const { data } = await ann.client.twoFactor.generateBackupCodes({ password });
  const [backupCode = ""] = data?.backupCodes ?? [];
  expect(backupCode).not.toBe("");
  await undo();
  const visit = await fixture.begin(old);
  expect((await visit.client.twoFactor.verifyBackupCode({ code: backupCode })).error?.status).toBe(401);
});

test("an emailed code goes to the held address, never to the one that is not confirmed", async () => {
  const ann = await fixture.signUp(old, { name: "Ann", password });
  await fixture.verify(ann.user.id);
  await ann.client.twoFactor.enable({ password, method: "otp" });
  await ann.client.stepUp.sendOtp();
  const own = await fixture.mailbox.waitFor(old, { kind: "two-factor.code" });
  // The line that phones read.
  expect(own.words.lastLine).toMatch(new RegExp(`^@[a-z.]+ #${own.code}$`));
  expect((await ann.client.stepUp.otp({ code: own.code })).error).toBe(null);
  fixture.mailbox.clear();
  await change(ann);
  await fixture.visit().browser.follow(linkIn(await fixture.mailbox.waitFor(typo)));
  const visit = await fixture.begin(typo);
  expect((await visit.client.twoFactor.sendOtp()).error).toBe(null);
  const { code } = await fixture.mailbox.waitFor(old, { kind: "two-factor.code" });
  expect(fixture.mailbox.lastTo(typo, "two-factor.code")).toBe(null);
  expect((await visit.client.twoFactor.verifyOtp({ code })).error).toBe(null);
});

test("who has the held address is told of a recovery, however long ago the change was", async () => {
  fixture = open({
    options: { recovery: { delaySeconds: 259_200 } },
    config: { user: { changeEmail: { enabled: true } } },
  });
  const ann = await fixture.enrol("ann");
  await fixture.verify(ann.user.id);
  await change(ann);
  fixture.clock.forward({ days: 8 });
  fixture.mailbox.clear();
  const visit = await fixture.begin(typo);
  expect((await visit.client.twoFactor.startRecovery()).error).toBe(null);
  await fixture.auth.idle();
  await fixture
    .visit()
    .browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "two-factor.recovery-started" })));
  const { data } = await fixture.begin(old);
  expect(data).not.toHaveProperty("recoveryEndsAt");
});

test("who has the held address is told of a change of the factors, however long ago the change of address was", async () => {
  const ann = await fixture.enrol("ann");
  await fixture.verify(ann.user.id);
  await change(ann);
  fixture.clock.forward({ days: 8 });
  fixture.mailbox.clear();
  const visit = await fixture.begin(typo);
  expect((await visit.client.twoFactor.verifyTotp({ code: fixture.codeAt(ann.secret) })).error).toBe(null);
  expect((await visit.client.twoFactor.generateBackupCodes({ password })).error).toBe(null);
  for (const address of [old, typo])
    await fixture.mailbox.waitFor(address, { kind: "two-factor.backup-codes-renewed" });
});
