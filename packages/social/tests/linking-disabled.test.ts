import { memory } from "@keyhold/adapter-memory";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import { callbackResultOf, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { accountAt, ann, come, goThere, link, openFixture, plantAccount, waysOf } from "./fixture.ts";

const idp = useIdentityProvider();
const disabled = { social: { linking: { enabled: false } } };
const refusal = { status: 403, code: "LINKING_IS_DISABLED", message: "Linking is disabled" };

/** A user with a password, signed in, at an app where linking is disabled. */
async function openDisabled() {
  const fixture = openFixture(idp(), disabled);
  return { fixture, ...(await fixture.signUp(ann.email)) };
}

/** A linking flow that starts while linking is enabled, and ends while linking is disabled. */
async function comeBackDisabled(linked: readonly string[] = []) {
  const config = { database: memory() };
  const before = openFixture(idp(), { config });
  const { user, browser } = await before.signUp(ann.email);
  for (const accountId of linked) await plantAccount(before, user.id, { providerId: "google", accountId });
  const url = await goThere(
    { ...before, browser },
    { errorCallbackURL: "/refused" },
    { as: ann, path: "/link-social" },
  );
  const sessions = await before.db.list(sessionModel, {}, { orderBy: "id", limit: 10 });
  const fixture = openFixture(idp(), { ...disabled, config });
  const landing = callbackResultOf(await fixture.auth.handler(new Request(url, { headers: browser.headers() })));
  await fixture.auth.idle();
  return { fixture, user, landing, sessions };
}

describe("while linking is disabled", () => {
  test("no browser is sent to a provider to link", async () => {
    const { client } = await openDisabled();
    const answer = await client.linkSocial({ provider: "google", callbackURL: "/home" });
    expect(answer.error).toMatchObject(refusal);
  });

  test("an ID token links no identity, and its provider gets no request for keys", async () => {
    const { fixture, user, client } = await openDisabled();
    const token = await idp().idToken("google", ann);
    const calls = idp().calls.length;
    const answer = await client.linkSocial({ provider: "google", idToken: { token } });
    expect(answer.error).toMatchObject(refusal);
    expect(idp().calls).toHaveLength(calls);
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
  });

  test("a client without a fresh session gets the same error as if linking were enabled", async () => {
    const { fixture, browser } = await openDisabled();
    const ask = async (at: typeof browser) => (await at.post("/link-social", { provider: "google" })).json();
    expect(await ask(fixture.visit().browser)).toMatchObject({ code: "UNAUTHORIZED" });
    fixture.clock.forward({ days: 2 });
    expect(await ask(browser)).toMatchObject({ code: "SESSION_IS_NOT_FRESH" });
  });

  test("a linking flow that started before ends at the error page, and exchanges no code", async () => {
    const calls = idp().calls.length;
    const { fixture, user, landing } = await comeBackDisabled();
    expect(landing.url.href).toBe("https://app.example.com/refused?error=unable_to_link_account");
    expect(
      idp()
        .calls.slice(calls)
        .filter(({ endpoint }) => endpoint === "token"),
    ).toEqual([]);
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
    expect(fixture.events).toMatchObject([
      { type: "social.failed", purpose: "link", code: "unable_to_link_account", explanation: "Linking is disabled" },
    ]);
    expect(fixture.logged).toEqual([]);
  });

  test("a flow that started before renews no tokens of a linked identity either, and the session stays", async () => {
    const { fixture, landing, sessions } = await comeBackDisabled([ann.subject]);
    expect(landing.error).toBe("unable_to_link_account");
    expect((await accountAt(fixture, "google")).accessToken).toBe(null);
    expect(await fixture.db.list(sessionModel, {}, { orderBy: "id", limit: 10 })).toEqual(sessions);
  });

  test("a linked identity still signs in, and renews its tokens", async () => {
    const { fixture, user } = await openDisabled();
    await plantAccount(fixture, user.id, { providerId: "google", accountId: ann.subject });
    const elsewhere = fixture.visit();
    expect((await come(idp(), fixture, { at: elsewhere })).error).toBe(null);
    expect((await accountAt(fixture, "google")).accessToken).toEqual(expect.any(String));
    expect((await elsewhere.client.getSession()).data?.user.id).toBe(user.id);
  });

  test("a new identity signs up a user of its own", async () => {
    const { fixture } = await openDisabled();
    const elsewhere = fixture.visit();
    const bob = { ...ann, subject: "119", email: "bob@example.com" };
    expect((await come(idp(), fixture, { as: bob, at: elsewhere })).error).toBe(null);
    expect((await elsewhere.client.getSession()).data?.user.email).toBe("bob@example.com");
  });

  test("an identity with the email address of a user is not linked at sign-in, neither by redirect nor by ID token", async () => {
    const { fixture, user } = await openDisabled();
    expect((await come(idp(), fixture, { at: fixture.visit() })).error).toBe("account_not_linked");
    const token = await idp().idToken("google", ann);
    const answer = await fixture.visit().client.signIn.social({ provider: "google", idToken: { token } });
    expect(answer.error?.code).toBe("ACCOUNT_NOT_LINKED");
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
  });
});

describe("while implicit linking is disabled", () => {
  const explicit = { social: { linking: { disableImplicitLinking: true, trustedProviders: ["google"] } } };

  test("an identity with the verified address of a user is not linked at sign-in, by redirect and by ID token", async () => {
    const fixture = openFixture(idp(), explicit);
    const { user } = await fixture.signUp(ann.email);
    await fixture.db.update(userModel, user.id, { emailVerified: true });
    expect((await come(idp(), fixture, { at: fixture.visit() })).error).toBe("account_not_linked");
    const token = await idp().idToken("google", ann);
    const answer = await fixture.visit().client.signIn.social({ provider: "google", idToken: { token } });
    expect(answer.error?.code).toBe("ACCOUNT_NOT_LINKED");
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
    await fixture.auth.idle();
    expect(fixture.events).toContainEqual(
      expect.objectContaining({ explanation: expect.stringContaining("linking.disableImplicitLinking") }),
    );
  });

  test("an identity with the unverified address of a user claims no account", async () => {
    const fixture = openFixture(idp(), explicit);
    const { user, client } = await fixture.signUp(ann.email);
    expect((await come(idp(), fixture, { at: fixture.visit() })).error).toBe("account_not_linked");
    expect(await waysOf(fixture, user.id)).toEqual(["credential"]);
    expect((await client.getSession()).data?.user.id).toBe(user.id);
  });

  test("a signed-in user links an identity, which then signs in", async () => {
    const fixture = openFixture(idp(), explicit);
    const { user, browser } = await fixture.signUp(ann.email);
    expect((await link(idp(), fixture, { at: { browser } })).error).toBe(null);
    expect(await waysOf(fixture, user.id)).toEqual(["credential", "google"]);
    const elsewhere = fixture.visit();
    expect((await come(idp(), fixture, { at: elsewhere })).error).toBe(null);
    expect((await elsewhere.client.getSession()).data?.user.id).toBe(user.id);
  });

  test("with required verification, an unverified user's address gets the answer of a taken address", async () => {
    const config = { emailAndPassword: { enabled: true, requireEmailVerification: true } };
    const fixture = openFixture(idp(), { ...explicit, config });
    await fixture
      .visit()
      .browser.post("/sign-up/email", { name: "Ann", email: ann.email, password: "correct horse 9 x" });
    const { error } = await come(idp(), fixture, { at: fixture.visit() });
    expect(error).toBe("account_not_linked");
    expect(await fixture.db.count(sessionModel, {})).toBe(0);
  });
});
