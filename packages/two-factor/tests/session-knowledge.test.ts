import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { codeOf, readSecret, stepOf } from "../src/codes/totp.js";
import { password } from "./fixture.ts";

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

const person = { subject: "118", email: "ada@example.com", emailVerified: true, name: "Ada", picture: null } as const;

/** An auth with a provider and administrators, and Ada, who has an authenticator app and an account at Google. */
async function open() {
  const { clientId, clientSecret, fetch } = idp;
  const fixture = createTestAuth({
    plugins: [social({ providers: [google({ clientId, clientSecret })], fetch }), admin(), twoFactor()],
    clientPlugins: [socialClient(), adminClient(), twoFactorClient()],
  });
  idp.useClock(fixture.clock.now);
  const ada = await fixture.signUp("ada@example.com");
  const { data } = await ada.client.twoFactor.enable({ password });
  const secret = readSecret(new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "");
  const code = (): string => codeOf(secret ?? new Uint8Array(), stepOf(fixture.clock.now()));

  const setOut = async (browser: typeof ada.browser, path = "/sign-in/social"): Promise<URL> => {
    const pages = { callbackURL: "/in", newUserCallbackURL: "/new", errorCallbackURL: "/out" };
    const answer = await browser.post(path, { provider: "google", ...pages });
    return new URL((await idp.authorize((await answer.json()).url, { as: person })).url);
  };
  const location = async (browser: typeof ada.browser, url: URL): Promise<URL> =>
    new URL((await browser.fetch(url)).headers.get("location") ?? "");

  expect((await location(ada.browser, await setOut(ada.browser, "/link-social"))).pathname).toBe("/in");
  await ada.client.twoFactor.verifyTotp({ code: code() });
  fixture.clock.forward({ minutes: 1 });
  const rows = () => fixture.db.list(sessionModel, { userId: ada.user.id }, { orderBy: "createdAt", limit: 100 });
  return { ...fixture, ada, code, setOut, location, rows };
}

let fixture: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  fixture = await open();
});

describe("a sign-in by a provider", () => {
  test("sends the browser to the page that asks, and comes back to its callbackURL", async () => {
    const { visit, setOut, location, rows, code } = fixture;
    const { browser, client } = visit();
    const landed = await location(browser, await setOut(browser));
    expect([landed.pathname, landed.searchParams.get("methods")]).toEqual(["/two-factor", "totp,backup-code"]);
    expect(await rows()).toHaveLength(1);
    expect((await client.getSession()).data).toBe(null);
    const { data } = await client.twoFactor.verifyTotp({ code: code() });
    expect(data).toMatchObject({ redirect: true, url: "/in" });
    expect((await client.getSession()).data?.session).toMatchObject({ amr: "fed,otp,mfa" });
  });

  test("by an ID token answers what is asked, and opens nothing", async () => {
    const { visit, rows } = fixture;
    const { client, browser } = visit();
    const idToken = { token: await idp.idToken("google", person) };
    const answer = await browser.post("/sign-in/social", { provider: "google", idToken });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { twoFactorRedirect: true, twoFactorMethods: ["totp", "backup-code"] },
    ]);
    expect((await client.getSession()).data).toBe(null);
    expect(await rows()).toHaveLength(1);
  });
});

