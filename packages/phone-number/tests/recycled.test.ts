import { sessionModel, userModel } from "@keyhold/core/plugin";
import { phoneNumber } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { codeAt } from "../../../tests/harness/authenticator-app.ts";
import {
  codeOf,
  createPhones,
  type Fixture,
  number,
  type Opening,
  open as openFixture,
  type Visit,
  wrongOf,
} from "./fixture.ts";

const email = "ada@example.com";
const other = "+12133734253";
const asksMailbox = { twoFactorRedirect: true, twoFactorMethods: ["phone-number-email"] };

/** With budgets of wrong passwords, as by default: browsers are known then. */
const open = ({ config, ...more }: Opening = {}): Fixture =>
  openFixture({
    ...more,
    config: { rateLimit: { enabled: false, wrongPasswords: { windowSeconds: 900, max: 20 } }, ...config },
  });

/** Gives the code of a number in a new browser. */
async function prove({ ask, verify, visit }: Fixture, more: object = {}): Promise<Visit & { answer: Response }> {
  const stranger = visit();
  return { ...stranger, answer: await verify(stranger, await ask(stranger), more) };
}

/** The code in the last email to an address. */
const mailed = async ({ auth, mailbox }: Fixture, to = email): Promise<string> => {
  await auth.idle();
  const found = mailbox.messages.findLast((message) => message.to === to && message.kind === "phone-number.code");
  return found && "code" in found ? String(found.code) : "";
};

const giveMailed = ({ browser }: Visit, code: string): Promise<Response> =>
  browser.post("/phone-number/verify-email", { phoneNumber: number, code });

const claims = ({ events }: Fixture) => events.filter(({ type }) => type === "phone-number.claimed");

const numbersOf = async ({ users }: Fixture) =>
  Object.fromEntries((await users()).map((user) => [user.id, Reflect.get(user, "phoneNumber")]));

