import { defineErrors } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { expect, test } from "vitest";
import { email, open, password } from "./fixture.ts";

const limited = { rateLimit: { enabled: true } };

test("a guest has a session, the name Anonymous and an address that receives no email", async () => {
  const { visitAsGuest, users, signedInAs, mailbox, auth } = open();
  const visit = await visitAsGuest();
  expect(visit.guest).toMatchObject({
    name: "Anonymous",
    email: expect.stringMatching(/^guest-[a-z0-9]{24}@anonymous\.invalid$/),
    emailVerified: false,
    isAnonymous: true,
  });
  expect(await signedInAs(visit)).toEqual(visit.guest);
  expect(await users()).toHaveLength(1);
  await auth.idle();
  expect(mailbox.messages).toEqual([]);
});

test("a guest and a user are no guest a second time, and keep their sessions", async () => {
  const { signUp, visitAsGuest, signedInAs, users } = open();
  const guest = await visitAsGuest();
  const again = await guest.client.signIn.anonymous({});
  expect(again.error).toMatchObject({ status: 400, code: "ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY" });
  const ada = await signUp(email);
  expect((await ada.client.signIn.anonymous({})).error).toMatchObject({ status: 400, code: "ALREADY_SIGNED_IN" });
  expect([(await signedInAs(guest))?.id, (await signedInAs(ada))?.id]).toEqual([guest.guest.id, ada.user.id]);
  expect(await users()).toHaveLength(2);
});

test("users have isAnonymous false, which no input sets", async () => {
  const { visit, signedInAs } = open();
  const { browser, client } = visit();
  await browser.post("/sign-up/email", { name: "Ada", email, password, isAnonymous: true });
  expect(await signedInAs({ client })).toMatchObject({ isAnonymous: false });
  await browser.post("/update-user", { isAnonymous: true });
  expect(await signedInAs({ client })).toMatchObject({ isAnonymous: false });
});

test("a rule of sign-ups rejects guests, too", async () => {
  const errors = defineErrors({ CLOSED: { status: 403, message: "closed" } });
  const { visit } = open({
    config: {
      errors,
      hooks: { "user.create": (draft, ctx, { isSignUp }) => (isSignUp ? ctx.fail(errors.CLOSED) : draft) },
    },
  });
  expect((await visit().client.signIn.anonymous({})).error).toMatchObject({ status: 403, code: "CLOSED" });
});

test("ten guests an hour from one address, and the eleventh gets 429 with the seconds to wait", async () => {
  const { visit, clock } = open({ config: limited });
  const statusOf = async (ipAddress: string) =>
    (await visit({ ipAddress }).browser.post("/sign-in/anonymous", {})).status;
  const statuses = await Promise.all(Array.from({ length: 30 }, () => statusOf("192.0.2.1")));
  expect([
    statuses.filter((status) => status === 200).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([10, 20]);
  clock.forward({ minutes: 2 });
  const refused = await visit({ ipAddress: "192.0.2.1" }).browser.post("/sign-in/anonymous", {});
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
  expect(await statusOf("192.0.2.2")).toBe(200);
  clock.forward({ hours: 1 });
  expect(await statusOf("192.0.2.1")).toBe(200);
});

test("an address beyond its limit uses nothing of the limit of the app", async () => {
  const { visit } = open({
    config: { rateLimit: { enabled: true, limits: { "/sign-in/anonymous": { windowSeconds: 3600, max: 1 } } } },
    options: { perApp: { windowSeconds: 3600, max: 2 } },
  });
  const statusOf = async (last: number) =>
    (await visit({ ipAddress: `192.0.2.${last}` }).browser.post("/sign-in/anonymous", {})).status;
  expect([await statusOf(1), await statusOf(1), await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([
    200, 429, 429, 200, 429,
  ]);
});

test("a guest deletes the guest, with all data; a user does not", async () => {
  const { visitAsGuest, signUp, users, signedInAs, cartOf } = open();
  const visit = await visitAsGuest();
  const answer = await visit.client.deleteAnonymousUser({});
  expect(answer).toMatchObject({ data: { success: true }, error: null });
  expect([await users(), await signedInAs(visit), await cartOf(visit.guest.id)]).toEqual([[], null, []]);
  const ada = await signUp(email);
  expect((await ada.client.deleteAnonymousUser({})).error).toMatchObject({
    status: 403,
    code: "USER_IS_NOT_ANONYMOUS",
  });
  expect(await users()).toHaveLength(1);
  const nobody = await open().visit().browser.post("/delete-anonymous-user", {});
  expect(nobody.status).toBe(401);
});

test("a guest unused for thirty days is deleted, a guest who uses the app stays", async () => {
  const { visitAsGuest, visit, clock, auth, users } = open({
    config: { session: { expiresInSeconds: 86_400 * 90, absoluteExpiresInSeconds: 86_400 * 365 } },
  });
  const [unused, used] = [await visitAsGuest(), await visitAsGuest(visit())];
  clock.forward({ days: 20 });
  await used.client.getSession();
  clock.forward({ days: 12 });
  await auth.api.removeExpired();
  expect((await users()).map(({ id }) => id)).toEqual([used.guest.id]);
  expect((await unused.client.getSession()).data).toBe(null);
  clock.forward({ days: 32 });
  await auth.api.removeExpired();
  expect(await users()).toEqual([]);
});

test("an unused guest whom a hook keeps stays, and the unused guests after this guest are deleted", async () => {
  const kept = { id: "" };
  const errors = defineErrors({ OWNERS_STAY: { status: 400, message: "an owner stays" } });
  const { visitAsGuest, visit, clock, auth, users, logged } = open({
    config: {
      errors,
      hooks: { "user.delete": ({ id }, ctx) => (id === kept.id ? ctx.fail(errors.OWNERS_STAY) : undefined) },
    },
  });
  kept.id = (await visitAsGuest()).guest.id;
  clock.forward({ seconds: 1 });
  await visitAsGuest(visit());
  clock.forward({ days: 45 });
  await auth.api.removeExpired();
  expect((await users()).map(({ id }) => id)).toEqual([kept.id]);
  expect(logged.map(({ message }) => message)).toContain(
    "An unused guest cannot be deleted (OWNERS_STAY): end what keeps the guest.",
  );
});

test("administrators see guests in their lists, and filter by them", async () => {
  const { visitAsGuest, signUp, db } = open();
  const boss = await signUp("boss@example.com");
  const role: object = { role: "admin" };
  await db.update(userModel, boss.user.id, role);
  const { guest } = await visitAsGuest();
  const { data } = await boss.client.admin.listUsers({});
  expect(data?.users.find(({ id }) => id === guest.id)).toMatchObject({ isAnonymous: true });
});
