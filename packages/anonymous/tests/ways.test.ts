import { anonymous } from "@keyhold/anonymous";
import { anonymousClient } from "@keyhold/anonymous/client";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { magicLink } from "@keyhold/magic-link";
import { magicLinkClient } from "@keyhold/magic-link/client";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { username } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeAt } from "../../../tests/harness/authenticator-app.ts";
import { cartModel, email, password, shop } from "./fixture.ts";

/** Every way to sign up and to sign in, by a guest. */

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

const atGoogle = { subject: "118", email, emailVerified: true, name: "Ada", picture: null } as const;

function openAll({ isConcealed = false, autoSignIn = true, isRequired = false } = {}) {
  const { clientId, clientSecret, fetch } = idp;
  const { merge, plugin } = shop();
  const rule = { isRequired };
  const fixture = createTestAuth({
    plugins: [
      anonymous(),
      username(),
      magicLink({ withCode: true }),
      social({ providers: [google({ clientId, clientSecret })], fetch }),
      twoFactor({ require: (user) => rule.isRequired && !("isAnonymous" in user && user.isAnonymous) }),
      passkey({ signUp: true }),
      plugin,
    ],
    clientPlugins: [
      anonymousClient(),
      usernameClient(),
      magicLinkClient(),
      socialClient(),
      twoFactorClient(),
      passkeyClient(),
    ],
    config: {
      session: { cookieCache: { enabled: true }, bearer: true },
      emailAndPassword: { enabled: true, requireEmailVerification: isConcealed, autoSignIn },
      emailVerification: { autoSignIn: true, sendOnSignUp: true },
    },
  });
  idp.useClock(fixture.clock.now);
  async function visitAsGuest() {
    const visit = fixture.visit();
    const { data } = await visit.client.signIn.anonymous({});
    if (!data || !("user" in data)) throw new Error("No guest was made.");
    await fixture.db.insert(cartModel, { userId: data.user.id, item: "tea" });
    return { ...visit, guest: data.user };
  }
  const cartOf = (userId: string) => fixture.db.count(cartModel, { userId });
  const told = (type: string) => fixture.events.filter((event) => event.type === type).length;
  return { ...fixture, rule, merge, visitAsGuest, cartOf, told };
}

type Fixture = ReturnType<typeof openAll>;
type Visit = ReturnType<Fixture["visit"]>;
type Way = (fixture: Fixture, visit: Visit) => Promise<unknown>;

const person = { name: "Ada", email, password };

async function byGoogle({ browser }: Visit): Promise<unknown> {
  const answer = await browser.post("/sign-in/social", { provider: "google", callbackURL: "/in" });
  return browser.fetch((await idp.authorize((await answer.json()).url, { as: atGoogle })).url);
}

async function newLink({ mailbox }: Fixture, { browser }: Visit): Promise<URL> {
  await browser.post("/sign-in/magic-link", { email });
  return linkIn(await mailbox.waitFor(email, { kind: "magic-link.sign-in" }));
}

/** The ways that make an account and open a session. */
const signUps: Readonly<Record<string, Way>> = {
  "a password": (_, { browser }) => browser.post("/sign-up/email", person),
  "a password and a username": (_, { browser }) => browser.post("/sign-up/email", { ...person, username: "ada" }),
  "a passkey": async (_, { client, browser }) => {
    const { data } = await client.passkey.signUpOptions({ name: "Ada", email });
    if (!data) throw new Error("No options of a sign-up.");
    return browser.post("/passkey/sign-up", { response: createAuthenticator().register(data) });
  },
  "the answer of a provider": (_, visit) => byGoogle(visit),
  "an ID token": async (_, { browser }) =>
    browser.post("/sign-in/social", { provider: "google", idToken: { token: await idp.idToken("google", atGoogle) } }),
  "a link": async (fixture, visit) =>
    visit.browser.fetch(await newLink(fixture, visit), { headers: { accept: "text/html" } }),
  "the code of a link": async ({ mailbox }, { browser }) => {
    await browser.post("/sign-in/magic-link", { email });
    const { code } = await mailbox.waitFor(email, { kind: "magic-link.sign-in" });
    return browser.post("/magic-link/verify-code", { code });
  },
};

