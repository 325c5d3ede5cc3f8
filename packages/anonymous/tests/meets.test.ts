import { anonymous } from "@keyhold/anonymous";
import { anonymousClient } from "@keyhold/anonymous/client";
import { apiKey } from "@keyhold/api-key";
import { defineErrors } from "@keyhold/core";
import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { codeOfUri } from "../../../tests/harness/authenticator-app.ts";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { email, open, password } from "./fixture.ts";

/** Guests beside other features: bans, impersonation, token mode, limits of sessions, passkeys, organizations. */

const person = { name: "Ada", email, password };

async function openWithAdmin() {
  const fixture = open();
  const boss = await fixture.signUp("boss@example.com");
  const role: object = { role: "admin" };
  await fixture.db.update(userModel, boss.user.id, role);
  return { ...fixture, boss };
}

test("an administrator who impersonates a guest makes no account of the guest, and moves no data", async () => {
  const { boss, visitAsGuest, visit, cartOf, merge, db, told } = await openWithAdmin();
  const { guest } = await visitAsGuest(visit());
  expect((await boss.client.admin.impersonateUser({ userId: guest.id })).error).toBe(null);
  expect((await boss.browser.post("/delete-anonymous-user", {})).status).toBe(403);
  await boss.browser.post("/sign-up/email", person);
  expect(await db.find(userModel, { id: guest.id })).toMatchObject({ isAnonymous: true });
  expect([await cartOf(guest.id), merge.calls, told("anonymous.upgraded")]).toEqual([["tea"], 0, 0]);
});

test("an impersonation out of the session of a guest leaves the guest", async () => {
  const { boss, visitAsGuest, db, merge } = await openWithAdmin();
  const { guest } = await visitAsGuest();
  await boss.client.admin.impersonateUser({ userId: guest.id });
  await boss.client.admin.stopImpersonating({});
  expect(await db.find(userModel, { id: guest.id })).toMatchObject({ isAnonymous: true });
  expect(merge.calls).toBe(0);
});

test("a banned guest has no session, and makes no account of the guest", async () => {
  const { boss, visitAsGuest, signedInAs, db } = await openWithAdmin();
  const visit = await visitAsGuest();
  await boss.client.admin.banUser({ userId: visit.guest.id });
  expect(await signedInAs(visit)).toBe(null);
  await visit.browser.post("/sign-up/email", person);
  expect((await signedInAs(visit))?.id).not.toBe(visit.guest.id);
  expect(await db.find(userModel, { id: visit.guest.id })).toMatchObject({ isAnonymous: true, banned: true });
});

test("a ban that keeps the session is no way around: the sign-up of the guest fails", async () => {
  const { visitAsGuest, db, signedInAs } = open();
  const visit = await visitAsGuest();
  const banned: object = { banned: true };
  await db.update(userModel, visit.guest.id, banned);
  const answer = await visit.browser.post("/sign-up/email", person);
  expect([answer.status, (await answer.json()).code]).toEqual([403, "BANNED_USER"]);
  expect((await signedInAs(visit))?.id).toBe(visit.guest.id);
  expect(await db.find(userModel, { email })).toBe(null);
});

test("a taken address damages no guest", async () => {
  const { visitAsGuest, signUp, signedInAs, cartOf, told } = open();
  await signUp(email);
  const visit = await visitAsGuest();
  expect((await visit.browser.post("/sign-up/email", person)).status).toBe(422);
  expect(await signedInAs(visit)).toMatchObject({ id: visit.guest.id, isAnonymous: true });
  expect([await cartOf(visit.guest.id), told("anonymous.upgraded")]).toEqual([["tea"], 0]);
});

test("a copy of the guest's session from before the sign-up opens nothing", async () => {
  const { visitAsGuest, copyCookies, signedInAs } = open();
  const visit = await visitAsGuest();
  const planted = copyCookies(visit);
  await visit.browser.post("/sign-up/email", person);
  expect((await signedInAs(visit))?.id).toBe(visit.guest.id);
  expect(await (await planted.get("/get-session")).json()).toBe(null);
});

test("a session of a guest that has expired makes no account of the guest, and moves no data", async () => {
  const { visitAsGuest, visit, signUp, db, clock, merge, copyCookies, told } = open();
  const { user, password } = await signUp("other@example.com");
  for (const isSignUp of [false, true]) {
    const guest = await visitAsGuest(visit());
    const late = copyCookies(guest);
    clock.forward({ days: 8 });
    const answer = isSignUp
      ? await late.post("/sign-up/email", person)
      : await late.post("/sign-in/email", { email: user.email, password });
    expect(answer.status).toBe(200);
    expect(await db.find(userModel, { id: guest.guest.id })).toMatchObject({ isAnonymous: true });
  }
  expect([merge.calls, told("anonymous.upgraded")]).toEqual([0, 0]);
});

