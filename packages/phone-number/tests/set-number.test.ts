import { definePlugin, endpointsFor, ok, updateUser, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { phoneNumber } from "@keyhold/phone-number";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { codeOf, number, open } from "./fixture.ts";

const email = "ada@example.com";
const other = "+12133734253";

describe("a signed-in user", () => {
  test("gets a verified number, and is told by email", async () => {
    const { events, mailbox, member, users } = open();
    const ada = await member();
    expect(await users()).toMatchObject([{ id: ada.user.id, phoneNumber: number, phoneNumberVerified: true }]);
    expect((await ada.client.getSession()).data?.user).toMatchObject({ phoneNumber: number });
    const told = await mailbox.waitFor(email, { kind: "phone-number.changed" });
    expect(told).toMatchObject({ oldNumber: null, newNumber: number });
    expect(JSON.stringify(told.words)).not.toContain(number);
    expect(events).toContainEqual(expect.objectContaining({ type: "phone-number.verified", isNewUser: false }));
  });

  test("exchanges the number; codes of the earlier number end, and it is free for another user", async () => {
    const { ask, holder, member, verify, visit, users } = open();
    const ada = await member();
    const late = visit();
    const code = await ask(late);
    const changed = await verify(ada, await ask(ada, other), { phoneNumber: other, updatePhoneNumber: true });
    expect(changed.status).toBe(200);
    expect(await codeOf(await verify(late, code))).toEqual([400, "INVALID_OTP"]);
    const { user } = await holder();
    expect(user.id).not.toBe(ada.user.id);
    expect(await users()).toHaveLength(2);
  });

  test("does not get the number that another user has verified, and learns this by the right code alone", async () => {
    const { ask, holder, signUp, verify, users } = open();
    const bob = await holder();
    const ada = await signUp(email);
    const code = await ask(ada);
    const wrong = await verify(ada, "000000" === code ? "000001" : "000000", { updatePhoneNumber: true });
    expect(await codeOf(wrong)).toEqual([400, "INVALID_OTP"]);
    expect(await codeOf(await verify(ada, code, { updatePhoneNumber: true }))).toEqual([400, "PHONE_NUMBER_EXIST"]);
    expect((await users()).find(({ id }) => id === bob.user.id)).toMatchObject({ phoneNumber: number });
  });

  test("gets the number that another user has not verified", async () => {
    const { ask, db, signUp, verify, users } = open();
    const bob = await signUp("bob@example.com");
    await db.update(userModel, bob.user.id, { phoneNumber: number } as object);
    const ada = await signUp(email);
    expect((await verify(ada, await ask(ada), { updatePhoneNumber: true })).status).toBe(200);
    const numbers = (await users()).map((user) => [user.id, Reflect.get(user, "phoneNumber")]);
    expect(numbers).toContainEqual([ada.user.id, number]);
    expect(numbers).toContainEqual([bob.user.id, null]);
  });

  test("needs a recent proof, and a session", async () => {
    const { ask, clock, signUp, verify, visit } = open();
    const ada = await signUp(email);
    clock.forward({ hours: 1 });
    const refused = await verify(ada, await ask(ada), { updatePhoneNumber: true });
    expect(await codeOf(refused)).toEqual([403, "SESSION_IS_NOT_FRESH"]);
    const nobody = visit();
    const answer = await verify(nobody, await ask(nobody), { updatePhoneNumber: true });
    expect(await codeOf(answer)).toEqual([401, "UNAUTHORIZED"]);
  });

  test("where no account is created, still gets a code and a number", async () => {
    const { member } = open({ options: { disableSignUp: true } });
    expect((await (await member()).client.getSession()).data?.user).toMatchObject({ phoneNumber: number });
  });
});

describe("the columns", () => {
  test("are set neither at sign-up nor by update-user", async () => {
    const { browser, users } = open();
    const columns = { phoneNumber: number, phoneNumberVerified: true };
    await browser.post("/sign-up/email", { name: "Ada", email, password: "a right password", ...columns });
    await browser.post("/update-user", { name: "Ann", ...columns });
    expect(await users()).toMatchObject([{ name: "Ann", phoneNumber: null, phoneNumberVerified: false }]);
  });

  test.each(["phoneNumber", "phoneNumberVerified"])(
    "are changed by no other plugin: %s is 400 PHONE_NUMBER_CANNOT_BE_UPDATED",
    async (column) => {
      const rename = definePlugin({
        id: "rename",
        endpoints: {
          rename: endpointsFor<object, Record<never, never>>({})({
            route: "POST /rename",
            access: "session",
            doc: "Changes a column of the user.",
            input: z.object({}),
            output: z.object({}),
            async handle({ session, ctx }) {
              const change = { [column]: column === "phoneNumber" ? number : true };
              await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
                await updateUser(ctx, user, change);
              });
              return ok({});
            },
          }),
        },
      });
      const { db, signUp } = createTestAuth({ plugins: [phoneNumber(), rename] });
      const { browser, user } = await signUp("ada@example.com");
      expect(await codeOf(await browser.post("/rename", {}))).toEqual([400, "PHONE_NUMBER_CANNOT_BE_UPDATED"]);
      expect(await db.find(userModel, { id: user.id })).toMatchObject({
        phoneNumber: null,
        phoneNumberVerified: false,
      });
    },
  );
});

