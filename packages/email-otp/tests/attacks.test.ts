import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { defineErrors } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { type CodeType, emailOtp } from "@keyhold/email-otp";
import { emailOtpClient } from "@keyhold/email-otp/client";
import { magicLink } from "@keyhold/magic-link";
import { magicLinkClient } from "@keyhold/magic-link/client";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { email, type Fixture, open, type Visit, wrongOf } from "./fixture.ts";

const password = "another right password";
const types = ["sign-in", "email-verification", "forget-password", "change-email"] as const;
type Requested = (typeof types)[number];

/** Uses a code at the route of a type. */
const uses: Readonly<Record<CodeType, (visit: Visit, otp: string) => Promise<Response>>> = {
  "sign-in": ({ browser }, otp) => browser.post("/sign-in/email-otp", { email, otp }),
  "email-verification": ({ browser }, otp) => browser.post("/email-otp/verify-email", { email, otp }),
  "forget-password": ({ browser }, otp) => browser.post("/email-otp/reset-password", { email, otp, password }),
  "change-email": ({ browser }, otp) =>
    browser.post("/email-otp/request-email-change", { newEmail: "eve@example.com", otp }),
  "new-email": ({ browser }, otp) => browser.post("/email-otp/change-email", { newEmail: email, otp }),
};

const codeOf = async (answer: Response): Promise<unknown> => [answer.status, (await answer.json()).code];
const invalid = [400, "INVALID_OTP"];

/** Ada, signed in: her address is verified unless a code verifies it. */
async function prepare(type: Requested) {
  const fixture = open({ options: { signInDigits: 6 }, config: { user: { changeEmail: { enabled: true } } } });
  const ada = type === "email-verification" ? await fixture.signUp(email) : await fixture.verified();
  return { fixture, ada, otp: await fixture.ask(ada, type) };
}

describe.each(types)("a code of the type %s", (type) => {
  // An address that is not verified changes without a code to that address.
  const others = Object.keys(uses).filter(
    (other) => other !== type && !(type === "email-verification" && other === "change-email"),
  );
  test.each(others as CodeType[])("does nothing as a %s", async (other) => {
    const { fixture, ada, otp } = await prepare(type);
    const before = [await fixture.users(), (await fixture.sessions()).length];
    expect(await codeOf(await uses[other](ada, otp))).toEqual(invalid);
    expect([await fixture.users(), (await fixture.sessions()).length]).toEqual(before);
    expect((await uses[type](ada, otp)).status).toBe(200);
  });

  test("does nothing in another browser, although that browser has asked, too", async () => {
    const { fixture, otp } = await prepare(type);
    const other = fixture.visit();
    await other.browser.post("/email-otp/send-verification-otp", { email, type });
    const answer = await uses[type](other, otp);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect((await answer.json()).code).toMatch(/INVALID_OTP|UNAUTHORIZED/);
  });

  test("does nothing after its time, and after its use", async () => {
    const { fixture, ada, otp } = await prepare(type);
    fixture.clock.forward({ minutes: 5 });
    expect(await codeOf(await uses[type](ada, otp))).toEqual(invalid);
    const next = await fixture.ask(ada, type);
    expect((await uses[type](ada, next)).status).toBe(200);
    expect((await (await uses[type](ada, next)).json()).code).toMatch(/INVALID_OTP|UNAUTHORIZED/);
  });
});

