import { memory } from "@keyhold/adapter-memory";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { linkIn, memoryStorage } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { hasDuplicateSignUp } from "../../../tests/harness/duplicate-sign-up.ts";
import { comeBack, setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import {
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

const idp = useIdentityProvider();

/** Mallory, who signed up with Ann's email address before Ann did. */
async function preRegister(fixture: Fixture) {
  const mallory = await fixture.signUp(ann.email, { name: "Mallory" });
  fixture.clock.forward({ seconds: 1 });
  await plantAccount(fixture, mallory.user.id, { providerId: "example", accountId: "mallory" });
  return mallory;
}

async function open(options: FixtureOptions = {}) {
  const fixture = openFixture(idp(), options);
  return { fixture, mallory: await preRegister(fixture) };
}

const mallorysIdentity = { ...ann, subject: "mallory", email: "mallory@example.com" };

describe("an account with an unverified email address, when its owner signs in with a provider that verified it,", () => {
  test("belongs to the owner, and no earlier credential signs in to it", async () => {
    const { fixture, mallory } = await open();
    expect((await come(idp(), fixture)).error).toBe(null);
    expect((await fixture.client.getSession()).data?.user).toMatchObject({ id: mallory.user.id, emailVerified: true });
    expect(await waysOf(fixture, mallory.user.id)).toEqual(["google"]);
    expect(await fixture.db.count(sessionModel, {})).toBe(1);
    expect((await mallory.client.getSession()).data).toBe(null);
    const { password } = mallory;
    const refused = await fixture.visit().client.signIn.email({ email: ann.email, password });
    expect(refused.error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  });

  test("belongs to the owner by an ID token, too", async () => {
    const { fixture, mallory } = await open();
    const token = await idp().idToken("google", ann);
    const answer = await fixture.client.signIn.social({ provider: "google", idToken: { token } });
    expect(answer.data).toMatchObject({ user: { id: mallory.user.id, emailVerified: true } });
    expect(await waysOf(fixture, mallory.user.id)).toEqual(["google"]);
    expect((await mallory.client.getSession()).data).toBe(null);
  });

  test("is not signed in to by its earlier identity, which has no account any more", async () => {
    const { fixture } = await open();
    await come(idp(), fixture);
    const later = fixture.visit();
    expect((await come(idp(), fixture, { as: mallorysIdentity, provider: "example", at: later })).error).toBe(null);
    expect((await later.client.getSession()).data?.user.email).toBe(mallorysIdentity.email);
    const unverified = { ...mallorysIdentity, subject: "mallory2", email: ann.email, emailVerified: false };
    const last = fixture.visit();
    expect((await come(idp(), fixture, { as: unverified, provider: "example", at: last })).error).toBe(
      "account_not_linked",
    );
  });

  test("has no session in the fast store either", async () => {
    const { fixture, mallory } = await open({ config: { secondaryStorage: memoryStorage() } });
    expect((await mallory.client.getSession()).data?.user.id).toBe(mallory.user.id);
    await come(idp(), fixture);
    expect((await mallory.client.getSession()).data).toBe(null);
  });

  test("loses every account, even more than a list shows", async () => {
    const { fixture, mallory } = await open();
    for (let made = 0; made < 600; made += 1) {
      await plantAccount(fixture, mallory.user.id, { providerId: "example", accountId: `planted${made}` });
    }
    await come(idp(), fixture);
    expect((await accountsOf(fixture, mallory.user.id)).map(({ accountId }) => accountId)).toEqual([ann.subject]);
    await fixture.auth.idle();
    expect(fixture.events.filter(({ type }) => type === "account.unlinked")).toHaveLength(602);
  });

  test("links no identity from a flow that the previous client started", async () => {
    const { fixture, mallory } = await open({ social: { linking: { allowDifferentEmails: true } } });
    const url = await setOut({ auth: fixture.auth, browser: mallory.browser }, { provider: "example" }, "/link-social");
    await come(idp(), fixture);
    const sent = await idp().authorize(url, { as: { ...mallorysIdentity, subject: "another" } });
    const landing = await comeBack({ auth: fixture.auth, browser: mallory.browser }, sent);
    expect(landing.error).toBe("please_restart_the_process");
    expect(await waysOf(fixture, mallory.user.id)).toEqual(["google"]);
  });

  test("gets a password from a new email to its owner, and not from an earlier one", async () => {
    const { fixture } = await open();
    const before = await emailTo(fixture);
    await come(idp(), fixture);
    const reset = (token: string) =>
      fixture.visit().browser.post("/reset-password", { token, newPassword: "the password of Ann" });
    expect((await reset(before)).status).toBe(400);
    expect((await reset(await emailTo(fixture))).status).toBe(200);
    const signedIn = await fixture.visit().client.signIn.email({ email: ann.email, password: "the password of Ann" });
    expect(signedIn.data?.user.email).toBe(ann.email);
    expect((await come(idp(), fixture, { at: fixture.visit() })).error).toBe(null);
  });

  test("emits an event for each change", async () => {
    const { fixture, mallory } = await open();
    await fixture.auth.idle();
    const before = fixture.events.length;
    await come(idp(), fixture);
    await fixture.auth.idle();
    const userId = mallory.user.id;
    expect(fixture.events.slice(before)).toMatchObject([
      { type: "account.linked", userId, providerId: "google", accountId: ann.subject },
      { type: "session.ended", userId, reason: "taken over" },
      { type: "account.unlinked", userId, providerId: "credential" },
      { type: "account.unlinked", userId, providerId: "example", accountId: "mallory" },
      { type: "email.verified", user: { id: userId, emailVerified: true } },
      { type: "session.created", method: "google", isNewUser: false, user: { id: userId, emailVerified: true } },
    ]);
  });
});

async function emailTo(fixture: Fixture): Promise<string> {
  await fixture.visit().browser.post("/forget-password", { email: ann.email });
  return (await fixture.mailbox.waitFor(ann.email, { kind: "reset-password" })).token;
}

describe("an email address of several unverified sign-ups", () => {
  async function recordDuplicateSignUp() {
    const fixture = openFixture(idp(), {
      config: { emailAndPassword: { requireEmailVerification: true }, emailVerification: { autoSignIn: true } },
    });
    await fixture.browser.post("/sign-up/email", {
      name: "First",
      email: ann.email,
      password: "password of the first",
    });
    const link = linkIn(await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" }));
    await fixture.browser.post("/sign-up/email", {
      name: "Second",
      email: ann.email,
      password: "password of the second",
    });
    await fixture.auth.idle();
    const user = await fixture.db.find(userModel, { email: ann.email });
    if (!user) throw new Error("Nobody signed up.");
    return { fixture, user, link };
  }

  test("is resolved by a provider's verification: neither password signs in", async () => {
    const { fixture, user, link } = await recordDuplicateSignUp();
    expect(await hasDuplicateSignUp(fixture, user)).toBe(true);
    expect((await come(idp(), fixture)).error).toBe(null);
    expect(await hasDuplicateSignUp(fixture, user)).toBe(false);
    for (const password of ["password of the first", "password of the second"]) {
      const refused = await fixture.visit().client.signIn.email({ email: ann.email, password });
      expect(refused.error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
    }
    const follower = fixture.visit();
    await follower.browser.follow(link);
    expect((await follower.client.getSession()).data).toBe(null);
    expect(await waysOf(fixture, user.id)).toEqual(["google"]);
  });

  test("stays unresolved while it is unverified", async () => {
    const { fixture, user } = await recordDuplicateSignUp();
    expect((await come(idp(), fixture, { as: { ...ann, emailVerified: false } })).error).toBe("email_not_verified");
    expect(await hasDuplicateSignUp(fixture, user)).toBe(true);
  });

  test("is one, too, if the first sign-up was with a provider: the link of the email removes that identity", async () => {
    const fixture = openFixture(idp(), { config: { emailAndPassword: { requireEmailVerification: true } } });
    expect((await come(idp(), fixture, { as: { ...ann, emailVerified: false } })).error).toBe("email_not_verified");
    await fixture.auth.idle();
    fixture.mailbox.clear();
    await fixture
      .visit()
      .browser.post("/sign-up/email", { name: "Ann", email: ann.email, password: "password of Ann" });
    await fixture.visit().browser.follow(linkIn(await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" })));
    const user = await fixture.db.find(userModel, { email: ann.email });
    expect(user?.emailVerified).toBe(true);
    expect(await waysOf(fixture, user?.id ?? "")).toEqual([]);
  });
});

test("a user who is signed in as another user in that browser is signed out of that session", async () => {
  const fixture = openFixture(idp());
  const bob = await fixture.signUp("bob@example.com");
  await fixture.auth.idle();
  await come(idp(), fixture, { at: bob });
  expect((await bob.client.getSession()).data?.user.email).toBe(ann.email);
  expect(await fixture.db.count(sessionModel, { userId: bob.user.id })).toBe(0);
  await fixture.auth.idle();
  expect(fixture.events).toContainEqual(expect.objectContaining({ type: "session.ended", reason: "replaced" }));
});

test("an identity with a meanwhile verified address claims the account, and other credentials are removed", async () => {
  const fixture = openFixture(idp(), { config: { database: memory() } });
  const { user, browser, client, password } = await fixture.signUp(ann.email);
  const linked = await link(idp(), fixture, { as: { ...ann, emailVerified: false }, at: { browser } });
  expect(linked.error).toBe(null);
  expect((await client.getSession()).data?.user.emailVerified).toBe(false);

  const elsewhere = fixture.visit();
  expect((await travel(idp(), { ...fixture, ...elsewhere }, { provider: "google" }, { as: ann })).error).toBe(null);
  expect((await elsewhere.client.getSession()).data?.user).toMatchObject({ id: user.id, emailVerified: true });
  expect(await waysOf(fixture, user.id)).toEqual(["google"]);
  expect((await client.getSession()).data).toBe(null);
  expect((await fixture.visit().client.signIn.email({ email: ann.email, password })).error?.status).toBe(401);
});