describe.each(Object.entries(signUps))("a guest who signs up by %s", (_, signUp) => {
  test("keeps the id and the data, in the session of the account", async () => {
    const fixture = openAll();
    const visit = await fixture.visitAsGuest();
    fixture.clock.forward({ minutes: 1 });
    await signUp(fixture, visit);
    await fixture.auth.idle();
    // From the cached copy.
    const { data } = await visit.client.getSession();
    expect(data?.user).toMatchObject({ id: visit.guest.id, email, name: expect.any(String), isAnonymous: false });
    expect(data?.user.createdAt).toEqual(visit.guest.createdAt);
    expect(await fixture.db.list(userModel, {}, { orderBy: "id", limit: 9 })).toHaveLength(1);
    expect(await fixture.db.count(sessionModel, {})).toBe(1);
    expect([await fixture.cartOf(visit.guest.id), fixture.merge.calls]).toEqual([1, 0]);
    expect([fixture.told("anonymous.upgraded"), fixture.told("user.created")]).toEqual([1, 1]);
    expect(fixture.logged).toEqual([]);
  });

  test("is a new user where the browser has no guest, and where the guest has ended", async () => {
    const fixture = openAll();
    const visit = await fixture.visitAsGuest();
    await visit.client.signOut();
    await signUp(fixture, visit);
    const { data } = await visit.client.getSession();
    expect(data?.user).toMatchObject({ email, isAnonymous: false });
    expect(data?.user.id).not.toBe(visit.guest.id);
    expect([fixture.told("anonymous.upgraded"), fixture.told("user.created")]).toEqual([0, 2]);
  });
});

async function prepare(fixture: Fixture) {
  const ada = await fixture.signUp(email, { username: "ada" });
  const { token } = await fixture.mailbox.waitFor(email, { kind: "verify-email" });
  await ada.client.verifyEmail({ token });
  const answer = await ada.browser.post("/link-social", { provider: "google", callbackURL: "/in" });
  await ada.browser.fetch((await idp.authorize((await answer.json()).url, { as: atGoogle })).url);
  const device = createAuthenticator();
  const { data } = await ada.client.passkey.generateRegisterOptions();
  if (!data) throw new Error("No options of a registration.");
  await ada.client.passkey.verifyRegistration({ response: device.register(data) });
  return { ...ada, device };
}

type Ada = Awaited<ReturnType<typeof prepare>>;

/** The ways that open a session of an account. */
const signIns: Readonly<Record<string, (fixture: Fixture, visit: Visit, ada: Ada) => Promise<unknown>>> = {
  "a password": (_, { browser }) => browser.post("/sign-in/email", { email, password }),
  "a username": (_, { browser }) => browser.post("/sign-in/username", { username: "ada", password }),
  "the answer of a provider": (_, visit) => byGoogle(visit),
  "a link": async (fixture, visit) =>
    visit.browser.fetch(await newLink(fixture, visit), { headers: { accept: "text/html" } }),
  "a passkey": async (_, { client, browser }, { device }) => {
    const { data } = await client.passkey.generateAuthenticateOptions();
    if (!data) throw new Error("No options of an authentication.");
    return browser.post("/passkey/verify-authentication", { response: device.authenticate(data) });
  },
};

describe.each(Object.entries(signIns))("a guest who signs in to an account by %s", (_, signIn) => {
  test("brings the data by the hook, and is deleted", async () => {
    const fixture = openAll();
    const ada = await prepare(fixture);
    const visit = await fixture.visitAsGuest();
    await signIn(fixture, visit, ada);
    await fixture.auth.idle();
    expect((await visit.client.getSession()).data?.user.id).toBe(ada.user.id);
    expect([await fixture.cartOf(ada.user.id), fixture.merge.calls]).toEqual([1, 1]);
    expect(await fixture.db.find(userModel, { id: visit.guest.id })).toBe(null);
    expect([fixture.told("anonymous.merged"), fixture.told("anonymous.upgraded")]).toEqual([1, 0]);
  });

  test("is not signed in and stays a guest if the hook fails", async () => {
    const fixture = openAll();
    const ada = await prepare(fixture);
    const visit = await fixture.visitAsGuest();
    fixture.merge.fails = true;
    const sessions = await fixture.db.list(sessionModel, { userId: ada.user.id }, { orderBy: "id", limit: 9 });
    await signIn(fixture, visit, ada);
    await fixture.auth.idle();
    expect((await visit.client.getSession()).data?.user).toMatchObject({ id: visit.guest.id, isAnonymous: true });
    expect([await fixture.cartOf(visit.guest.id), await fixture.cartOf(ada.user.id)]).toEqual([1, 0]);
    expect(await fixture.db.list(sessionModel, { userId: ada.user.id }, { orderBy: "id", limit: 9 })).toEqual(sessions);
    expect(fixture.told("anonymous.merged")).toBe(0);
  });
});

