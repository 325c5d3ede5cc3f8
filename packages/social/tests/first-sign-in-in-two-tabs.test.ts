import { type Database, userModel } from "@keyhold/core";
import { linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { isContested } from "../../core/src/user/contested.ts";
import { interrupted } from "./interrupted.ts";
import { useIdentityProvider } from "./journey.ts";
import { ann, come, type Kit, link, openKit, waysOf } from "./kit.ts";

const idp = useIdentityProvider();
const unverified = { ...ann, emailVerified: false };
const byIdentity = { verb: "find", model: "account", isInTransaction: false } as const;

const open = (database: Database, isVerificationRequired = false): Kit =>
  openKit(idp(), { config: { database, emailAndPassword: { requireEmailVerification: isVerificationRequired } } });

const userIn = async (kit: Kit) => {
  const user = await kit.db.find(userModel, { email: ann.email });
  if (!user) throw new Error("No user has the address.");
  return user;
};

describe("a first sign-in in two tabs, by a provider that has not verified the address:", () => {
  test("both tabs are signed in to one user", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const kit = open(database);
    afterNext(byIdentity, () => come(idp(), kit, { as: unverified, at: kit.visit() }));
    expect((await come(idp(), kit, { as: unverified })).error).toBe(null);
    expect(hasHappened()).toBe(true);
    const user = await userIn(kit);
    expect((await kit.client.getSession()).data?.user.id).toBe(user.id);
    expect(await waysOf(kit, user.id)).toEqual(["google"]);
  });

  test("the tab that came second finds the account even where its first look found the user", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const kit = open(database);
    const signedUp = await kit.signUp(ann.email);
    const at = { browser: signedUp.browser };
    afterNext({ ...byIdentity, model: "user" }, () => link(idp(), kit, { as: unverified, at }));
    expect((await come(idp(), kit, { as: unverified, at: kit.visit() })).error).toBe(null);
    expect(hasHappened()).toBe(true);
  });

  test("both tabs of an ID token are signed in to one user", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const kit = open(database);
    const signIn = async (at: Pick<Kit, "client">) =>
      at.client.signIn.social({ provider: "google", idToken: { token: await idp().idToken("google", unverified) } });
    afterNext(byIdentity, () => signIn(kit.visit()));
    expect((await signIn(kit)).error).toBe(null);
    expect(hasHappened()).toBe(true);
  });

  test("where addresses must be verified, the link of the email keeps the only account", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const kit = open(database, true);
    afterNext(byIdentity, () => come(idp(), kit, { as: unverified, at: kit.visit() }));
    expect((await come(idp(), kit, { as: unverified })).error).toBe("email_not_verified");
    expect(hasHappened()).toBe(true);
    await kit.auth.idle();
    const user = await userIn(kit);
    expect(await isContested(kit, user)).toBe(false);
    await kit.visit().browser.follow(linkIn(await kit.mailbox.waitFor(ann.email, { kind: "verify-email" })));
    expect(await waysOf(kit, user.id)).toEqual(["google"]);
    expect((await come(idp(), kit, { as: unverified, at: kit.visit() })).error).toBe(null);
  });

  test("a sign-up that is refused meanwhile is a sign-in, if the other tab has signed up", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const kit = openKit(idp(), {
      config: { database },
      google: { checkSignUp: async () => ((await kit.db.exists(userModel, {})) ? "UNAUTHORIZED" : null) },
    });
    afterNext({ ...byIdentity, model: "user" }, () => come(idp(), kit, { as: unverified, at: kit.visit() }));
    expect((await come(idp(), kit, { as: unverified })).error).toBe(null);
    expect(hasHappened()).toBe(true);
  });
});

describe("an unverified address that another identity has", () => {
  test("is contested, though the sign-in is refused", async () => {
    const { database } = interrupted();
    const kit = open(database, true);
    await come(idp(), kit, { as: unverified });
    const other = { ...unverified, subject: "119" };
    expect((await come(idp(), kit, { as: other, at: kit.visit() })).error).toBe("account_not_linked");
    await kit.auth.idle();
    expect(await isContested(kit, await userIn(kit))).toBe(true);
    expect((await come(idp(), kit, { as: other, at: kit.visit() })).error).toBe("account_not_linked");
  });

  test("is not contested after its owner has verified it meanwhile", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const kit = open(database, true);
    await come(idp(), kit, { as: unverified });
    const email = await kit.mailbox.waitFor(ann.email, { kind: "verify-email" });
    afterNext({ ...byIdentity, model: "user" }, () => kit.visit().browser.follow(linkIn(email)));
    const other = { ...unverified, subject: "119" };
    expect((await come(idp(), kit, { as: other, at: kit.visit() })).error).toBe("account_not_linked");
    expect(hasHappened()).toBe(true);
    expect(await isContested(kit, await userIn(kit))).toBe(false);
  });
});