test("an app in token mode signs up with the token of the guest, and signs in with it", async () => {
  const { auth, db } = open({ config: { session: { bearer: true } } });
  const origin = "https://app.example.com";
  const app = new TokenClient(auth.handler, origin);
  const guest = await app.post("/sign-in/anonymous", {});
  const { id } = (guest.body as { user: { id: string } }).user;
  const guestToken = app.token;
  expect((await app.post("/sign-up/email", person)).body?.user).toMatchObject({ id, email, isAnonymous: false });
  expect(app.token).not.toBe(guestToken);
  expect((await app.get("/get-session")).body?.user).toMatchObject({ id, email });
  const other = new TokenClient(auth.handler, origin);
  await other.post("/sign-in/anonymous", {});
  expect((await other.post("/sign-in/email", { email, password })).body?.user).toMatchObject({ id });
  expect(await db.count(userModel, {})).toBe(1);
});

test("the maximum of sessions of an account holds for a sign-in by a guest", async () => {
  const { signUp, visitAsGuest, sessionsOf, visit } = open({ config: { session: { maxSessionsPerUser: 2 } } });
  const { user, password } = await signUp(email);
  for (let count = 0; count < 3; count += 1) {
    const guest = await visitAsGuest(visit());
    await guest.browser.post("/sign-in/email", { email, password });
    expect(await sessionsOf(user.id)).toBe(Math.min(count + 2, 2));
  }
});

test("no address of a guest is signed up, changed to, or emailed", async () => {
  const { visitAsGuest, visit, auth, mailbox, signUp } = open({
    config: { user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } } },
  });
  const { guest, client, browser } = await visitAsGuest();
  const { email: address } = guest;
  const other = visit();
  const codeOf = async (answer: Response) => (await answer.json()).code;
  expect(await codeOf(await other.browser.post("/sign-up/email", { ...person, email: address }))).toBe("INVALID_EMAIL");
  const ada = await signUp(email);
  expect(await codeOf(await ada.browser.post("/change-email", { newEmail: "x@anonymous.invalid" }))).toBe(
    "INVALID_EMAIL",
  );
  expect(await codeOf(await browser.post("/change-email", { newEmail: "new@example.com" }))).toBe(
    "ANONYMOUS_USERS_MUST_SIGN_UP",
  );
  await other.browser.post("/forget-password", { email: address, redirectTo: "/new" });
  await other.browser.post("/send-verification-email", { email: address });
  await client.deleteUser({});
  await auth.idle();
  expect(mailbox.messages.filter(({ to }) => to.endsWith(".invalid"))).toEqual([]);
});

describe("a guest with a passkey", () => {
  function openWithPasskeys() {
    const fixture = createTestAuth({
      plugins: [anonymous(), passkey()],
      clientPlugins: [anonymousClient(), passkeyClient()],
    });
    async function enrolled() {
      const visit = fixture.visit();
      const { data } = await visit.client.signIn.anonymous({});
      if (!data || !("user" in data)) throw new Error("No guest was made.");
      const options = await visit.client.passkey.generateRegisterOptions();
      if (!options.data) throw new Error(options.error.code);
      const device = createAuthenticator();
      expect((await visit.client.passkey.verifyRegistration({ response: device.register(options.data) })).error).toBe(
        null,
      );
      return { ...visit, user: data.user, device };
    }
    return { ...fixture, enrolled };
  }

  test("is no guest: neither a sign-up nor a sign-in nor the time takes the user", async () => {
    const { enrolled, signUp, db, clock, auth } = openWithPasskeys();
    const visit = await enrolled();
    await visit.browser.post("/sign-up/email", person);
    const other = await enrolled();
    const ada = await signUp("other@example.com");
    await other.browser.post("/sign-in/email", { email: "other@example.com", password: ada.password });
    clock.forward({ days: 40 });
    await auth.api.removeExpired();
    const users = await db.list(userModel, {}, { orderBy: "id", limit: 9 });
    expect(users.map(({ id }) => id)).toEqual(expect.arrayContaining([visit.user.id, other.user.id, ada.user.id]));
    expect(users).toHaveLength(4);
    expect(users.map((user) => "isAnonymous" in user && user.isAnonymous)).toEqual([false, false, false, false]);
    expect(await db.count(accountModel, { userId: visit.user.id })).toBe(0);
  });

  test("signs in again by the passkey", async () => {
    const { enrolled, visit } = openWithPasskeys();
    const { user, device, client } = await enrolled();
    await client.signOut();
    const again = visit();
    const { data } = await again.client.passkey.generateAuthenticateOptions();
    if (!data) throw new Error("No options of an authentication.");
    await again.client.passkey.verifyAuthentication({ response: device.authenticate(data) });
    expect((await again.client.getSession()).data?.user.id).toBe(user.id);
  });
});

