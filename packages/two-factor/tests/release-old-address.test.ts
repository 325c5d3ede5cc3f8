import { userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { type Fixture, open, password } from "./fixture.ts";

/** `changeEmail({ releaseOldAddress: true })`: an old mailbox that another person reads neither undoes nor reserves. */

const old = "ann@example.com";
const next = "ann@new.example";

type Enrolled = Awaited<ReturnType<Fixture["enrol"]>>;
type Switch = "confirmation" | "verification";

const openWith = (switchAt: Switch): Fixture =>
  open({ config: { user: { changeEmail: { enabled: true, switchAt } }, emailVerification: { sendOnSignUp: false } } });

async function enrol(fixture: Fixture): Promise<Enrolled> {
  const ann = await fixture.enrol("ann");
  await fixture.verify(ann.user.id);
  return ann;
}

const ask = ({ client }: Pick<Enrolled, "client">, releaseOldAddress?: boolean) =>
  client.changeEmail({ newEmail: next, ...(releaseOldAddress !== undefined && { releaseOldAddress }) });

async function click(fixture: Fixture, { browser }: Pick<Enrolled, "browser">): Promise<void> {
  await browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "confirm-email-change" })));
  fixture.clock.forward({ seconds: 2 });
}

async function confirm(fixture: Fixture, { browser }: Pick<Enrolled, "browser">): Promise<void> {
  await browser.follow(linkIn(await fixture.mailbox.waitFor(next, { kind: "verify-email" })));
  expect(await fixture.db.exists(userModel, { email: next, emailVerified: true })).toBe(true);
}

/** Whether another person can sign up with the old address. */
async function isFree(fixture: Fixture): Promise<boolean> {
  const { client } = fixture.visit();
  const { error } = await client.signUp.email({ email: old, name: "Mallory", password });
  return error === null;
}

describe.each<Switch>(["confirmation", "verification"])('with switchAt: "%s"', (switchAt) => {
  test.each([
    [true, true],
    [false, false],
    [undefined, false],
  ])("releaseOldAddress: %s, after two factors: the old address is free: %s", async (releases, expected) => {
    const fixture = openWith(switchAt);
    const ann = await enrol(fixture);
    expect((await ask(ann, releases)).error).toBe(null);
    await click(fixture, ann);
    await confirm(fixture, ann);
    const told = fixture.mailbox.messages.find(({ kind }) => kind === "email-changed");
    if (told) await fixture.visit().browser.follow(linkIn(told));
    expect(await fixture.db.exists(userModel, { email: next })).toBe(expected);
    if (expected) expect(await isFree(fixture)).toBe(true);
  });

  test("needs a second factor of the last ten minutes: the session and the password do not suffice", async () => {
    const fixture = openWith(switchAt);
    const ann = await enrol(fixture);
    fixture.clock.forward({ minutes: 11 });
    await ann.client.stepUp.password({ password });
    const { error } = await ask(ann, true);
    expect([error?.code, error?.stepUp]).toEqual([
      "STEP_UP_REQUIRED",
      { methods: ["totp", "backup-code"], maxAgeSeconds: 600, factors: 2 },
    ]);
    expect(fixture.mailbox.messages.filter(({ kind }) => kind === "confirm-email-change")).toEqual([]);
    await ann.client.stepUp.totp({ code: fixture.codeAt(ann.secret) });
    expect((await ask(ann, true)).error).toBe(null);
  });

  test("is refused for a user without a second factor, who changes the address without it", async () => {
    const fixture = openWith(switchAt);
    const ann = await fixture.signUp(old, { name: "Ann", password });
    await fixture.verify(ann.user.id);
    await ann.client.stepUp.password({ password });
    const { error } = await ask(ann, true);
    expect([error?.code, error?.status, error?.stepUp?.methods]).toEqual(["STEP_UP_REQUIRED", 403, []]);
    expect((await ask(ann)).error).toBe(null);
  });
});

test("until the new address is confirmed the old one recovers the account: the new one may be a typo", async () => {
  const fixture = openWith("confirmation");
  const ann = await enrol(fixture);
  await ask(ann, true);
  await click(fixture, ann);
  await fixture.visit().browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "email-changed" })));
  expect(await fixture.db.exists(userModel, { email: old, emailVerified: true })).toBe(true);
});

test("a further change while an address is held gives up that address, after two factors only", async () => {
  const fixture = openWith("confirmation");
  const ann = await enrol(fixture);
  await ann.client.changeEmail({ newEmail: "ann@typo.example" });
  await click(fixture, ann);
  fixture.clock.forward({ minutes: 11 });
  await ann.client.stepUp.password({ password });
  expect((await ask(ann, true)).error?.code).toBe("STEP_UP_REQUIRED");
  await ann.client.stepUp.totp({ code: fixture.codeAt(ann.secret) });
  expect((await ask(ann, true)).error).toBe(null);
  await confirm(fixture, ann);
  expect(await isFree(fixture)).toBe(true);
});

test("an attacker with a session and the password of a user without a factor needs the old mailbox, too", async () => {
  const fixture = openWith("confirmation");
  const ann = await fixture.signUp(old, { name: "Ann", password });
  await fixture.verify(ann.user.id);
  const { data } = await ann.client.twoFactor.enable({ password });
  const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  await ann.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
  expect((await ask(ann, true)).error).toBe(null);
  fixture.clock.forward({ hours: 2 });
  expect(await fixture.db.exists(userModel, { email: old, emailVerified: true })).toBe(true);
});

test('with switchAt: "verification" the password alone ends no change while a second factor is asked', async () => {
  const fixture = openWith("verification");
  const ann = await enrol(fixture);
  await ask(ann);
  await click(fixture, ann);
  const visit = fixture.visit();
  const link = linkIn(await fixture.mailbox.waitFor(next, { kind: "verify-email" }));
  await visit.browser.follow(link);
  const { data } = await visit.client.signIn.email({ email: old, password });
  expect(data).toMatchObject({ twoFactorRedirect: true });
  expect(await fixture.db.exists(userModel, { email: old })).toBe(true);
  await visit.client.twoFactor.verifyTotp({ code: fixture.codeAt(ann.secret) });
  expect(await fixture.db.exists(userModel, { email: old })).toBe(true);
  await visit.browser.follow(link);
  expect(await fixture.db.exists(userModel, { email: next, emailVerified: true })).toBe(true);
});
