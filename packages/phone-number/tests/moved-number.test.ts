import { sessionModel, userModel } from "@keyhold/core/plugin";
import { phoneNumber } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { codeAt } from "../../../tests/harness/authenticator-app.ts";
import { codeOf, createPhones, number, password, type Visit } from "./fixture.ts";

const bobs = "bob@example.com";

/**
 * Ada, with a number and an authenticator app, or without a factor where the app requires one; and Bob, who has verified
 * the number five minutes less than seven days ago.
 */
async function claimed({ hasFactor }: { readonly hasFactor: boolean }) {
  let isRequired = false;
  const phones = createPhones();
  const fixture = createTestAuth({
    plugins: [
      phoneNumber({ allowedCountries: ["DE"], sendMessage: phones.sendMessage }),
      twoFactor({ require: () => isRequired }),
    ],
    clientPlugins: [phoneNumberClient(), twoFactorClient()],
    config: { rateLimit: { enabled: false } },
  });
  const { auth, clock, db, visit } = fixture;
  async function verify({ browser }: Pick<Visit, "browser">, more: object = {}): Promise<Response> {
    await browser.post("/phone-number/send-otp", { phoneNumber: number });
    await auth.idle();
    return browser.post("/phone-number/verify", {
      phoneNumber: number,
      code: phones.lastTo(number)?.code ?? "",
      ...more,
    });
  }
  const ada = await fixture.signUp("ada@example.com", { password });
  await db.update(userModel, ada.user.id, { emailVerified: true });
  expect((await verify(ada, { updatePhoneNumber: true })).status).toBe(200);
  let secret = "";
  if (hasFactor) {
    const { data } = await ada.client.twoFactor.enable({ password });
    secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    expect((await ada.client.twoFactor.verifyTotp({ code: codeAt(secret, clock.now()) })).error).toBe(null);
  }
  const bob = await fixture.signUp(bobs, { password });
  expect(await codeOf(await verify(bob, { updatePhoneNumber: true }))).toEqual([400, "PHONE_NUMBER_EXIST"]);
  clock.forward({ minutes: 7 * 24 * 60 - 5 });
  isRequired = !hasFactor;
  /** Ada's sign-in by her number and her password, which waits for a code of her app, or for an enrolment. */
  const begun = visit();
  const asked = await begun.browser.post("/sign-in/phone-number", { phoneNumber: number, password });
  expect(await asked.json()).toHaveProperty("twoFactorRedirect");
  const before = await db.count(sessionModel, { userId: ada.user.id });
  return { ...fixture, verify, ada, bob, begun, before, giveCode: () => codeAt(secret, clock.now()) };
}

type World = Awaited<ReturnType<typeof claimed>>;

/** Expects that Ada has lost the number, and that her sign-in opens no session by any call. */
async function expectEnded({ db, ada, begun, before }: World, codes: readonly (string | undefined)[]): Promise<void> {
  expect(await db.find(userModel, { id: ada.user.id })).toMatchObject({ phoneNumber: null });
  expect(codes).toEqual(["INVALID_TWO_FACTOR_COOKIE"]);
  expect(await db.count(sessionModel, { userId: ada.user.id })).toBe(before);
  expect((await begun.client.getSession()).data).toBe(null);
}

describe("a sign-in that waits for a second factor, as the number moves", () => {
  test("to a signed-in user, ends", async () => {
    const world = await claimed({ hasFactor: true });
    const { clock, verify, bob, begun, giveCode } = world;
    clock.forward({ minutes: 5 });
    await bob.client.signIn.email({ email: bobs, password });
    expect((await verify(bob, { updatePhoneNumber: true })).status).toBe(200);
    const { error } = await begun.client.twoFactor.verifyTotp({ code: giveCode() });
    await expectEnded(world, [error?.code]);
  });

  test("to a new user, ends", async () => {
    const world = await claimed({ hasFactor: false });
    const { clock, verify, visit, begun } = world;
    clock.forward({ minutes: 5 });
    expect((await verify(visit(), { name: "Eve" })).status).toBe(200);
    const { error } = await begun.client.twoFactor.enable({ password });
    await expectEnded(world, [error?.code]);
  });

  test("to no user, since the term has a minute left, goes on", async () => {
    const { clock, verify, visit, begun, giveCode, ada } = await claimed({ hasFactor: true });
    clock.forward({ minutes: 4 });
    await verify(visit());
    expect((await begun.client.twoFactor.verifyTotp({ code: giveCode() })).error).toBe(null);
    expect((await begun.client.getSession()).data?.user.id).toBe(ada.user.id);
  });
});