describe("guesses", () => {
  test("are five for a code: the sixth is 403 TOO_MANY_ATTEMPTS, and the right code opens nothing afterwards", async () => {
    const fixture = open();
    const visit = fixture.visit();
    const otp = await fixture.ask(visit);
    const codes: unknown[] = [];
    for (let count = 0; count < 7; count += 1) codes.push(await codeOf(await uses["sign-in"](visit, wrongOf(otp))));
    expect(codes).toEqual([...Array.from({ length: 5 }, () => invalid), [403, "TOO_MANY_ATTEMPTS"], invalid]);
    expect(await codeOf(await uses["sign-in"](visit, otp))).toEqual(invalid);
    expect(await fixture.users()).toEqual([]);
  });

  test("that used up a code leave the next code usable", async () => {
    const fixture = open();
    const visit = fixture.visit();
    const otp = await fixture.ask(visit);
    for (let count = 0; count < 6; count += 1) await uses["sign-in"](visit, wrongOf(otp));
    const next = await fixture.ask(visit);
    expect(next).not.toBe(otp);
    expect((await uses["sign-in"](visit, next)).status).toBe(200);
  });

  test("of a stranger do not end the code of the owner", async () => {
    const fixture = open();
    const owner = fixture.visit();
    const otp = await fixture.ask(owner);
    const stranger = fixture.visit({ ipAddress: "198.51.100.9" });
    await fixture.ask(stranger);
    for (let count = 0; count < 7; count += 1) await uses["sign-in"](stranger, wrongOf(otp));
    expect((await uses["sign-in"](owner, otp)).status).toBe(200);
  });

  test("of two hundred at once after the fifth compare nothing", async () => {
    const fixture = open();
    const visit = fixture.visit();
    const otp = await fixture.ask(visit);
    for (let count = 0; count < 5; count += 1) await uses["sign-in"](visit, wrongOf(otp));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, caller) => uses["sign-in"](visit, caller === 100 ? otp : wrongOf(otp))),
    );
    expect(answers.filter(({ ok }) => ok)).toEqual([]);
    expect(await fixture.sessions()).toEqual([]);
  });

  test("at one address are twenty in 15 minutes, over all browsers, types and new codes", async () => {
    const fixture = open();
    await fixture.verified();
    const answers: unknown[] = [];
    const visits = [1, 2, 3].map((network) => fixture.visit({ ipAddress: `198.51.${network}.9` }));
    for (let number = 0; number < 18; number += 1) {
      const visit = visits[number % 3] ?? expect.fail();
      const type = number % 2 === 0 ? "sign-in" : "forget-password";
      const otp = await fixture.ask(visit, type);
      // Three browsers have a live code at once, and each gets a new code after half of its time.
      if (number % 3 === 2) fixture.clock.forward({ seconds: 150 });
      for (let count = 0; count < 2; count += 1) {
        const answer = await uses[type](visit, wrongOf(otp));
        answers.push((await answer.json()).code);
      }
    }
    expect(answers.filter((code) => code === "INVALID_OTP")).toHaveLength(20);
    expect(answers.filter((code) => code === "TOO_MANY_ATTEMPTS")).toHaveLength(16);
  });

  test("beyond the budget of the address are 429 with the time to wait", async () => {
    const fixture = open();
    let last: Response | undefined;
    const visits = [1, 2, 3].map((network) => fixture.visit({ ipAddress: `198.51.${network}.9` }));
    for (let number = 0; number < 21; number += 1) {
      const visit = visits[number % 3] ?? expect.fail();
      last = await uses["sign-in"](visit, wrongOf(await fixture.ask(visit)));
      fixture.clock.forward({ seconds: 40 });
    }
    expect([last?.status, Number(last?.headers.get("retry-after")) > 0]).toEqual([429, true]);
  });
});

/** An auth with links, too. */
async function withLinks() {
  const fixture = createTestAuth({
    plugins: [emailOtp(), magicLink({ withCode: true })],
    clientPlugins: [emailOtpClient(), magicLinkClient()],
  });
  const visit = fixture.visit();
  await visit.client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
  const { code: otp } = await fixture.mailbox.waitFor(email, { kind: "email-otp.code" });
  await visit.client.signIn.magicLink({ email });
  const { token, code } = await fixture.mailbox.waitFor(email, { kind: "magic-link.sign-in" });
  const { client } = visit;
  const secrets = {
    code: () => client.signIn.emailOtp({ email, otp }),
    link: () => client.magicLink.verify({ token }),
    "code of the link": () => client.magicLink.verifyCode({ code: code ?? "" }),
  } as const;
  return { secrets, cookies: visit.browser.cookies };
}

test.each(["code", "link", "code of the link"] as const)("the %s of an address ends all others", async (first) => {
  const { secrets } = await withLinks();
  expect((await secrets[first]()).error).toBe(null);
  for (const [name, use] of Object.entries(secrets))
    if (name !== first) expect((await use()).error?.code).toMatch(/^INVALID_(OTP|TOKEN)$/);
});

describe("an account whose address was not verified", () => {
  test("loses the password and the sessions of an attacker who signed up with the address", async () => {
    const fixture = open();
    const attacker = await fixture.signUp(email);
    const owner = fixture.visit();
    expect((await uses["sign-in"](owner, await fixture.ask(owner))).status).toBe(200);
    expect(await fixture.signedInAs(attacker)).toBe(null);
    const { error } = await fixture.visit().client.signIn.email({ email, password: attacker.password });
    expect(error?.status).toBe(401);
    expect(await fixture.users()).toMatchObject([{ email, emailVerified: true }]);
  });

  test("keeps them if the signed-in browser takes the code", async () => {
    const fixture = open();
    const ada = await fixture.signUp(email);
    expect((await uses["sign-in"](ada, await fixture.ask(ada))).status).toBe(200);
    const { error } = await fixture.visit().client.signIn.email({ email, password: ada.password });
    expect(error).toBe(null);
  });
});

