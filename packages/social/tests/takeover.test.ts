import { memory } from "@keyhold/adapter-memory";
import { sessionModel, userModel } from "@keyhold/core";
import { linkIn, memoryStorage } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { isContested } from "../../core/src/user/contested.ts";
import { comeBack, setOut, travel, useIdentityProvider } from "./journey.ts";
import { accountsOf, ann, come, type Kit, type KitOptions, link, openKit, plantAccount, waysOf } from "./kit.ts";

const idp = useIdentityProvider();

/** Mallory, who signed up with Ann's address before Ann did. */
async function preRegister(kit: Kit) {
  const mallory = await kit.signUp(ann.email, { name: "Mallory" });
  kit.clock.forward({ seconds: 1 });
  await plantAccount(kit, mallory.user.id, { providerId: "example", accountId: "mallory" });
  return mallory;
}

async function open(options: KitOptions = {}) {
  const kit = openKit(idp(), options);
  return { kit, mallory: await preRegister(kit) };
}

const mallorysIdentity = { ...ann, subject: "mallory", email: "mallory@example.com" };

describe("an account whose address was not proven, when its owner comes with a provider that has proof,", () => {
  test("is theirs, and nothing opens it that was there before", async () => {
    const { kit, mallory } = await open();
    expect((await come(idp(), kit)).error).toBe(null);
    expect((await kit.client.getSession()).data?.user).toMatchObject({ id: mallory.user.id, emailVerified: true });
    expect(await waysOf(kit, mallory.user.id)).toEqual(["google"]);
    expect(await kit.db.count(sessionModel, {})).toBe(1);
    expect((await mallory.client.getSession()).data).toBe(null);
    const { password } = mallory;
    const refused = await kit.visit().client.signIn.email({ email: ann.email, password });
    expect(refused.error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  });

  test("is theirs by an ID token, too", async () => {
    const { kit, mallory } = await open();
    const token = await idp().idToken("google", ann);
    const answer = await kit.client.signIn.social({ provider: "google", idToken: { token } });
    expect(answer.data).toMatchObject({ user: { id: mallory.user.id, emailVerified: true } });
    expect(await waysOf(kit, mallory.user.id)).toEqual(["google"]);
    expect((await mallory.client.getSession()).data).toBe(null);
  });

  test("is not opened by the identity that was in it, which finds no account of its own", async () => {
    const { kit } = await open();
    await come(idp(), kit);
    const later = kit.visit();
    expect((await come(idp(), kit, { as: mallorysIdentity, provider: "example", at: later })).error).toBe(null);
    expect((await later.client.getSession()).data?.user.email).toBe(mallorysIdentity.email);
    const unproven = { ...mallorysIdentity, subject: "mallory2", email: ann.email, emailVerified: false };
    const last = kit.visit();
    expect((await come(idp(), kit, { as: unproven, provider: "example", at: last })).error).toBe("account_not_linked");
  });

  test("has no session in the fast store either", async () => {
    const { kit, mallory } = await open({ config: { secondaryStorage: memoryStorage() } });
    expect((await mallory.client.getSession()).data?.user.id).toBe(mallory.user.id);
    await come(idp(), kit);
    expect((await mallory.client.getSession()).data).toBe(null);
  });

  test("loses every account, though there be more than a list shows", async () => {
    const { kit, mallory } = await open();
    for (let made = 0; made < 600; made += 1) {
      await plantAccount(kit, mallory.user.id, { providerId: "example", accountId: `planted${made}` });
    }
    await come(idp(), kit);
    expect((await accountsOf(kit, mallory.user.id)).map(({ accountId }) => accountId)).toEqual([ann.subject]);
    await kit.auth.idle();
    expect(kit.events.filter(({ type }) => type === "account.unlinked")).toHaveLength(602);
  });

  test("takes no identity from a flow to link that its maker has begun", async () => {
    const { kit, mallory } = await open({ social: { linking: { allowDifferentEmails: true } } });
    const url = await setOut({ auth: kit.auth, browser: mallory.browser }, { provider: "example" }, "/link-social");
    await come(idp(), kit);
    const sent = await idp().authorize(url, { as: { ...mallorysIdentity, subject: "another" } });
    const landing = await comeBack({ auth: kit.auth, browser: mallory.browser }, sent);
    expect(landing.error).toBe("please_restart_the_process");
    expect(await waysOf(kit, mallory.user.id)).toEqual(["google"]);
  });

  test("gets a password from a letter to its owner, and from no letter of before", async () => {
    const { kit } = await open();
    const before = await letterTo(kit);
    await come(idp(), kit);
    const reset = (token: string) =>
      kit.visit().browser.post("/reset-password", { token, newPassword: "the password of Ann" });
    expect((await reset(before)).status).toBe(400);
    expect((await reset(await letterTo(kit))).status).toBe(200);
    const signedIn = await kit.visit().client.signIn.email({ email: ann.email, password: "the password of Ann" });
    expect(signedIn.data?.user.email).toBe(ann.email);
    expect((await come(idp(), kit, { at: kit.visit() })).error).toBe(null);
  });

  test("tells listeners of all of it", async () => {
    const { kit, mallory } = await open();
    await kit.auth.idle();
    const before = kit.events.length;
    await come(idp(), kit);
    await kit.auth.idle();
    const userId = mallory.user.id;
    expect(kit.events.slice(before)).toMatchObject([
      { type: "account.linked", userId, providerId: "google", accountId: ann.subject },
      { type: "session.ended", userId, reason: "taken over" },
      { type: "account.unlinked", userId, providerId: "credential" },
      { type: "account.unlinked", userId, providerId: "example", accountId: "mallory" },
      { type: "email.verified", user: { id: userId, emailVerified: true } },
      { type: "session.created", method: "google", isNewUser: false, user: { id: userId, emailVerified: true } },
    ]);
  });
});

async function letterTo(kit: Kit): Promise<string> {
  await kit.visit().browser.post("/forget-password", { email: ann.email });
  return (await kit.mailbox.waitFor(ann.email, { kind: "reset-password" })).token;
}

describe("an address that several people signed up with", () => {
  async function contest() {
    const kit = openKit(idp(), {
      config: { emailAndPassword: { requireEmailVerification: true }, emailVerification: { autoSignIn: true } },
    });
    await kit.browser.post("/sign-up/email", { name: "First", email: ann.email, password: "password of the first" });
    const link = linkIn(await kit.mailbox.waitFor(ann.email, { kind: "verify-email" }));
    await kit.browser.post("/sign-up/email", { name: "Second", email: ann.email, password: "password of the second" });
    await kit.auth.idle();
    const user = await kit.db.find(userModel, { email: ann.email });
    if (!user) throw new Error("Nobody signed up.");
    return { kit, user, link };
  }

  test("is settled by a provider's proof: neither password opens the account", async () => {
    const { kit, user, link } = await contest();
    expect(await isContested(kit, user)).toBe(true);
    expect((await come(idp(), kit)).error).toBe(null);
    expect(await isContested(kit, user)).toBe(false);
    for (const password of ["password of the first", "password of the second"]) {
      const refused = await kit.visit().client.signIn.email({ email: ann.email, password });
      expect(refused.error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
    }
    const follower = kit.visit();
    await follower.browser.follow(link);
    expect((await follower.client.getSession()).data).toBe(null);
    expect(await waysOf(kit, user.id)).toEqual(["google"]);
  });

  test("stays contested while nobody proves it", async () => {
    const { kit, user } = await contest();
    expect((await come(idp(), kit, { as: { ...ann, emailVerified: false } })).error).toBe("account_not_linked");
    expect(await isContested(kit, user)).toBe(true);
  });

  test("is contested where the first came with a provider: the letter takes their identity away", async () => {
    const kit = openKit(idp(), { config: { emailAndPassword: { requireEmailVerification: true } } });
    expect((await come(idp(), kit, { as: { ...ann, emailVerified: false } })).error).toBe("email_not_verified");
    await kit.auth.idle();
    kit.mailbox.clear();
    await kit.visit().browser.post("/sign-up/email", { name: "Ann", email: ann.email, password: "password of Ann" });
    await kit.visit().browser.follow(linkIn(await kit.mailbox.waitFor(ann.email, { kind: "verify-email" })));
    const user = await kit.db.find(userModel, { email: ann.email });
    expect(user?.emailVerified).toBe(true);
    expect(await waysOf(kit, user?.id ?? "")).toEqual([]);
  });
});

test("somebody who is signed in as another at that browser is signed out of that", async () => {
  const kit = openKit(idp());
  const bob = await kit.signUp("bob@example.com");
  await kit.auth.idle();
  await come(idp(), kit, { at: bob });
  expect((await bob.client.getSession()).data?.user.email).toBe(ann.email);
  expect(await kit.db.count(sessionModel, { userId: bob.user.id })).toBe(0);
  await kit.auth.idle();
  expect(kit.events).toContainEqual(expect.objectContaining({ type: "session.ended", reason: "replaced" }));
});

test("an identity whose person has since proven the address takes the account over from what else is in it", async () => {
  const kit = openKit(idp(), { config: { database: memory() } });
  const { user, browser, client, password } = await kit.signUp(ann.email);
  const linked = await link(idp(), kit, { as: { ...ann, emailVerified: false }, at: { browser } });
  expect(linked.error).toBe(null);
  expect((await client.getSession()).data?.user.emailVerified).toBe(false);

  const elsewhere = kit.visit();
  expect((await travel(idp(), { ...kit, ...elsewhere }, { provider: "google" }, { as: ann })).error).toBe(null);
  expect((await elsewhere.client.getSession()).data?.user).toMatchObject({ id: user.id, emailVerified: true });
  expect(await waysOf(kit, user.id)).toEqual(["google"]);
  expect((await client.getSession()).data).toBe(null);
  expect((await kit.visit().client.signIn.email({ email: ann.email, password })).error?.status).toBe(401);
});
