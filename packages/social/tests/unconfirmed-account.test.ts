import { userModel } from "@keyhold/core/plugin";
import { isUnconfirmed } from "@keyhold/core/users";
import { type Browser, linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ann, come, type Fixture, type FixtureOptions, link, openFixture, plantAccount, waysOf } from "./fixture.ts";

const idp = useIdentityProvider();
const follow = (browser: Browser, link: URL): Promise<Response> => browser.follow(link);

/**
 * Mallory signed up with Ann's email address and linked an identity; Ann followed the link of the email in a browser
 * without a session.
 */
async function open(options: FixtureOptions = {}) {
  const fixture = openFixture(idp(), options);
  const mallory = await fixture.signUp(ann.email, { name: "Mallory" });
  await plantAccount(fixture, mallory.user.id, { providerId: "example", accountId: "mallory" });
  fixture.clock.forward({ seconds: 10 });
  const link = linkIn(await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" }));
  const anns = fixture.visit();
  await follow(anns.browser, link);
  return { fixture, mallory, anns };
}

const contextIn = ({ db, clock: { now } }: Fixture) => ({ db, now });

async function expectClaimed(
  fixture: Fixture,
  mallory: Awaited<ReturnType<Fixture["signUp"]>>,
  ways: readonly string[],
) {
  expect(await waysOf(fixture, mallory.user.id)).toEqual(ways);
  expect((await mallory.client.getSession()).data).toBe(null);
  const { password } = mallory;
  const refused = await fixture.visit().client.signIn.email({ email: ann.email, password });
  expect(refused.error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  expect(await isUnconfirmed(contextIn(fixture), mallory.user)).toBe(false);
}

describe("a user whose address was verified in a browser that was not signed in", () => {
  test("is linked by a provider that verified the address, and keeps no earlier credential", async () => {
    const { fixture, mallory, anns } = await open();
    expect((await come(idp(), fixture, { at: anns })).error).toBe(null);
    expect((await anns.client.getSession()).data?.user.id).toBe(mallory.user.id);
    await expectClaimed(fixture, mallory, ["google"]);
  });

  test("is linked so by an ID token, too", async () => {
    const { fixture, mallory } = await open();
    const token = await idp().idToken("google", ann);
    expect((await fixture.visit().client.signIn.social({ provider: "google", idToken: { token } })).error).toBe(null);
    await expectClaimed(fixture, mallory, ["google"]);
  });

  test("is not linked by a trusted provider that has not verified the address", async () => {
    const { fixture, mallory } = await open({ social: { linking: { trustedProviders: ["google"] } } });
    const as = { ...ann, emailVerified: false };
    expect((await come(idp(), fixture, { as, at: fixture.visit() })).error).toBe("account_not_linked");
    expect(await waysOf(fixture, mallory.user.id)).toEqual(["credential", "example"]);
  });

  test("keeps no linked account from before after a reset of the password", async () => {
    const { fixture, mallory, anns } = await open();
    await anns.browser.post("/forget-password", { email: ann.email });
    const { token } = await fixture.mailbox.waitFor(ann.email, { kind: "reset-password" });
    await anns.browser.post("/reset-password", { token, newPassword: "the password of Ann" });
    await expectClaimed(fixture, mallory, ["credential"]);
  });

  test("is linked from a session like any other user, and the browser with the verified address is confirmed", async () => {
    const { fixture, mallory } = await open();
    const elsewhere = fixture.visit();
    await elsewhere.client.signIn.email({ email: ann.email, password: mallory.password });
    expect((await link(idp(), fixture, { at: elsewhere })).error).toBe(null);
    expect(elsewhere.browser.cookies.header()).toMatch(/\.confirmed=[^;]/);
    expect(await isUnconfirmed(contextIn(fixture), mallory.user)).toBe(true);
  });

  test("leaves no row behind when the account is deleted", async () => {
    const { fixture, mallory } = await open({
      config: { user: { deleteUser: { enabled: true, confirmByMail: false } } },
    });
    const { password } = mallory;
    expect((await mallory.browser.post("/delete-user", { password })).status).toBe(200);
    expect(await fixture.db.exists(userModel, { id: mallory.user.id })).toBe(false);
    expect(await isUnconfirmed(contextIn(fixture), mallory.user)).toBe(false);
  });
});

describe("a user whose address was verified where the user was signed in", () => {
  test("keeps password, sessions and linked accounts when a provider that verified the address is linked", async () => {
    const fixture = openFixture(idp());
    const anna = await fixture.signUp(ann.email);
    await follow(anna.browser, linkIn(await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" })));
    expect((await come(idp(), fixture, { at: fixture.visit() })).error).toBe(null);
    expect(await waysOf(fixture, anna.user.id)).toEqual(["credential", "google"]);
    expect((await anna.client.getSession()).data).not.toBe(null);
  });
});