describe("a number unused for 90 days", () => {
  test("asks for the mailbox: no session before its code, then a session after it", async () => {
    const fixture = open();
    const ada = await fixture.member();
    fixture.clock.forward({ days: 91 });
    const { answer, ...visit } = await prove(fixture);
    expect(await answer.json()).toEqual(asksMailbox);
    expect(await fixture.signedInAs(visit)).toBe(null);
    const code = await mailed(fixture);
    expect(code).toMatch(/^\d{8}$/);
    expect(await codeOf(await giveMailed(visit, wrongOf(code)))).toEqual([400, "INVALID_OTP"]);
    expect((await giveMailed(visit, code)).status).toBe(200);
    expect(await fixture.signedInAs(visit)).toBe(ada.user.id);
    expect(await codeOf(await giveMailed(visit, code))).toEqual([400, "INVALID_OTP"]);
  });

  test("is in use again after both proofs", async () => {
    const fixture = open();
    const ada = await fixture.member();
    fixture.clock.forward({ days: 91 });
    const first = await prove(fixture);
    expect((await giveMailed(first, await mailed(fixture))).status).toBe(200);
    fixture.clock.forward({ days: 89 });
    const second = await prove(fixture);
    expect(second.answer.status).toBe(200);
    expect(await fixture.signedInAs(second)).toBe(ada.user.id);
  });

  test("the code of the mailbox works in the asking browser alone, and not after a new password", async () => {
    const fixture = open();
    const ada = await fixture.member();
    fixture.clock.forward({ days: 91 });
    const asked = await prove(fixture);
    const code = await mailed(fixture);
    expect(await codeOf(await giveMailed(fixture.visit(), code))).toEqual([400, "INVALID_OTP"]);
    const { mailbox } = fixture;
    await fixture.visit().client.forgetPassword({ email, redirectTo: "/new" });
    const { token } = await mailbox.waitFor(email, { kind: "reset-password" });
    expect((await ada.client.resetPassword({ token, newPassword: "a newer password" })).error).toBe(null);
    expect(await codeOf(await giveMailed(asked, code))).toEqual([400, "INVALID_OTP"]);
  });

  test("signs in in a browser that has signed in to the account before", async () => {
    const fixture = open();
    const bob = await fixture.holder();
    await bob.client.signOut();
    fixture.clock.forward({ days: 120 });
    expect((await fixture.verify(bob, await fixture.ask(bob))).status).toBe(200);
    expect(await fixture.signedInAs(bob)).toBe(bob.user.id);
  });

  test("opens nothing of a user without an address, who is told by a message, once", async () => {
    const fixture = open();
    const bob = await fixture.holder();
    fixture.clock.forward({ days: 91 });
    for (let tries = 0; tries < 2; tries += 1) {
      const { answer, ...visit } = await prove(fixture);
      expect(await codeOf(answer)).toEqual([403, "PHONE_NUMBER_IN_DOUBT"]);
      expect(await fixture.signedInAs(visit)).toBe(null);
    }
    await fixture.auth.idle();
    const told = fixture.phones.messages.filter(({ kind }) => kind === "number-claimed");
    expect(told).toMatchObject([{ to: number, code: "" }]);
    expect(fixture.mailbox.messages).toEqual([]);
    expect(claims(fixture)).toMatchObject([{ userId: bob.user.id }]);
  });

  test.each([false, true])(
    "opens nothing of a user with an address that is not verified (known: %s)",
    async (known) => {
      const fixture = open();
      const ada = await fixture.member();
      await fixture.db.update(userModel, ada.user.id, { emailVerified: false });
      fixture.clock.forward({ days: 91 });
      if (known) expect((await fixture.verify(ada, await fixture.ask(ada))).status).toBe(200);
      const { answer } = await prove(fixture);
      expect(answer.status).toBe(known ? 200 : 403);
    },
  );

  test("tells nothing of the account without a session", async () => {
    const fixture = open();
    await fixture.member();
    fixture.clock.forward({ days: 91 });
    const { answer } = await prove(fixture, { disableSession: true });
    expect(await answer.json()).toEqual(asksMailbox);
  });

  test("sets no password", async () => {
    const fixture = open();
    await fixture.member();
    fixture.clock.forward({ days: 91 });
    const visit = fixture.visit();
    const otp = await fixture.ask(visit, number, "request-password-reset");
    const given = { phoneNumber: number, otp, newPassword: "a stranger's password" };
    expect(await codeOf(await visit.browser.post("/phone-number/reset-password", given))).toEqual([
      403,
      "PHONE_NUMBER_IN_DOUBT",
    ]);
  });

  test("the option sets the days, and an imported number counts from the last change of its user", async () => {
    const fixture = open({ options: { unusedDays: 10 } });
    const ada = await fixture.signUp(email);
    const imported = { phoneNumber: number, phoneNumberVerified: true, emailVerified: true };
    await fixture.db.update(userModel, ada.user.id, { ...imported, updatedAt: fixture.clock.now() } as object);
    fixture.clock.forward({ days: 9 });
    expect((await (await prove(fixture)).answer.json()).user.id).toBe(ada.user.id);
    fixture.clock.forward({ days: 11 });
    expect(await (await prove(fixture)).answer.json()).toEqual(asksMailbox);
  });
});