describe("in an app with organizations, a guest", () => {
  const errors = defineErrors({ NO_TEA: { status: 403, message: "no tea" } });

  function openOrganizations(mayAct: boolean) {
    const fixture = createTestAuth({
      plugins: [
        anonymous(),
        organization({ requireEmailVerificationToInvite: false, requireEmailVerificationOnInvitation: false }),
      ],
      clientPlugins: [anonymousClient(), organizationClient()],
      config: {
        errors,
        hooks: { "anonymous.act": ({ action }) => mayAct && action === "organization.create" },
      },
    });
    async function guest() {
      const visit = fixture.visit();
      const { data } = await visit.client.signIn.anonymous({});
      if (!data || !("user" in data)) throw new Error("No guest was made.");
      return { ...visit, user: data.user };
    }
    return { ...fixture, guest };
  }

  test("creates none, unless a hook allows it", async () => {
    const { client } = await openOrganizations(false).guest();
    const given = { name: "Tea", slug: "tea" };
    expect((await client.organization.create(given)).error).toMatchObject({
      status: 403,
      code: "ANONYMOUS_USERS_MUST_SIGN_UP",
    });
    const allowed = openOrganizations(true);
    const owner = await allowed.guest();
    const { data } = await owner.client.organization.create(given);
    expect(data).toMatchObject(given);
    const invited = await owner.client.organization.inviteMember({
      email,
      role: "member",
      organizationId: data?.id ?? "",
    });
    expect(invited.error).toMatchObject({ status: 403, code: "ANONYMOUS_USERS_MUST_SIGN_UP" });
    expect((await allowed.signUp("boss@example.com")).user).toMatchObject({ isAnonymous: false });
  });

  test("is invited by no address", async () => {
    const { guest, signUp } = openOrganizations(false);
    const { user } = await guest();
    const boss = await signUp("boss@example.com");
    const { data } = await boss.client.organization.create({ name: "Tea", slug: "tea" });
    const invited = await boss.client.organization.inviteMember({
      email: user.email,
      role: "member",
      organizationId: data?.id ?? "",
    });
    expect(invited.error).toMatchObject({ status: 400, code: "INVALID_EMAIL" });
  });
});

test("a guest with a password is no guest", async () => {
  const { auth, visitAsGuest, signedInAs, told } = open();
  const visit = await visitAsGuest();
  const headers = { cookie: visit.browser.cookies.header() ?? "" };
  const setCookie = (line: string) => void visit.browser.cookies.accept([line]);
  await auth.api.setPassword({ newPassword: password }, { headers, setCookie });
  expect(await signedInAs(visit)).toMatchObject({ id: visit.guest.id, isAnonymous: false });
  expect((await visit.browser.post("/delete-anonymous-user", {})).status).toBe(403);
  expect(told("anonymous.upgraded")).toBe(1);
});

test("a sign-up whose later rule fails leaves the guest and the session", async () => {
  const { visitAsGuest, db, signedInAs } = open();
  const visit = await visitAsGuest();
  // The address is taken in another case by another user meanwhile: the unique index decides.
  await db.insert(userModel, {
    name: "Other",
    email,
    emailVerified: false,
    image: null,
    createdAt: new Date(),
    updatedAt: new Date(),
  });
  const answer = await visit.browser.post("/sign-up/email", person);
  expect(answer.status).toBe(422);
  expect((await signedInAs(visit))?.id).toBe(visit.guest.id);
  expect(await db.count(sessionModel, { userId: visit.guest.id })).toBe(1);
});

test.each([false, true])("a guest makes an API key only where the app allows it: %s", async (allows) => {
  const { visit } = createTestAuth({
    plugins: [anonymous(), apiKey()],
    clientPlugins: [anonymousClient()],
    config: { hooks: { "anonymous.act": ({ action }) => allows && action === "api-key.create" } },
  });
  const { browser, client } = visit();
  await client.signIn.anonymous();
  const answer = await browser.post("/api-key/create", {});
  const refused = [403, "ANONYMOUS_USERS_MUST_SIGN_UP"];
  expect([answer.status, (await answer.json()).code]).toEqual(allows ? [200, undefined] : refused);
});

