import { userModel } from "@keyhold/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import { twoFactorModel } from "../src/models.js";
import { type Fixture, open, password } from "./fixture.ts";

/** Browsers with budgets of their own for codes: only those in which a second factor was given. */

const email = "ada@example.com";
let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

type Client = Fixture["client"];
const visitOf = (number: number) => fixture.visit({ ipAddress: `203.0.113.${number}` });

/** How many of five wrong codes in each of these browsers are compared. */
async function comparedIn(clients: readonly Client[], secret: string): Promise<number> {
  const near = [-1, 0, 1].map((steps) => fixture.codeAt(secret, steps));
  const code = ["000000", "111111", "222222", "333333"].find((one) => !near.includes(one)) ?? "";
  let compared = 0;
  for (const client of clients) {
    expect((await client.signIn.email({ email, password })).data).toMatchObject({ twoFactorRedirect: true });
    for (let guess = 0; guess < 5; guess += 1)
      if ((await client.twoFactor.verifyTotp({ code })).error?.code === "INVALID_CODE") compared += 1;
  }
  return compared;
}

describe("browsers that share the budget of unknown clients:", () => {
  test("those of sign-ins from before the factor, e.g. by an attacker with the password", async () => {
    const owner = await fixture.signUp(email);
    const clients = Array.from({ length: 10 }, (_, number) => visitOf(number).client);
    for (const client of clients) expect((await client.signIn.email({ email, password })).error).toBe(null);
    fixture.clock.forward({ minutes: 1 });
    const { totpURI = "" } = (await owner.client.twoFactor.enable({ password })).data ?? {};
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    expect((await owner.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    fixture.clock.forward({ seconds: 30 });
    expect(await comparedIn(clients, secret)).toBe(20);
    await owner.client.signOut();
    await owner.client.signIn.email({ email, password });
    expect((await owner.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
  });

  test("those of resets of the password by email", async () => {
    const { secret, user } = await fixture.enrol("ada");
    await fixture.verify(user.id);
    const clients: Client[] = [];
    for (let number = 0; number < 6; number += 1) {
      const { client } = visitOf(number);
      await client.forgetPassword({ email, redirectTo: "/new" });
      const { token } = await fixture.mailbox.waitFor(email, { kind: "reset-password" });
      expect((await client.resetPassword({ token, newPassword: password })).error).toBe(null);
      clients.push(client);
      fixture.clock.forward({ minutes: 16 });
    }
    expect(await comparedIn(clients, secret)).toBe(20);
  });
});

describe("a browser with budgets of its own:", () => {
  /** Uses up the budget of unknown clients. */
  const attack = async (secret: string) =>
    expect(
      await comparedIn(
        [1, 2, 3, 4, 5].map((number) => visitOf(number).client),
        secret,
      ),
    ).toBe(20);

  test("one from before the factor, once the factor was given in it", async () => {
    await fixture.signUp(email);
    const laptop = await fixture.begin(email);
    fixture.clock.forward({ minutes: 1 });
    const { data } = await laptop.client.getSession();
    expect(data).not.toBe(null);
    const other = await fixture.begin(email);
    const { totpURI = "" } = (await other.client.twoFactor.enable({ password })).data ?? {};
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    await other.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
    fixture.clock.forward({ seconds: 30 });
    const signIn = async () => {
      await laptop.client.signIn.email({ email, password });
      const { error } = await laptop.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
      fixture.clock.forward({ seconds: 30 });
      return error;
    };
    expect(await signIn()).toBe(null);
    await attack(secret);
    expect(await signIn()).toBe(null);
  });

  test("one in which sent codes were enabled", async () => {
    await fixture.auth.api.createUser({ email, name: "Ada", password, emailVerified: true });
    const { client } = await fixture.begin(email);
    fixture.clock.forward({ minutes: 1 });
    expect((await client.twoFactor.enable({ password, method: "otp" })).error).toBe(null);
    for (let number = 0; number < 5; number += 1) {
      const { client: attacker } = visitOf(number);
      await attacker.signIn.email({ email, password });
      for (let guess = 0; guess < 5; guess += 1) await attacker.twoFactor.verifyOtp({ code: "0" });
    }
    await client.signOut();
    await client.signIn.email({ email, password });
    await client.twoFactor.sendOtp();
    const { code } = await fixture.mailbox.waitFor(email, { kind: "two-factor.code" });
    expect((await client.twoFactor.verifyOtp({ code })).error).toBe(null);
  });
});

test("the browser in which the first factor is confirmed is known, however long the confirmation takes", async () => {
  let takesLong = false;
  const slow: Fixture = open({
    config: {
      now() {
        if (takesLong) slow.clock.forward({ seconds: 1 });
        return slow.clock.now();
      },
    },
  });
  const { client, user } = await slow.signUp(email);
  const { totpURI = "" } = (await client.twoFactor.enable({ password })).data ?? {};
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  takesLong = true;
  expect((await client.twoFactor.verifyTotp({ code: slow.codeAt(secret) })).error).toBe(null);
  takesLong = false;
  slow.clock.forward({ minutes: 1 });
  const factor = await slow.db.find(twoFactorModel, { userId: user.id });
  await slow.db.transactionOn(userModel, user.id, (tx, user) =>
    tx.update(twoFactorModel, factor?.id ?? "", { closed: "totp" }, user),
  );
  const verify = async (client: Client) => {
    expect((await client.signIn.email({ email, password })).data).toMatchObject({ twoFactorRedirect: true });
    return (await client.twoFactor.verifyTotp({ code: slow.codeAt(secret) })).error?.code;
  };
  expect(await verify(slow.visit().client)).toBe("TOO_MANY_ATTEMPTS");
  expect(await verify(client)).toBe(undefined);
});
