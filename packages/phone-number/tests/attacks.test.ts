import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { defineErrors } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { phoneNumber } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { codeOf, createPhones, number, open, password, type Visit, wrongOf } from "./fixture.ts";

const invalid = [400, "INVALID_OTP"];
const reset = ({ browser }: Pick<Visit, "browser">, otp: string) =>
  browser.post("/phone-number/reset-password", { phoneNumber: number, otp, newPassword: password });

describe("a code", () => {
  test("to sign in sets no password, and a code that sets a password signs in nobody", async () => {
    const { ask, member, verify, visit } = open();
    await member();
    const browser = visit();
    const toSignIn = await ask(browser);
    expect(await codeOf(await reset(browser, toSignIn))).toEqual(invalid);
    const toReset = await ask(browser, number, "request-password-reset");
    expect(toReset).not.toBe(toSignIn);
    expect(await codeOf(await verify(browser, toReset))).toEqual(invalid);
    expect((await verify(browser, toSignIn)).status).toBe(200);
  });

  test("of another browser does nothing, although this browser has asked, too", async () => {
    const { ask, verify, visit, users } = open();
    const code = await ask(visit());
    const other = visit();
    const own = await ask(other);
    expect(own).not.toBe(code);
    expect(await codeOf(await verify(other, code))).toEqual(invalid);
    expect(await users()).toEqual([]);
  });

  test("of another number does nothing", async () => {
    const { ask, verify, visit } = open();
    const browser = visit();
    const code = await ask(browser, "+12133734253");
    await ask(browser);
    expect(await codeOf(await verify(browser, code))).toEqual(invalid);
  });

  test("does nothing after its time, after its use, and after another code of the number", async () => {
    const { ask, clock, verify, visit } = open();
    const [one, other] = [visit(), visit()];
    const late = await ask(one);
    clock.forward({ minutes: 5 });
    expect(await codeOf(await verify(one, late))).toEqual(invalid);
    const [first, second] = [await ask(one), await ask(other)];
    expect((await verify(one, first)).status).toBe(200);
    expect(await codeOf(await verify(one, first))).toEqual(invalid);
    expect(await codeOf(await verify(other, second))).toEqual(invalid);
  });

  test.each(["another user has the number", "the number is not verified any more", "the account was deleted"])(
    "opens nothing after %s",
    async (change) => {
      const { ask, db, holder, verify, visit, users } = open();
      const { user } = await holder();
      const browser = visit();
      const code = await ask(browser);
      if (change === "another user has the number")
        await db.update(userModel, user.id, { phoneNumber: "+12133734253" } as object);
      else if (change === "the account was deleted") await db.remove(userModel, { id: user.id });
      else await db.update(userModel, user.id, { phoneNumberVerified: false } as object);
      const before = (await users()).length;
      expect(await codeOf(await verify(browser, code))).toEqual(invalid);
      expect(await users()).toHaveLength(before);
    },
  );

  test("ends with all sessions, and with a new password", async () => {
    const { ask, member, verify, visit } = open();
    const ada = await member();
    const browser = visit();
    const code = await ask(browser);
    expect((await ada.client.revokeSessions()).error).toBe(null);
    expect(await codeOf(await verify(browser, code))).toEqual(invalid);
  });

  test.each(["", " ", "0", "x".repeat(65), "12345", "1234567"])("%j is refused with 400", async (code) => {
    const { ask, verify, visit } = open();
    const browser = visit();
    await ask(browser);
    expect((await verify(browser, code)).status).toBe(400);
  });
});

describe("guesses", () => {
  test("are five for a code: the sixth is 403 TOO_MANY_ATTEMPTS, and the right code opens nothing afterwards", async () => {
    const { ask, verify, visit, users } = open();
    const browser = visit();
    const code = await ask(browser);
    const codes: unknown[] = [];
    for (let count = 0; count < 7; count += 1) codes.push(await codeOf(await verify(browser, wrongOf(code))));
    expect(codes).toEqual([...Array.from({ length: 5 }, () => invalid), [403, "TOO_MANY_ATTEMPTS"], invalid]);
    expect(await codeOf(await verify(browser, code))).toEqual(invalid);
    expect(await users()).toEqual([]);
  });

  test("of a stranger do not end the code of the owner", async () => {
    const { ask, verify, visit } = open();
    const owner = visit();
    const code = await ask(owner);
    const stranger = visit({ ipAddress: "198.51.100.9" });
    await ask(stranger);
    for (let count = 0; count < 7; count += 1) await verify(stranger, wrongOf(code));
    expect((await verify(owner, code)).status).toBe(200);
  });

  test("of two hundred at once after the fifth compare nothing", async () => {
    const { ask, verify, visit, sessions } = open();
    const browser = visit();
    const code = await ask(browser);
    for (let count = 0; count < 5; count += 1) await verify(browser, wrongOf(code));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, caller) => verify(browser, caller === 100 ? code : wrongOf(code))),
    );
    expect(answers.filter(({ ok }) => ok)).toEqual([]);
    expect(await sessions()).toEqual([]);
  });

  test("at one number are twenty in 15 minutes, over all browsers, purposes and new codes; then 429", async () => {
    const { ask, clock, member, verify, visit } = open();
    await member();
    const answers: unknown[] = [];
    const visits = [1, 2, 3].map((network) => visit({ ipAddress: `198.51.${network}.9` }));
    for (let asked = 0; asked < 15; asked += 1) {
      const browser = visits[asked % 3] ?? expect.fail();
      const isReset = asked % 2 === 0;
      const code = await ask(browser, number, isReset ? "request-password-reset" : "send-otp");
      const guess = () => (isReset ? reset(browser, wrongOf(code)) : verify(browser, wrongOf(code)));
      answers.push(await codeOf(await guess()), await codeOf(await guess()));
      // Three browsers have a live code at once, and each gets a new code after half of its time.
      if (asked % 3 === 2) clock.forward({ seconds: 150 });
    }
    expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(invalid))).toHaveLength(20);
    expect(answers.slice(20)).toEqual(Array.from({ length: 10 }, () => [429, "TOO_MANY_ATTEMPTS"]));
  });
});

