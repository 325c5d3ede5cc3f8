import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { recoveryAddress } from "@keyhold/core/users";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { beforeEach, describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { codeOf, readSecret, stepOf } from "../src/codes/totp.js";
import { password } from "./fixture.ts";

/** A sign-in by a provider writes no identity, no token and no profile to the account before the second factor. */

const idp = useIdentityProvider();
const email = "ada@example.com";
const atGoogle = { subject: "118", email, emailVerified: true, name: "Ada of Google", picture: null } as const;
const identity: Omit<typeof atGoogle, "email"> & { readonly email: string } = atGoogle;
const pages = { callbackURL: "/in", errorCallbackURL: "/sign-in" };

function open() {
  const { clientId, clientSecret, fetch } = idp();
  const provider = google({ clientId, clientSecret, accessType: "offline", overrideUserInfoOnSignIn: true });
  const fixture = createTestAuth({
    plugins: [twoFactor({ recovery: { delaySeconds: 3600 } }), social({ providers: [provider], fetch })],
    clientPlugins: [twoFactorClient(), socialClient()],
    config: { user: { changeEmail: { enabled: true } } },
  });
  idp().useClock(fixture.clock.now);
  return fixture;
}

type Fixture = ReturnType<typeof open>;
let fixture: Fixture;
let ada: Awaited<ReturnType<Fixture["signUp"]>>;
let secret: string;
beforeEach(async () => {
  fixture = open();
  ada = await fixture.signUp(email, { name: "Ada" });
  const { token } = await fixture.mailbox.waitFor(email, { kind: "verify-email" });
  // In the browser of the sign-up, so that Ada is known to be the owner of the mailbox.
  expect((await ada.client.verifyEmail({ token })).error).toBe(null);
});

const codeNow = (): string => {
  fixture.clock.forward({ seconds: 30 });
  return codeOf(readSecret(secret) ?? new Uint8Array(), stepOf(fixture.clock.now()));
};

async function enrol(): Promise<readonly string[]> {
  const { data } = await ada.client.twoFactor.enable({ password });
  secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  expect((await ada.client.twoFactor.verifyTotp({ code: codeNow() })).error).toBe(null);
  return data?.backupCodes ?? [];
}

/** Comes back from Google, where the caller has an identity with Ada's address. */
async function come(by: "a redirect" | "an ID token" = "a redirect", as: typeof identity = atGoogle) {
  const visit = fixture.visit();
  if (by === "an ID token") {
    const token = await idp().idToken("google", as);
    const { data } = await visit.client.signIn.social({ provider: "google", idToken: { token } });
    expect(data).toMatchObject({ twoFactorRedirect: true });
    return visit;
  }
  const { url } = await (await visit.browser.post("/sign-in/social", { provider: "google", ...pages })).json();
  await visit.browser.fetch(new URL((await idp().authorize(url, { as })).url));
  return visit;
}

/** What the account has: the providers, the tokens of Google, and the name. */
async function accountState() {
  const rows = await fixture.db.list(accountModel, { userId: ada.user.id }, { orderBy: "id", limit: 10 });
  const { data } = await ada.client.getSession();
  const atProvider = rows.find(({ providerId }) => providerId === "google");
  return {
    providers: rows.map(({ providerId }) => providerId).sort(),
    accessToken: atProvider?.accessToken ?? null,
    expiresAt: atProvider?.accessTokenExpiresAt ?? null,
    name: data?.user.name,
  };
}

const linkedEmails = async () => {
  await fixture.auth.idle();
  return fixture.mailbox.messages.filter(({ kind }) => kind === "account-linked").length;
};
const unlinked = { providers: ["credential"], accessToken: null, expiresAt: null, name: "Ada" };

describe.each(["a redirect", "an ID token"] as const)("a first sign-in by Google, by %s,", (by) => {
  test("links nothing before the factor, and all of it with the factor", async () => {
    await enrol();
    const visit = await come(by);
    expect(await accountState()).toEqual(unlinked);
    expect(await linkedEmails()).toBe(0);
    expect(fixture.events.map(({ type }) => type)).not.toContain("account.linked");

    const { data } = await visit.client.twoFactor.verifyTotp({ code: codeNow() });
    expect(data).toMatchObject({ user: { id: ada.user.id } });
    expect(await accountState()).toMatchObject({ providers: ["credential", "google"], name: "Ada of Google" });
    expect((await visit.client.getSession()).data).toMatchObject({
      user: { name: "Ada of Google" },
      session: { amr: "fed,mail,otp,mfa" },
    });
    expect(await linkedEmails()).toBe(1);
    if (by === "a redirect") expect((await accountState()).expiresAt).toBeInstanceOf(Date);
  });
});

test("a wrong code, and a code that is never given, write nothing", async () => {
  await enrol();
  const { client } = await come();
  expect((await client.twoFactor.verifyTotp({ code: "000000" })).error?.code).toBe("INVALID_CODE");
  fixture.clock.forward({ minutes: 11 });
  expect((await client.twoFactor.verifyTotp({ code: codeNow() })).error?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
  expect(await accountState()).toEqual(unlinked);
});

test("the tokens and the profile of a linked account wait for the factor, too", async () => {
  await come();
  await ada.client.updateUser({ name: "Ada" });
  const linked = await accountState();
  expect(linked).toMatchObject({ providers: ["credential", "google"], name: "Ada" });
  await enrol();
  const { client } = await come();
  expect(await accountState()).toEqual(linked);
  expect((await client.twoFactor.verifyTotp({ code: codeNow() })).error).toBe(null);
  const renewed = await accountState();
  expect(renewed).toMatchObject({ providers: ["credential", "google"], name: "Ada of Google" });
  expect(renewed.accessToken).not.toBe(linked.accessToken);
});

test.each(["a redirect", "an ID token"] as const)(
  "a linked identity with an address that is not confirmed ends no hold before the factor, by %s",
  async (by) => {
    await come();
    await enrol();
    const newEmail = "new@example.com";
    await ada.client.updateUser({ name: "Ada" });
    expect((await ada.client.changeEmail({ newEmail })).error).toBe(null);
    await ada.browser.follow(linkIn(await fixture.mailbox.waitFor(email, { kind: "confirm-email-change" })));
    const linked = await accountState();
    const addresses = async () => {
      const user = await fixture.db.find(userModel, { id: ada.user.id });
      const held = await recoveryAddress({ db: fixture.db, now: fixture.clock.now }, { id: ada.user.id });
      return { email: user?.email, emailVerified: user?.emailVerified, held };
    };
    const before = { email: newEmail, emailVerified: false, held: email };
    expect(await addresses()).toEqual(before);

    const { client } = await come(by, { ...atGoogle, email: newEmail });
    expect(await addresses()).toEqual(before);
    expect(await accountState()).toEqual(linked);

    expect((await client.twoFactor.verifyTotp({ code: codeNow() })).error).toBe(null);
    expect(await addresses()).toEqual({ email: newEmail, emailVerified: true, held: null });
    expect((await client.getSession()).data?.user).toMatchObject({ name: "Ada of Google", emailVerified: true });
  },
);

test("a backup code is a factor, and an identity that is found by the address starts no recovery", async () => {
  const [code = ""] = await enrol();
  const waiting = await come();
  expect((await waiting.client.twoFactor.startRecovery()).error?.code).toBe("RECOVERY_NOT_ALLOWED");
  expect((await fixture.db.list(accountModel, { userId: ada.user.id }, { orderBy: "id", limit: 10 })).length).toBe(1);

  fixture = open();
  ada = await fixture.signUp(email, { name: "Ada" });
  const { token } = await fixture.mailbox.waitFor(email, { kind: "verify-email" });
  await ada.client.verifyEmail({ token });
  const [second = ""] = await enrol();
  expect(second).not.toBe(code);
  const { client } = await come();
  expect((await client.twoFactor.verifyBackupCode({ code: second })).error).toBe(null);
  expect((await accountState()).providers).toEqual(["credential", "google"]);
});

test("a backup code without a session writes all of it, too", async () => {
  const [code = ""] = await enrol();
  const { client } = await come();
  expect((await client.twoFactor.verifyBackupCode({ code, disableSession: true })).data).toMatchObject({
    token: null,
    user: { name: "Ada of Google" },
  });
  expect(await accountState()).toMatchObject({ providers: ["credential", "google"], name: "Ada of Google" });
  expect(await linkedEmails()).toBe(1);
  expect((await client.getSession()).data).toBe(null);
});

test("an identity that another user has linked meanwhile is linked to neither, and the code stays unused", async () => {
  await enrol();
  const { client } = await come();
  const bob = await fixture.signUp("bob@example.com");
  await fixture.auth.idle();
  const at = fixture.clock.now();
  const taken = { userId: bob.user.id, providerId: "google", accountId: "118", createdAt: at, updatedAt: at };
  await fixture.db.transactionOn(userModel, bob.user.id, (tx, user) => tx.insert(accountModel, taken, user));
  const { error } = await client.twoFactor.verifyTotp({ code: codeNow() });
  expect(error?.status).toBeLessThan(500);
  expect(await accountState()).toEqual(unlinked);
  expect(await fixture.db.list(sessionModel, { userId: ada.user.id }, { orderBy: "id", limit: 9 })).toHaveLength(1);
});

test("an address that nobody had verified is proven by the provider at once", async () => {
  const mallory = await fixture.signUp("victim@example.com", { name: "Mallory" });
  const visit = fixture.visit();
  const { url } = await (await visit.browser.post("/sign-in/social", { provider: "google", ...pages })).json();
  const victim = { ...atGoogle, subject: "119", email: "victim@example.com" };
  await visit.browser.fetch(new URL((await idp().authorize(url, { as: victim })).url));
  expect((await visit.client.getSession()).data?.user.id).toBe(mallory.user.id);
  expect((await mallory.client.getSession()).data).toBe(null);
});

test("sixteen callers with one code finish one sign-in, and link the identity once", async () => {
  await enrol();
  const visits = await Promise.all(Array.from({ length: 4 }, () => come()));
  const code = codeNow();
  const answers = await Promise.all(
    visits.flatMap(({ client }) => Array.from({ length: 4 }, () => client.twoFactor.verifyTotp({ code }))),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect((await accountState()).providers).toEqual(["credential", "google"]);
});