describe("what a session knows", () => {
  test("stays when the password is changed: that is never asked for a factor", async () => {
    const { ada, rows, clock } = fixture;
    const [before] = await rows();
    const changed = await ada.client.changePassword({ currentPassword: password, newPassword: "another password!" });
    expect(changed.data).toMatchObject({ token: expect.any(String) });
    const [after] = await rows();
    expect(after).toMatchObject({ amr: "pwd,otp,mfa", authTime: clock.now() });
    expect(after).toHaveProperty("factorTime", before && Reflect.get(before, "factorTime"));
    expect(after?.id).not.toBe(before?.id);
  });

  test("is renewed by the password, which is no second factor", async () => {
    const { ada, rows, clock } = fixture;
    const [before] = await rows();
    clock.forward({ days: 2 });
    expect((await ada.client.deleteUser({})).error?.code).toBeDefined();
    await ada.client.stepUp.password({ password });
    const [after] = await rows();
    expect(after).toMatchObject({ amr: "pwd,otp,mfa", authTime: clock.now() });
    expect(after).toHaveProperty("factorTime", before && Reflect.get(before, "factorTime"));
  });

  test("counts from the sign-in in a row from before the columns", async () => {
    const { ada, rows, db, clock } = fixture;
    const [row] = await rows();
    await db.update(sessionModel, row?.id ?? "", { amr: null, authTime: null, factorTime: null } as object);
    const unlink = () => ada.client.unlinkAccount({ providerId: "github" });
    expect((await unlink()).error?.code).not.toBe("SESSION_IS_NOT_FRESH");
    clock.forward({ days: 2 });
    const needOf = async () => (await ada.client.unlinkAccount({ providerId: "github" })).error?.stepUp;
    expect(await needOf()).toMatchObject({ factors: 2, maxAgeSeconds: 86_400 });
    await ada.client.stepUp.password({ password });
    expect(await needOf()).toMatchObject({ factors: 2 });
    await ada.client.stepUp.totp({ code: fixture.code() });
    expect((await unlink()).error?.code).toBe("ACCOUNT_NOT_FOUND");
  });

  test("is forgotten, as far as it is newer than the sign-in, when another session changes the password", async () => {
    const { ada, visit, code, clock, rows } = fixture;
    const other = visit();
    await other.client.signIn.email({ email: "ada@example.com", password });
    await other.client.twoFactor.verifyTotp({ code: code() });
    clock.forward({ minutes: 5 });
    await other.client.stepUp.password({ password });
    const change = { currentPassword: password, newPassword: "another password!", revokeOtherSessions: false };
    await ada.client.changePassword(change);
    const kept = (await rows()).find(({ createdAt }) => createdAt.getTime() === clock.now().getTime() - 300_000);
    expect(kept).toMatchObject({ authTime: kept?.createdAt, factorTime: null });
  });

  test("is nothing in an impersonation, which is never asked for a factor", async () => {
    const { ada, signUp, db, rows } = fixture;
    const boss = await signUp("boss@example.com");
    await db.update(userModel, boss.user.id, { role: "admin" } as object);
    const { data } = await boss.client.admin.impersonateUser({ userId: ada.user.id });
    expect(data?.user.id).toBe(ada.user.id);
    expect(await rows()).toContainEqual(
      expect.objectContaining({ impersonatedBy: boss.user.id, amr: null, authTime: null, factorTime: null }),
    );
  });

  test("is a second factor in a session that `signInAs` opens for a test", async () => {
    const { auth } = fixture;
    const { session } = await signInAs(auth, "ada@example.com");
    expect(session).toMatchObject({ amr: "pwd,mfa" });
  });
});

test("an administrator resets the factors of a user who has lost them, and not their own", async () => {
  const { ada, signUp, visit, db, auth, events } = fixture;
  const boss = await signUp("boss@example.com");
  await db.update(userModel, boss.user.id, { role: "admin" } as object);
  expect((await boss.client.admin.resetTwoFactor({ userId: ada.user.id })).data).toEqual({ success: true });
  expect((await ada.client.getSession()).data).toBe(null);
  const signedIn = await visit().client.signIn.email({ email: "ada@example.com", password });
  expect(signedIn.data).toMatchObject({ token: expect.any(String) });
  await auth.idle();
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["two-factor.reset", "admin.two-factor-reset"]),
  );
  expect((await boss.client.admin.resetTwoFactor({ userId: boss.user.id })).error?.code).toBe(
    "YOU_CANNOT_RESET_YOUR_OWN_TWO_FACTOR",
  );
  expect((await ada.client.admin.resetTwoFactor({ userId: boss.user.id })).error?.status).toBe(401);
});

test("a ban ends a pending sign-in and trusted browsers, also after it is lifted", async () => {
  const { ada, signUp, visit, db, code, clock } = fixture;
  const boss = await signUp("boss@example.com");
  await db.update(userModel, boss.user.id, { role: "admin" } as object);
  const trusted = visit();
  const signIn = (client: typeof trusted.client) => client.signIn.email({ email: "ada@example.com", password });
  await signIn(trusted.client);
  await trusted.client.twoFactor.verifyTotp({ code: code(), trustDevice: true });
  const pending = visit();
  await signIn(pending.client);
  await boss.client.admin.banUser({ userId: ada.user.id });
  clock.forward({ seconds: 30 });
  expect((await pending.client.twoFactor.verifyTotp({ code: code() })).error?.status).toBe(401);
  expect((await signIn(trusted.client)).error?.code).toBe("BANNED_USER");
  await boss.client.admin.unbanUser({ userId: ada.user.id });
  expect((await signIn(trusted.client)).data).toMatchObject({ twoFactorRedirect: true });
});
