import { coreErrors, sessionModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import {
  accountAt,
  accountsOf,
  ann,
  come,
  type Fixture,
  type FixtureOptions,
  link,
  openFixture,
  plantAccount,
  waysOf,
} from "./fixture.ts";
import { interrupted } from "./interrupted.ts";

const idp = useIdentityProvider();

/** Ann with a password, at a browser of her own. */
async function open(options: FixtureOptions = {}) {
  const fixture = openFixture(idp(), options);
  const person = await fixture.signUp(ann.email);
  return { fixture, ...person };
}

const allAccounts = ({ db }: Fixture) => db.count(userModel, {});

describe("an identity that a user links in a session", () => {
  test("is an account of the user, with its tokens, and signs in to it", async () => {
    const { fixture, user, browser } = await open();
    const landing = await link(idp(), fixture, { at: { browser } });
    expect(landing.url.href).toBe("https://app.example.com/home");
    expect(await accountAt(fixture, "google")).toMatchObject({
      userId: user.id,
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      idToken: expect.any(String),
      scope: "openid,email,profile",
      password: null,
    });
    expect(await waysOf(fixture, user.id)).toEqual(["credential", "google"]);
    const elsewhere = fixture.visit();
    await come(idp(), fixture, { at: elsewhere });
    expect((await elsewhere.client.getSession()).data?.user.id).toBe(user.id);
    await fixture.auth.idle();
    expect(fixture.events).toContainEqual({
      type: "account.linked",
      userId: user.id,
      providerId: "google",
      accountId: ann.subject,
    });
  });

  test("changes neither name nor image", async () => {
    const { fixture, client, browser } = await open({ google: { overrideUserInfoOnSignIn: true } });
    await link(idp(), fixture, { as: { ...ann, name: "Other", picture: "https://x.example/p" }, at: { browser } });
    expect((await client.getSession()).data?.user).toMatchObject({ name: "ann", image: null });
  });

  test("verifies the user's email address if the provider has verified it, and removes no credential", async () => {
    const { fixture, client, browser, password } = await open();
    await link(idp(), fixture, { at: { browser } });
    expect((await client.getSession()).data?.user).toMatchObject({ email: ann.email, emailVerified: true });
    await come(idp(), fixture, { at: fixture.visit() });
    expect((await fixture.visit().client.signIn.email({ email: ann.email, password })).error).toBe(null);
    await fixture.auth.idle();
    expect(fixture.events.filter(({ type }) => type === "email.verified")).toHaveLength(1);
  });

  test("verifies the email address, too, if it was linked before and its provider has verified the address since", async () => {
    const { fixture, client, browser, password } = await open();
    await link(idp(), fixture, { as: { ...ann, emailVerified: false }, at: { browser } });
    expect((await client.getSession()).data?.user.emailVerified).toBe(false);
    await link(idp(), fixture, { at: { browser } });
    expect((await client.getSession()).data?.user.emailVerified).toBe(true);
    await come(idp(), fixture, { at: fixture.visit() });
    expect((await fixture.visit().client.signIn.email({ email: ann.email, password })).error).toBe(null);
  });

  test.each([
    ["a provider that has not verified it", { emailVerified: false }],
    ["another address", { email: "other@example.com" }],
  ])("verifies no email address if it is of %s", async (_, told) => {
    const { fixture, client, browser } = await open({ social: { linking: { allowDifferentEmails: true } } });
    await link(idp(), fixture, { as: { ...ann, ...told }, at: { browser } });
    expect((await client.getSession()).data?.user).toMatchObject({ email: ann.email, emailVerified: false });
  });

  test("rotates the session token, and ends no other session", async () => {
    const { fixture, user, browser, client, password } = await open();
    const elsewhere = fixture.visit();
    await elsewhere.client.signIn.email({ email: ann.email, password });
    const before = browser.headers();
    const session = (await client.getSession()).data?.session;
    await link(idp(), fixture, { at: { browser } });
    const withOld = await fixture.auth.handler(
      new Request("https://app.example.com/api/auth/get-session", { headers: before }),
    );
    expect(await withOld.json()).toBe(null);
    expect((await client.getSession()).data).toMatchObject({ user: { id: user.id }, session: { id: session?.id } });
    expect((await elsewhere.client.getSession()).data?.user.id).toBe(user.id);
    expect(await fixture.db.count(sessionModel, { userId: user.id })).toBe(2);
  });

  test("is one of several at its provider", async () => {
    const { fixture, user, browser } = await open();
    for (const subject of ["118", "119"])
      expect((await link(idp(), fixture, { as: { ...ann, subject }, at: { browser } })).error).toBe(null);
    expect(await waysOf(fixture, user.id)).toEqual(["credential", "google", "google"]);
  });

  test("is another's than the same number at another provider", async () => {
    const { fixture, user, browser } = await open();
    const bob = await fixture.signUp("bob@example.com");
    await plantAccount(fixture, bob.user.id, { providerId: "example", accountId: ann.subject });
    expect((await link(idp(), fixture, { at: { browser } })).error).toBe(null);
    expect(await waysOf(fixture, user.id)).toEqual(["credential", "google"]);
    expect(await waysOf(fixture, bob.user.id)).toEqual(["credential", "example"]);
  });

  test("can be linked by an ID token", async () => {
    const { fixture, user, client } = await open();
    const token = await idp().idToken("google", ann);
    const answer = await client.linkSocial({ provider: "google", idToken: { token } });
    expect(answer.data).toEqual({ status: true, redirect: false });
    expect(await waysOf(fixture, user.id)).toEqual(["credential", "google"]);
    expect((await client.getSession()).data?.user.id).toBe(user.id);
  });

  test("can be linked by a user who may not sign up with it", async () => {
    const { fixture, user, browser } = await open({
      google: { disableSignUp: true, checkSignUp: () => coreErrors.ACCOUNT_NOT_FOUND },
    });
    expect((await link(idp(), fixture, { as: { ...ann, emailVerified: false }, at: { browser } })).error).toBe(null);
    expect(await waysOf(fixture, user.id)).toEqual(["credential", "google"]);
  });
});

describe("an identity that is linked to the same user already", () => {
  test("gets the new tokens and scopes, and no other change", async () => {
    const { fixture, user, browser } = await open();
    await link(idp(), fixture, { at: { browser } });
    await fixture.auth.idle();
    const [before, events] = [await accountAt(fixture, "google"), fixture.events.length];
    fixture.clock.forward({ seconds: 5 });
    const cookies = browser.headers().get("cookie");
    expect((await link(idp(), fixture, { at: { browser }, body: { scopes: ["calendar"] } })).error).toBe(null);
    const after = await accountAt(fixture, "google");
    expect(after).toMatchObject({ id: before.id, userId: user.id, scope: "openid,email,profile,calendar" });
    expect(after.accessToken).not.toBe(before.accessToken);
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(after.updatedAt > before.updatedAt).toBe(true);
    await fixture.auth.idle();
    expect(fixture.events).toHaveLength(events);
    expect(sessionCookieIn(browser.headers().get("cookie"))).toBe(sessionCookieIn(cookies));
  });

  test("keeps the refresh token if the provider does not send another", async () => {
    const { fixture, browser } = await open();
    await link(idp(), fixture, { at: { browser } });
    const before = await accountAt(fixture, "google");
    idp().fail({ tokenAnswer: ({ refresh_token, ...answer }) => answer });
    await link(idp(), fixture, { at: { browser } });
    const after = await accountAt(fixture, "google");
    expect(after.refreshToken).toBe(before.refreshToken);
    expect(after.accessToken).not.toBe(before.accessToken);
  });

  test("may have another email address by now", async () => {
    const { fixture, browser } = await open();
    await link(idp(), fixture, { at: { browser } });
    expect((await link(idp(), fixture, { as: { ...ann, email: "new@example.com" }, at: { browser } })).error).toBe(
      null,
    );
  });
});

const sessionCookieIn = (cookies: string | null): string | undefined =>
  cookies?.split("; ").find((cookie) => cookie.includes("session_token"));

describe("an identity that is linked to another user", () => {
  test("stays there with its tokens", async () => {
    const { fixture } = await open();
    await come(idp(), fixture);
    const before = await accountAt(fixture, "google");
    const mallory = await fixture.signUp("mallory@example.com");
    const landing = await link(idp(), fixture, { at: mallory });
    expect(landing.url.href).toBe("https://app.example.com/refused?error=account_already_linked_to_different_user");
    expect(await accountAt(fixture, "google")).toEqual(before);
    expect(await waysOf(fixture, mallory.user.id)).toEqual(["credential"]);
    const token = await idp().idToken("google", ann);
    const answer = await mallory.client.linkSocial({ provider: "google", idToken: { token } });
    expect(answer.error).toMatchObject({ status: 401, code: "ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER" });
    expect(await accountAt(fixture, "google")).toEqual(before);
  });

  test("stays there if the other user linked it a moment before", async () => {
    const { database, beforeNextTransaction, hasHappened } = interrupted();
    const { fixture, user, browser } = await open({ config: { database } });
    const bob = await fixture.signUp("bob@example.com");
    const landing = link(idp(), fixture, { at: { browser } });
    beforeNextTransaction(() => plantAccount(fixture, bob.user.id, { providerId: "google", accountId: ann.subject }));
    expect((await landing).error).toBe("account_already_linked_to_different_user");
    expect(hasHappened()).toBe(true);
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
    expect(await waysOf(fixture, bob.user.id)).toEqual(["credential", "google"]);
  });
});

describe("an identity with another email address", () => {
  const other = { ...ann, email: "other@example.com" };

  test("is rejected, and changes no row", async () => {
    const { fixture, user, client, browser } = await open();
    const landing = await link(idp(), fixture, { as: other, at: { browser } });
    expect(landing.error).toBe("unable_to_link_account");
    const token = await idp().idToken("google", other);
    const answer = await client.linkSocial({ provider: "google", idToken: { token } });
    expect(answer.error).toMatchObject({ status: 401, code: "UNABLE_TO_LINK_ACCOUNT" });
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
    expect((await client.getSession()).data?.user.email).toBe(ann.email);
    await fixture.auth.idle();
    expect(fixture.events.filter(({ type }) => type === "social.failed")).toMatchObject([
      { purpose: "link", code: "unable_to_link_account", explanation: expect.stringContaining("allowDifferentEmails") },
      { purpose: "link" },
    ]);
  });

  test("is linked if the app allows it, and the user's email address stays", async () => {
    const { fixture, user, client, browser } = await open({ social: { linking: { allowDifferentEmails: true } } });
    expect((await link(idp(), fixture, { as: other, at: { browser } })).error).toBe(null);
    expect(await waysOf(fixture, user.id)).toEqual(["credential", "google"]);
    expect((await client.getSession()).data?.user).toMatchObject({ email: ann.email, emailVerified: false });
  });

  test("is linked if it has no email address", async () => {
    const { fixture, user, browser } = await open();
    expect((await link(idp(), fixture, { as: { ...ann, email: "" }, at: { browser } })).error).toBe(null);
    expect(await waysOf(fixture, user.id)).toEqual(["credential", "google"]);
  });

  test("is the same email address in other case", async () => {
    const { fixture, browser } = await open();
    expect((await link(idp(), fixture, { as: { ...ann, email: "ANN@Example.com" }, at: { browser } })).error).toBe(
      null,
    );
  });
});

describe("a user who links", () => {
  const ask = (fixture: Pick<Fixture, "browser">, body: object = {}) =>
    fixture.browser.post("/link-social", { provider: "google", ...body });
  const codeOf = async (response: Response) => ({ status: response.status, code: (await response.json()).code });

  test("is signed in", async () => {
    const { fixture } = await open();
    const token = await idp().idToken("google", ann);
    for (const body of [{}, { idToken: { token } }, { userId: "x" }]) {
      expect(await codeOf(await ask(fixture.visit(), body))).toEqual({ status: 401, code: "UNAUTHORIZED" });
    }
    expect(await allAccounts(fixture)).toBe(1);
  });

  test("signed in not long ago", async () => {
    const { fixture, user, browser } = await open();
    const token = await idp().idToken("google", ann);
    fixture.clock.forward({ minutes: 10 });
    expect((await ask({ browser })).status).toBe(200);
    fixture.clock.forward({ seconds: 1 });
    await browser.get("/get-session");
    for (const body of [{}, { idToken: { token } }]) {
      expect(await codeOf(await ask({ browser }, body))).toEqual({ status: 403, code: "SESSION_IS_NOT_FRESH" });
    }
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
  });

  test("signed in at any time, if the app allows it", async () => {
    const { fixture, browser } = await open({ config: { session: { freshAgeSeconds: 0 } } });
    fixture.clock.forward({ days: 5 });
    expect((await ask({ browser })).status).toBe(200);
  });

  test("still exists at the callback", async () => {
    const { database, beforeNextTransaction, hasHappened } = interrupted();
    const { fixture, user, browser } = await open({ config: { database } });
    const landing = link(idp(), fixture, { at: { browser } });
    beforeNextTransaction(() => fixture.db.remove(userModel, { id: user.id }));
    expect((await landing).error).toBe("please_restart_the_process");
    expect(hasHappened()).toBe(true);
    expect(await accountsOf(fixture, user.id)).toEqual([]);
  });

  test("has not been signed out meanwhile", async () => {
    const { database, beforeNextTransaction, hasHappened } = interrupted();
    const { fixture, user, browser } = await open({ config: { database } });
    const landing = link(idp(), fixture, { at: { browser } });
    beforeNextTransaction(() => fixture.db.remove(sessionModel, { userId: user.id }));
    expect((await landing).error).toBe("please_restart_the_process");
    expect(hasHappened()).toBe(true);
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
  });

  test("has not been signed out meanwhile, also if the identity is linked already: its tokens stay", async () => {
    const { database, beforeNextTransaction, hasHappened } = interrupted();
    const { fixture, user, browser } = await open({ config: { database } });
    expect((await link(idp(), fixture, { at: { browser } })).error).toBe(null);
    const before = await accountsOf(fixture, user.id);
    const landing = link(idp(), fixture, { at: { browser } });
    beforeNextTransaction(() => fixture.db.remove(sessionModel, { userId: user.id }));
    expect((await landing).error).toBe("please_restart_the_process");
    expect(hasHappened()).toBe(true);
    expect(await accountsOf(fixture, user.id)).toEqual(before);
  });
});