test("a guest who gets a passkey gets a new token: a planted cookie opens the account no more", async () => {
  const { auth, visit } = createTestAuth({
    plugins: [anonymous(), passkey()],
    clientPlugins: [anonymousClient(), passkeyClient()],
  });
  const { client, browser } = visit();
  const { data: guest } = await client.signIn.anonymous({});
  const headers = browser.headers();
  const { data: options } = await client.passkey.generateRegisterOptions();
  if (!options) throw new Error("no options");
  const response = createAuthenticator().register(options);
  expect((await client.passkey.verifyRegistration({ response })).error).toBe(null);
  expect((await client.getSession()).data?.user).toMatchObject({ id: guest?.user.id, isAnonymous: false });
  expect(await auth.session(headers)).toBe(null);
});

test("a guest who gets a password gets a new token: a planted cookie and another session open the account no more", async () => {
  const { auth, visitAsGuest, copyCookies, db, sessionsOf } = open();
  const visit = await visitAsGuest();
  const [planted, headers] = [copyCookies(visit), visit.browser.headers()];
  const { id: _, ...row } = (await db.find(sessionModel, { userId: visit.guest.id })) ?? {};
  await db.insert(sessionModel, { ...(row as typeof row & { userId: string }), token: "another" } as never);
  const lines: string[] = [];
  await auth.api.setPassword({ newPassword: password }, { headers, setCookie: (line) => void lines.push(line) });
  expect(await (await planted.get("/get-session")).json()).toBe(null);
  expect(await sessionsOf(visit.guest.id)).toBe(1);
  expect(lines).toEqual([expect.stringContaining("session_token=")]);
});

test("a key of a guest ends when the guest gets a password, as at a sign-up", async () => {
  const { auth, visit } = createTestAuth({
    plugins: [anonymous(), apiKey()],
    clientPlugins: [anonymousClient()],
    config: { hooks: { "anonymous.act": () => true } },
  });
  const { browser, client } = visit();
  await client.signIn.anonymous();
  const { key } = await (await browser.post("/api-key/create", {})).json();
  const isValid = async () => (await auth.api.verifyApiKey({ key })).valid;
  expect(await isValid()).toBe(true);
  await auth.api.setPassword({ newPassword: password }, { headers: browser.headers() });
  expect(await isValid()).toBe(false);
});

test("a second factor of a guest ends when the guest gets a password, as at a sign-up", async () => {
  const { auth, visit, clock } = createTestAuth({
    plugins: [anonymous(), twoFactor()],
    clientPlugins: [anonymousClient(), twoFactorClient()],
  });
  const { browser, client } = visit();
  await client.signIn.anonymous();
  const { totpURI = "" } = (await client.twoFactor.enable({})).data ?? {};
  expect((await client.twoFactor.verifyTotp({ code: codeOfUri(totpURI, clock.now()) })).error).toBe(null);
  expect((await client.getSession()).data?.user).toMatchObject({ isAnonymous: true, twoFactorEnabled: true });
  await auth.api.setPassword(
    { newPassword: password },
    { headers: browser.headers(), setCookie: (line) => void browser.cookies.accept([line]) },
  );
  expect((await client.getSession()).data?.user).toMatchObject({ isAnonymous: false, twoFactorEnabled: false });
  expect((await client.twoFactor.status()).data).toMatchObject({ methods: [], backupCodesLeft: 0 });
});

describe("the cached copy of a session shows no guest", () => {
  const openCached = () =>
    createTestAuth({
      plugins: [anonymous(), passkey()],
      clientPlugins: [anonymousClient(), passkeyClient()],
      config: { session: { cookieCache: { enabled: true } } },
    });

  test("after a passkey", async () => {
    const { client } = openCached().visit();
    await client.signIn.anonymous({});
    const { data: options } = await client.passkey.generateRegisterOptions();
    if (!options) throw new Error("no options");
    await client.passkey.verifyRegistration({ response: createAuthenticator().register(options) });
    expect((await client.getSession()).data?.user).toMatchObject({ isAnonymous: false });
  });

  test("after a password", async () => {
    const { auth, visit } = openCached();
    const { client, browser } = visit();
    await client.signIn.anonymous({});
    const setCookie = (line: string) => void browser.cookies.accept([line]);
    await auth.api.setPassword({ newPassword: password }, { headers: browser.headers(), setCookie });
    expect((await client.getSession()).data?.user).toMatchObject({ isAnonymous: false });
  });
});