test("an attacker who signed up with the address and added a number loses both to the owner of the address", async () => {
  const { ask, mailbox, signUp, verify, visit, users, auth } = open({
    config: { emailVerification: { sendOnSignUp: true } },
  });
  const attacker = await signUp(email);
  expect((await verify(attacker, await ask(attacker), { updatePhoneNumber: true })).status).toBe(200);
  await auth.idle();
  await visit().client.forgetPassword({ email, redirectTo: "/new" });
  const { token } = await mailbox.waitFor(email, { kind: "reset-password" });
  const reset = await visit().client.resetPassword({ token, newPassword: "the owner's password" });
  expect(reset.error).toBe(null);
  expect(await users()).toMatchObject([{ email, phoneNumber: null, phoneNumberVerified: false }]);
});

test.each([
  ["at once", 0],
  ["nine days later", 9],
])(
  "the owner of an earlier address who undoes a change of address %s removes a number added since",
  async (_, days) => {
    const { clock, ask, db, mailbox, member, signUp, verify, users } = open({
      config: { user: { changeEmail: { enabled: true } } },
    });
    const kept = await member("bob@example.com", other);
    const thief = await signUp(email);
    await db.update(userModel, thief.user.id, { emailVerified: true });
    for (const [person, newEmail] of [
      [thief, "eve@example.com"],
      [kept, "bob@new.example"],
    ] as const) {
      const old = person === thief ? email : "bob@example.com";
      expect((await person.client.changeEmail({ newEmail })).error).toBe(null);
      const { url } = await mailbox.waitFor(old, { kind: "confirm-email-change" });
      await person.browser.follow(new URL(url));
      clock.forward({ seconds: 1 });
    }
    expect((await verify(thief, await ask(thief), { updatePhoneNumber: true })).status).toBe(200);
    clock.forward({ days });
    for (const old of [email, "bob@example.com"]) {
      const { url } = await mailbox.waitFor(old, { kind: "email-changed" });
      const undone = await kept.browser.post("/undo-email-change", { token: new URL(url).searchParams.get("token") });
      expect(undone.status).toBeLessThan(400);
    }
    const numbers = (await users()).map((user) => [user.email, Reflect.get(user, "phoneNumber")]);
    expect(numbers).toContainEqual([email, null]);
    expect(numbers).toContainEqual(["bob@example.com", other]);
  },
);

test("a user without an address is not found, mailed or linked by the address", async () => {
  const { auth, holder, mailbox, visit } = open();
  const { user } = await holder();
  const { client } = visit();
  await client.forgetPassword({ email: user.email, redirectTo: "/new" });
  await auth.idle();
  expect(mailbox.messages).toEqual([]);
  const { error } = await client.signUp.email({ name: "Eve", email: user.email, password: "a right password" });
  expect([error?.status, error?.code]).toEqual([400, "INVALID_EMAIL"]);
});

test("a verified number counts as a way to sign in: the password's account can be unlinked", async () => {
  const { member } = open();
  const ada = await member();
  const { error } = await ada.client.unlinkAccount({ providerId: "credential" });
  expect(error).toBe(null);
});
