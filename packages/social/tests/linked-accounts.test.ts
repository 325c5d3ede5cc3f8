import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { accountAt, ann, come, type FixtureOptions, link, openFixture, waysOf } from "./fixture.ts";

const idp = useIdentityProvider();
const day = 86_400;

/** Ann with a password and two identities. */
async function open(options: FixtureOptions = {}) {
  const fixture = openFixture(idp(), options);
  const person = await fixture.signUp(ann.email);
  for (const provider of ["google", "example"] as const) {
    fixture.clock.forward({ seconds: 1 });
    await link(idp(), fixture, { provider, at: person });
  }
  return { fixture, ...person };
}

/** Ann with an identity and without a password. */
async function openWithoutPassword() {
  const fixture = openFixture(idp());
  await come(idp(), fixture);
  const { userId } = await accountAt(fixture, "google");
  return { fixture, userId };
}

describe("a list of accounts", () => {
  test("shows each with its scopes, and no secret column", async () => {
    const { fixture, client, user } = await open();
    const google = await accountAt(fixture, "google");
    const { data } = await client.listAccounts();
    expect(data).toEqual([
      expect.objectContaining({ provider: "credential", accountId: user.id, scopes: [] }),
      {
        id: google.id,
        provider: "google",
        providerId: "google",
        accountId: ann.subject,
        userId: user.id,
        scopes: ["openid", "email", "profile"],
        createdAt: google.createdAt,
        updatedAt: google.updatedAt,
      },
      expect.objectContaining({ provider: "example", accountId: ann.subject }),
    ]);
    const told = JSON.stringify(data);
    for (const secret of [google.accessToken, google.refreshToken, google.idToken]) {
      expect(secret).toEqual(expect.any(String));
      expect(told).not.toContain(secret);
    }
    expect(told).not.toMatch(/password|token/i);
  });

  test("shows only the user's own", async () => {
    const { fixture } = await open();
    const mallory = await fixture.signUp("mallory@example.com");
    expect((await mallory.client.listAccounts()).data).toHaveLength(1);
  });
});

describe("an account is unlinked", () => {
  test("with its tokens, and the identity alone no longer signs in", async () => {
    const { fixture, user, client } = await open();
    expect((await client.unlinkAccount({ providerId: "google" })).data).toEqual({ status: true });
    expect(await waysOf(fixture, user.id)).toEqual(["credential", "example"]);
    expect((await client.getAccessToken({ providerId: "google" })).error?.code).toBe("ACCOUNT_NOT_FOUND");
    const later = fixture.visit();
    expect((await come(idp(), fixture, { as: { ...ann, emailVerified: false }, at: later })).error).toBe(
      "account_not_linked",
    );
  });

  test("but not the last one, of any kind", async () => {
    const { fixture, userId } = await openWithoutPassword();
    const last = await fixture.client.unlinkAccount({ providerId: "google" });
    expect(last.error).toMatchObject({ status: 400, code: "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT" });
    expect(await waysOf(fixture, userId)).toEqual(["google"]);
  });

  test("until one is left", async () => {
    const { fixture, user, client } = await open();
    expect((await client.unlinkAccount({ providerId: "credential" })).data).toEqual({ status: true });
    expect((await client.unlinkAccount({ providerId: "google" })).data).toEqual({ status: true });
    const last = await client.unlinkAccount({ providerId: "example" });
    expect(last.error).toMatchObject({ status: 400, code: "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT" });
    expect(await waysOf(fixture, user.id)).toEqual(["example"]);
  });

  test("and linked again, to another user if that one links first", async () => {
    const { fixture, client, browser } = await open();
    await client.unlinkAccount({ providerId: "google" });
    const bob = await fixture.signUp("bob@example.com");
    const asBob = { ...ann, email: "bob@example.com" };
    expect((await link(idp(), fixture, { as: asBob, at: bob })).error).toBe(null);
    expect((await link(idp(), fixture, { at: { browser } })).error).toBe("account_already_linked_to_different_user");
  });

  test("in a session that is fresh", async () => {
    const { fixture, user, client } = await open();
    fixture.clock.forward({ seconds: day - 1 });
    const refused = await client.unlinkAccount({ providerId: "google" });
    expect(refused.error).toMatchObject({ status: 403, code: "SESSION_IS_NOT_FRESH" });
    expect(await waysOf(fixture, user.id)).toHaveLength(3);
  });

  test("a day after the sign-in to the second, though the session got another token since", async () => {
    const { fixture, client } = await open();
    fixture.clock.forward({ seconds: day - 2 });
    expect((await client.unlinkAccount({ providerId: "google" })).data).toEqual({ status: true });
  });

  test("only by its owner, even if another user knows its ids", async () => {
    const { fixture, user } = await open();
    const mallory = await fixture.signUp("mallory@example.com");
    await link(idp(), fixture, { as: { ...ann, subject: "666", email: "mallory@example.com" }, at: mallory });
    const { id } = await accountAt(fixture, "google");
    for (const accountId of [id, ann.subject]) {
      const answer = await mallory.client.unlinkAccount({ providerId: "google", accountId });
      expect(answer.error).toMatchObject({ status: 400, code: "ACCOUNT_NOT_FOUND" });
    }
    expect(await waysOf(fixture, user.id)).toHaveLength(3);
    expect(await waysOf(fixture, mallory.user.id)).toEqual(["credential", "google"]);
  });

  test("together with pending emails for a password reset", async () => {
    const { fixture, user, client } = await open();
    await fixture.visit().browser.post("/forget-password", { email: ann.email });
    const { token } = await fixture.mailbox.waitFor(ann.email, { kind: "reset-password" });
    await client.unlinkAccount({ providerId: "credential" });
    const answer = await fixture.visit().browser.post("/reset-password", { token, newPassword: "of an old letter" });
    expect(answer.status).toBe(400);
    expect(await waysOf(fixture, user.id)).toEqual(["example", "google"]);
  });
});

test("a user without a password sets the first one by an email, and keeps the identity", async () => {
  const { fixture, userId } = await openWithoutPassword();
  await fixture.browser.post("/forget-password", { email: ann.email });
  const { token } = await fixture.mailbox.waitFor(ann.email, { kind: "reset-password" });
  const newPassword = "the first password";
  expect((await fixture.visit().browser.post("/reset-password", { token, newPassword })).status).toBe(200);
  expect(await waysOf(fixture, userId)).toEqual(["credential", "google"]);
  expect((await fixture.visit().client.signIn.email({ email: ann.email, password: newPassword })).data?.user.id).toBe(
    userId,
  );
});
