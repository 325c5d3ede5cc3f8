import type { Database } from "@keyhold/core/adapter";
import { commonErrors, userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { hasDuplicateSignUp } from "../../../tests/harness/duplicate-sign-up.ts";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ann, come, type Fixture, link, openFixture, waysOf } from "./fixture.ts";
import { interrupted } from "./interrupted.ts";

const idp = useIdentityProvider();
const unverified = { ...ann, emailVerified: false };
const byIdentity = { verb: "find", model: "account", isInTransaction: false } as const;

const open = (database: Database, isVerificationRequired = false): Fixture =>
  openFixture(idp(), { config: { database, emailAndPassword: { requireEmailVerification: isVerificationRequired } } });

const userIn = async (fixture: Fixture) => {
  const user = await fixture.db.find(userModel, { email: ann.email });
  if (!user) throw new Error("No user has the address.");
  return user;
};

describe("a first sign-in in two tabs, by a provider that has not verified the address:", () => {
  test("both tabs are signed in to one user", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const fixture = open(database);
    afterNext(byIdentity, () => come(idp(), fixture, { as: unverified, at: fixture.visit() }));
    expect((await come(idp(), fixture, { as: unverified })).error).toBe(null);
    expect(hasHappened()).toBe(true);
    const user = await userIn(fixture);
    expect((await fixture.client.getSession()).data?.user.id).toBe(user.id);
    expect(await waysOf(fixture, user.id)).toEqual(["google"]);
  });

  test("the second tab finds the account even if its first read found the user", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const fixture = open(database);
    const signedUp = await fixture.signUp(ann.email);
    const at = { browser: signedUp.browser };
    afterNext({ ...byIdentity, model: "user" }, () => link(idp(), fixture, { as: unverified, at }));
    expect((await come(idp(), fixture, { as: unverified, at: fixture.visit() })).error).toBe(null);
    expect(hasHappened()).toBe(true);
  });

  test("both tabs of an ID token are signed in to one user", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const fixture = open(database);
    const signIn = async (at: Pick<Fixture, "client">) =>
      at.client.signIn.social({ provider: "google", idToken: { token: await idp().idToken("google", unverified) } });
    afterNext(byIdentity, () => signIn(fixture.visit()));
    expect((await signIn(fixture)).error).toBe(null);
    expect(hasHappened()).toBe(true);
  });

  test("if addresses must be verified, the link of the email keeps the only account", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const fixture = open(database, true);
    afterNext(byIdentity, () => come(idp(), fixture, { as: unverified, at: fixture.visit() }));
    expect((await come(idp(), fixture, { as: unverified })).error).toBe("email_not_verified");
    expect(hasHappened()).toBe(true);
    await fixture.auth.idle();
    const user = await userIn(fixture);
    expect(await hasDuplicateSignUp(fixture, user)).toBe(false);
    await fixture.visit().browser.follow(linkIn(await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" })));
    expect(await waysOf(fixture, user.id)).toEqual(["google"]);
    expect((await come(idp(), fixture, { as: unverified, at: fixture.visit() })).error).toBe(null);
  });

  test("a sign-up that fails becomes a sign-in if the other tab has signed up meanwhile", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const fixture = openFixture(idp(), {
      config: { database },
      google: {
        checkSignUp: async () => ((await fixture.db.exists(userModel, {})) ? commonErrors.UNAUTHORIZED : null),
      },
    });
    afterNext({ ...byIdentity, model: "user" }, () => come(idp(), fixture, { as: unverified, at: fixture.visit() }));
    expect((await come(idp(), fixture, { as: unverified })).error).toBe(null);
    expect(hasHappened()).toBe(true);
  });
});

describe("an unverified address that another identity has", () => {
  test("is marked as a duplicate sign-up, though the sign-in fails", async () => {
    const { database } = interrupted();
    const fixture = open(database, true);
    await come(idp(), fixture, { as: unverified });
    const other = { ...unverified, subject: "119" };
    expect((await come(idp(), fixture, { as: other, at: fixture.visit() })).error).toBe("email_not_verified");
    await fixture.auth.idle();
    expect(await hasDuplicateSignUp(fixture, await userIn(fixture))).toBe(true);
    expect((await come(idp(), fixture, { as: other, at: fixture.visit() })).error).toBe("email_not_verified");
  });

  test("is not marked after its owner has verified it meanwhile", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const fixture = open(database, true);
    await come(idp(), fixture, { as: unverified });
    const email = await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" });
    afterNext({ ...byIdentity, model: "user" }, () => fixture.visit().browser.follow(linkIn(email)));
    const other = { ...unverified, subject: "119" };
    expect((await come(idp(), fixture, { as: other, at: fixture.visit() })).error).toBe("email_not_verified");
    expect(hasHappened()).toBe(true);
    expect(await hasDuplicateSignUp(fixture, await userIn(fixture))).toBe(false);
  });
});