describe("a number that a second person verifies", () => {
  test("stays with the first, who is told by email; the number alone opens nothing then", async () => {
    const fixture = open();
    const ada = await fixture.member();
    const bob = await fixture.signUp("bob@example.com");
    const claim = await fixture.verify(bob, await fixture.ask(bob), { updatePhoneNumber: true });
    expect(await codeOf(claim)).toEqual([400, "PHONE_NUMBER_EXIST"]);
    const told = await fixture.mailbox.waitFor(email, { kind: "phone-number.claimed" });
    expect(JSON.stringify(told.words)).not.toContain(number);
    expect(claims(fixture)).toMatchObject([{ userId: ada.user.id }]);
    expect(await numbersOf(fixture)).toMatchObject({ [ada.user.id]: number, [bob.user.id]: null });
    expect(await (await prove(fixture)).answer.json()).toEqual(asksMailbox);
  });

  test("stays with the first for good when the first verifies it again within seven days", async () => {
    const fixture = open();
    const ada = await fixture.member();
    const bob = await fixture.signUp("bob@example.com");
    await fixture.verify(bob, await fixture.ask(bob), { updatePhoneNumber: true });
    fixture.clock.forward({ days: 6 });
    expect((await fixture.verify(ada, await fixture.ask(ada))).status).toBe(200);
    fixture.clock.forward({ days: 2 });
    expect(await fixture.signedInAs(await prove(fixture))).toBe(ada.user.id);
  });

  test("goes to the second after seven days, with nothing of the first", async () => {
    const fixture = open();
    const ada = await fixture.member();
    fixture.clock.forward({ days: 91 });
    expect(await (await prove(fixture)).answer.json()).toEqual(asksMailbox);
    fixture.clock.forward({ days: 6 });
    expect(await (await prove(fixture)).answer.json()).toEqual(asksMailbox);
    fixture.clock.forward({ days: 1 });
    const moved = await prove(fixture, { name: "Bob" });
    const { user } = await moved.answer.json();
    expect(user).toMatchObject({ name: "Bob", phoneNumber: number });
    expect(user.id).not.toBe(ada.user.id);
    expect(await fixture.signedInAs(moved)).toBe(user.id);
    expect(await numbersOf(fixture)).toEqual({ [ada.user.id]: null, [user.id]: number });
    expect(fixture.events).toContainEqual(expect.objectContaining({ type: "phone-number.moved", userId: ada.user.id }));
    expect((await fixture.visit().client.signIn.email({ email, password: ada.password })).error).toBe(null);
  });

  test("goes to a signed-in second person after the term of the option", async () => {
    const fixture = open({ options: { reclaimDays: 1 } });
    const ada = await fixture.member();
    const bob = await fixture.signUp("bob@example.com");
    const claim = async () => fixture.verify(bob, await fixture.ask(bob), { updatePhoneNumber: true });
    expect((await claim()).status).toBe(400);
    fixture.clock.forward({ days: 1 });
    await bob.client.signIn.email({ email: "bob@example.com", password: bob.password });
    expect((await claim()).status).toBe(200);
    expect(await numbersOf(fixture)).toEqual({ [ada.user.id]: null, [bob.user.id]: number });
  });

  test("a user without an address keeps the number while a session is open", async () => {
    const fixture = open({ config: { session: { expiresInSeconds: 40 * 86_400 } } });
    const bob = await fixture.holder();
    const eve = await fixture.signUp("eve@example.com");
    await fixture.verify(eve, await fixture.ask(eve), { updatePhoneNumber: true });
    fixture.clock.forward({ days: 8 });
    expect(await codeOf((await prove(fixture)).answer)).toEqual([403, "PHONE_NUMBER_IN_DOUBT"]);
    await fixture.db.remove(sessionModel, { userId: bob.user.id });
    expect((await (await prove(fixture)).answer.json()).user.id).not.toBe(bob.user.id);
  });

  test("does not move where a code creates no account", async () => {
    const fixture = open({ options: { disableSignUp: true } });
    const ada = await fixture.member();
    fixture.clock.forward({ days: 91 });
    await prove(fixture);
    fixture.clock.forward({ days: 8 });
    expect(await (await prove(fixture)).answer.json()).toEqual(asksMailbox);
    expect(await numbersOf(fixture)).toEqual({ [ada.user.id]: number });
  });

  test("is free when the account of the first is deleted", async () => {
    const fixture = open({ config: { user: { deleteUser: { enabled: true } } } });
    const ada = await fixture.member();
    expect((await ada.client.deleteUser({ password: ada.password })).error).toBe(null);
    const { url } = await fixture.mailbox.waitFor(email, { kind: "delete-account" });
    await ada.browser.follow(new URL(url));
    expect(await fixture.users()).toEqual([]);
    const { user } = await fixture.holder();
    expect(user.id).not.toBe(ada.user.id);
    expect(await fixture.users()).toHaveLength(1);
  });

  test("a changed number has a standing of its own", async () => {
    const fixture = open();
    const ada = await fixture.member();
    const bob = await fixture.signUp("bob@example.com");
    await fixture.verify(bob, await fixture.ask(bob), { updatePhoneNumber: true });
    const changed = { phoneNumber: other, updatePhoneNumber: true };
    expect((await fixture.verify(ada, await fixture.ask(ada, other), changed)).status).toBe(200);
    const visit = fixture.visit();
    expect((await fixture.verify(visit, await fixture.ask(visit, other), { phoneNumber: other })).status).toBe(200);
    expect(await fixture.signedInAs(visit)).toBe(ada.user.id);
  });
});