describe("the answer to a request for a code", () => {
  test("is equal for a number with an account, without, and where no account is created", async () => {
    const answers: string[] = [];
    for (const options of [{}, { disableSignUp: true }])
      for (const hasAccount of [true, false])
        for (const path of ["send-otp", "request-password-reset", "forget-password"]) {
          const { member, visit } = open({ options });
          if (hasAccount) await member();
          const answer = await visit().browser.post(`/phone-number/${path}`, { phoneNumber: number });
          const cookies = answer.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ""));
          const { challenge, ...body } = await answer.json();
          answers.push(JSON.stringify([path === "send-otp", answer.status, challenge.length, body, cookies]));
        }
    expect(new Set(answers).size).toBe(2);
  });

  test("sends no code that sets a password to a number without a holder, nor one to sign in where no account is created", async () => {
    const { ask, phones, visit } = open({ options: { disableSignUp: true } });
    for (const path of ["send-otp", "request-password-reset"]) await ask(visit(), number, path);
    expect(phones.messages).toEqual([]);
  });
});

test("where no account is created, a code creates none", async () => {
  const options = { disableSignUp: false };
  const { ask, verify, visit, users, auth } = open({ options });
  const browser = visit();
  const code = await ask(browser);
  // The config is closed between the request and the use.
  const closed = open({ options: { disableSignUp: true } });
  expect(closed.auth).not.toBe(auth);
  const other = closed.visit();
  expect(await codeOf(await closed.verify(other, code))).toEqual(invalid);
  expect(await closed.users()).toEqual([]);
  expect((await verify(browser, code)).status).toBe(200);
  expect(await users()).toHaveLength(1);
});

test("a rule that rejects the sign-up leaves the code usable, and no account", async () => {
  let isClosed = true;
  const errors = defineErrors({ CLOSED_TODAY: { status: 403, message: "Closed today" } });
  const hooks = {
    "user.create": (draft: never, ctx: { fail(error: unknown): never }) =>
      isClosed ? ctx.fail(errors.CLOSED_TODAY) : draft,
  };
  const { ask, verify, visit, users } = open({ config: { errors, hooks } as never });
  const browser = visit();
  const code = await ask(browser);
  expect(await codeOf(await verify(browser, code))).toEqual([403, "CLOSED_TODAY"]);
  expect(await users()).toEqual([]);
  isClosed = false;
  expect((await verify(browser, code)).status).toBe(200);
});

/** An auth with administrators, with Ada who has a verified number. */
async function withAdmin() {
  const phones = createPhones();
  const fixture = createTestAuth({
    plugins: [phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage }), admin()],
    clientPlugins: [phoneNumberClient(), adminClient()],
  });
  const code = async (client: Visit["client"]): Promise<string> => {
    await client.phoneNumber.sendOtp({ phoneNumber: number });
    await fixture.auth.idle();
    return phones.lastTo(number)?.code ?? "";
  };
  const boss = await fixture.signUp("boss@example.com");
  await fixture.db.update(userModel, boss.user.id, { role: "admin" } as object);
  const ada = await fixture.signUp("ada@example.com");
  return { ...fixture, boss, ada, code };
}

test("a banned user is not signed in by a code, nor by the password", async () => {
  const { ada, boss, code, visit } = await withAdmin();
  const added = { phoneNumber: number, code: await code(ada.client as never), updatePhoneNumber: true };
  expect((await ada.client.phoneNumber.verify(added)).error).toBe(null);
  expect((await boss.client.admin.banUser({ userId: ada.user.id })).error).toBe(null);
  for (const disableSession of [false, true]) {
    const { client } = visit();
    const given = { phoneNumber: number, code: await code(client as never), disableSession };
    expect((await client.phoneNumber.verify(given)).error?.status).toBe(403);
    expect((await client.getSession()).data).toBe(null);
  }
  const { error } = await visit().client.signIn.phoneNumber({ phoneNumber: number, password: ada.password });
  expect(error?.status).toBe(403);
});

test("an administrator in a user's place gives the user no number", async () => {
  const { ada, boss, code, db } = await withAdmin();
  expect((await boss.client.admin.impersonateUser({ userId: ada.user.id })).error).toBe(null);
  const given = { phoneNumber: number, code: await code(boss.client as never), updatePhoneNumber: true };
  const { error } = await boss.client.phoneNumber.verify(given);
  expect([error?.status, error?.code]).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
  expect(await db.find(userModel, { id: ada.user.id })).toMatchObject({ phoneNumber: null });
});