test("a code opens nothing after the address of its account changed, and after the account was deleted", async () => {
  const fixture = open();
  const { user } = await fixture.verified();
  const visit = fixture.visit();
  const otp = await fixture.ask(visit);
  await fixture.db.update(userModel, user.id, { email: "ada@new.example" });
  expect(await codeOf(await uses["sign-in"](visit, otp))).toEqual(invalid);
  await fixture.db.update(userModel, user.id, { email });
  await fixture.db.remove(userModel, { id: user.id });
  expect(await codeOf(await uses["sign-in"](visit, otp))).toEqual(invalid);
  expect(await fixture.users()).toEqual([]);
});

test("where no account is created, a code of an address without an account creates none", async () => {
  const fixture = open({ options: { disableSignUp: true } });
  const visit = fixture.visit();
  const { otp, challenge } = await fixture.auth.api.createVerificationOtp({ email, type: "sign-in" });
  const answer = await visit.browser.post("/sign-in/email-otp", { email, otp, challenge });
  expect(await codeOf(answer)).toEqual(invalid);
  expect(await fixture.users()).toEqual([]);
});

test("a rule that rejects the sign-up leaves the code usable, and no account", async () => {
  let isClosed = true;
  const errors = defineErrors({ CLOSED_TODAY: { status: 403, message: "Closed today" } });
  const hooks = {
    "user.create": (draft: never, ctx: { fail(error: unknown): never }) =>
      isClosed ? ctx.fail(errors.CLOSED_TODAY) : draft,
  };
  const fixture = open({ config: { errors, hooks } as never });
  const visit = fixture.visit();
  const otp = await fixture.ask(visit);
  expect(await codeOf(await uses["sign-in"](visit, otp))).toEqual([403, "CLOSED_TODAY"]);
  expect(await fixture.users()).toEqual([]);
  isClosed = false;
  expect((await uses["sign-in"](visit, otp)).status).toBe(200);
});

test("a banned user is not signed in by a code", async () => {
  const fixture = createTestAuth({
    plugins: [emailOtp(), admin()],
    clientPlugins: [emailOtpClient(), adminClient()],
  });
  const boss = await fixture.signUp("boss@example.com");
  const { user } = await fixture.signUp(email);
  await fixture.db.update(userModel, user.id, { emailVerified: true });
  await fixture.db.update(userModel, boss.user.id, { role: "admin" } as object);
  expect((await boss.client.admin.banUser({ userId: user.id })).error).toBe(null);
  const { client } = fixture.visit();
  await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
  const { code: otp } = await fixture.mailbox.waitFor(email, { kind: "email-otp.code" });
  expect((await client.signIn.emailOtp({ email, otp })).error?.status).toBe(403);
  expect((await client.getSession()).data).toBe(null);
});

test("an administrator in a user's place gets no code to change the address, and changes none", async () => {
  const fixture = createTestAuth({
    plugins: [emailOtp(), admin()],
    clientPlugins: [emailOtpClient(), adminClient()],
    config: { user: { changeEmail: { enabled: true } } },
  });
  const boss = await fixture.signUp("boss@example.com");
  const { user } = await fixture.signUp(email);
  await fixture.db.update(userModel, boss.user.id, { role: "admin" } as object);
  expect((await boss.client.admin.impersonateUser({ userId: user.id })).error).toBe(null);
  const refused = await boss.client.emailOtp.requestEmailChange({ newEmail: "eve@example.com" });
  expect(refused.error?.status).toBe(403);
});

test("a user with a change of address that is not confirmed is signed in by the old mailbox alone", async () => {
  const fixture = open({ config: { user: { changeEmail: { enabled: true } } } });
  const ada = await fixture.verified();
  const newEmail = "ada@new.example";
  expect((await ada.client.changeEmail({ newEmail })).error).toBe(null);
  const confirmation = await fixture.mailbox.waitFor(email, { kind: "confirm-email-change" });
  await ada.browser.follow(new URL(confirmation.url));
  await fixture.auth.idle();
  fixture.mailbox.clear();
  await fixture.visit().browser.post("/email-otp/send-verification-otp", { email: newEmail, type: "sign-in" });
  await fixture.visit().browser.post("/email-otp/send-verification-otp", { email: newEmail, type: "forget-password" });
  await fixture.auth.idle();
  expect(fixture.mailbox.messages.map(({ kind }) => kind)).not.toContain("email-otp.code");
  const owner = fixture.visit();
  expect((await uses["sign-in"](owner, await fixture.ask(owner))).status).toBe(200);
  expect((await owner.client.getSession()).data?.user.id).toBe(ada.user.id);
});

test.each(["", " ", "0", "０００００００００", "x".repeat(65), "\u0000", "12345678\u0000"])(
  "the code %j is refused with a status below 500",
  async (otp) => {
    const fixture: Fixture = open();
    const visit = fixture.visit();
    await fixture.ask(visit);
    const answer = await uses["sign-in"](visit, otp);
    expect(answer.status).toBe(400);
  },
);