describe("with a second factor", () => {
  function openWithFactor(require = false) {
    const phones = createPhones();
    const own = phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage });
    const fixture = createTestAuth({
      plugins: [own, twoFactor({ ...(require && { require: () => true }) })],
      clientPlugins: [phoneNumberClient(), twoFactorClient()],
    });
    async function verify({ browser }: Visit | { readonly browser: Visit["browser"] }, more = {}): Promise<Response> {
      await browser.post("/phone-number/send-otp", { phoneNumber: number });
      await fixture.auth.idle();
      return browser.post("/phone-number/verify", { phoneNumber: number, code: phones.lastTo(number)?.code, ...more });
    }
    return { ...fixture, verify };
  }

  test("an unused number asks for the factor, which is enough", async () => {
    const { clock, db, signUp, verify, visit } = openWithFactor();
    const ada = await signUp(email);
    await db.update(userModel, ada.user.id, { emailVerified: true });
    expect((await verify(ada, { updatePhoneNumber: true })).status).toBe(200);
    const { data } = await ada.client.twoFactor.enable({ password: ada.password });
    const { backupCodes = [], totpURI = "" } = (data ?? {}) as { backupCodes?: string[]; totpURI?: string };
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    expect((await ada.client.twoFactor.verifyTotp({ code: codeAt(secret, clock.now()) })).error).toBe(null);
    clock.forward({ days: 91 });
    const stranger = visit();
    expect(await (await verify(stranger)).json()).toMatchObject({ twoFactorMethods: ["totp", "backup-code"] });
    expect((await stranger.client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" })).error).toBe(null);
    expect((await stranger.client.getSession()).data?.user.id).toBe(ada.user.id);
  });

  test("who must enrol a factor proves nothing by it: an unused number asks for the mailbox first", async () => {
    const { clock, auth, db, mailbox, signUp, verify, visit } = openWithFactor(true);
    const { user } = await signUp(email);
    await db.update(userModel, user.id, {
      emailVerified: true,
      phoneNumber: number,
      phoneNumberVerified: true,
    } as object);
    clock.forward({ days: 91 });
    const stranger = visit();
    expect(await (await verify(stranger)).json()).toEqual(asksMailbox);
    expect((await stranger.client.twoFactor.enable({ method: "totp" })).error).not.toBe(null);
    await auth.idle();
    const message = mailbox.messages.findLast(({ kind }) => kind === "phone-number.code");
    const code = message && "code" in message ? message.code : "";
    expect(message).toMatchObject({ words: { lastLine: expect.stringMatching(new RegExp(`^@[a-z.]+ #${code}$`)) } });
    const given = await stranger.browser.post("/phone-number/verify-email", { phoneNumber: number, code });
    expect(await given.json()).toMatchObject({ twoFactorMethods: ["enroll"] });
  });
});