test("a guest of whom a second factor is asked stays a guest until the factor is given", async () => {
  const fixture = openAll();
  const ada = await prepare(fixture);
  const { data } = await ada.client.twoFactor.enable({ password });
  const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  await ada.client.twoFactor.verifyTotp({ code: codeAt(secret, fixture.clock.now()) });
  const visit = await fixture.visitAsGuest();
  await visit.browser.post("/sign-in/email", { email, password });
  expect((await visit.client.getSession()).data?.user.id).toBe(visit.guest.id);
  expect(fixture.merge.calls).toBe(0);
  fixture.clock.forward({ seconds: 30 });
  await visit.client.twoFactor.verifyTotp({ code: codeAt(secret, fixture.clock.now()) });
  expect((await visit.client.getSession()).data?.user.id).toBe(ada.user.id);
  expect([await fixture.cartOf(ada.user.id), fixture.merge.calls]).toEqual([1, 1]);
});

describe("a sign-up that opens no session", () => {
  test("of whom a factor is required keeps the id, and no session of the guest gets around the factor", async () => {
    const fixture = openAll({ isRequired: true });
    const visit = await fixture.visitAsGuest();
    const answer = await visit.browser.post("/sign-up/email", person);
    expect(await answer.json()).toMatchObject({ twoFactorRedirect: true });
    expect(await fixture.db.find(userModel, { id: visit.guest.id })).toMatchObject({ email, isAnonymous: false });
    expect(await fixture.db.count(sessionModel, {})).toBe(0);
    // Not even a cached copy.
    expect((await visit.client.getSession()).data).toBe(null);
  });

  test.each(["a password", "a passkey"])(
    "by %s, without a sign-in, keeps the id, and ends the session",
    async (way) => {
      const fixture = openAll({ autoSignIn: false });
      const visit = await fixture.visitAsGuest();
      await signUps[way]?.(fixture, visit);
      expect(await fixture.db.find(userModel, { id: visit.guest.id })).toMatchObject({ email, isAnonymous: false });
      expect((await visit.client.getSession()).data).toBe(null);
      if (way === "a passkey") return;
      await visit.browser.post("/sign-in/email", { email, password });
      expect((await visit.client.getSession()).data?.user.id).toBe(visit.guest.id);
    },
  );

  describe("because the address must be verified", () => {
    test("leaves the guest a guest; the first sign-in of the account brings the data", async () => {
      const fixture = openAll({ isConcealed: true });
      const visit = await fixture.visitAsGuest();
      const answer = await visit.browser.post("/sign-up/email", person);
      expect(answer.status).toBe(200);
      expect((await visit.client.getSession()).data?.user).toMatchObject({ id: visit.guest.id, isAnonymous: true });
      // A link that verifies an address replaces no signed-in user of a browser, not even a guest.
      await visit.browser.follow(linkIn(await fixture.mailbox.waitFor(email, { kind: "verify-email" })));
      expect((await visit.client.getSession()).data?.user.id).toBe(visit.guest.id);
      await visit.browser.post("/sign-in/email", { email, password });
      const { data } = await visit.client.getSession();
      expect(data?.user).toMatchObject({ email, emailVerified: true, isAnonymous: false });
      expect([await fixture.cartOf(data?.user.id ?? ""), fixture.merge.calls]).toEqual([1, 1]);
      expect(await fixture.db.count(userModel, {})).toBe(1);
    });

    test.each(["a password", "a passkey"])(
      "by %s, tells a guest nothing of an account: answer, session and rows of the guest are equal",
      async (way) => {
        const seen = [];
        for (const isTaken of [false, true]) {
          const fixture = openAll({ isConcealed: true });
          if (isTaken)
            await fixture
              .signUp("other@example.com", {})
              .then(({ user }) => fixture.db.update(userModel, user.id, { email, emailVerified: true }));
          const visit = await fixture.visitAsGuest();
          const before = await fixture.db.find(userModel, { id: visit.guest.id });
          const answer = (await signUps[way]?.(fixture, visit)) as Response;
          const { user, ...body } = await answer.json();
          const { data } = await visit.client.getSession();
          expect(data?.user.id).toBe(visit.guest.id);
          expect(await fixture.db.find(userModel, { id: visit.guest.id })).toEqual(before);
          expect(await fixture.cartOf(visit.guest.id)).toBe(1);
          const cookies = answer.headers.getSetCookie().map((line) => line.replace(/=[^;]+/, ""));
          seen.push({ status: answer.status, body, keys: Object.keys(user), isAnonymous: user.isAnonymous, cookies });
        }
        expect(seen[0]).toEqual(seen[1]);
      },
    );

    test("a way that verifies the address keeps the id", async () => {
      const fixture = openAll({ isConcealed: true });
      const visit = await fixture.visitAsGuest();
      await signUps["a link"]?.(fixture, visit);
      expect((await visit.client.getSession()).data?.user).toMatchObject({ id: visit.guest.id, email });
    });
  });
});
