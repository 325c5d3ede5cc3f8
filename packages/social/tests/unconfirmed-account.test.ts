import { userModel } from "@keyhold/core";
import { type Browser, linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { isUnconfirmed } from "../../core/src/user/unconfirmed.ts";
import { useIdentityProvider } from "./journey.ts";
import { ann, come, type Kit, type KitOptions, link, openKit, plantAccount, waysOf } from "./kit.ts";

const idp = useIdentityProvider();
const follow = (browser: Browser, link: URL): Promise<Response> => browser.follow(link);

/** Mallory signed up with Ann's address and linked an identity; Ann followed the link of the email where she was not signed in. */
async function open(options: KitOptions = {}) {
  const kit = openKit(idp(), options);
  const mallory = await kit.signUp(ann.email, { name: "Mallory" });
  await plantAccount(kit, mallory.user.id, { providerId: "example", accountId: "mallory" });
  kit.clock.forward({ seconds: 10 });
  const link = linkIn(await kit.mailbox.waitFor(ann.email, { kind: "verify-email" }));
  const anns = kit.visit();
  await follow(anns.browser, link);
  return { kit, mallory, anns };
}

async function expectTakenOver(kit: Kit, mallory: Awaited<ReturnType<Kit["signUp"]>>, ways: readonly string[]) {
  expect(await waysOf(kit, mallory.user.id)).toEqual(ways);
  expect((await mallory.client.getSession()).data).toBe(null);
  const { password } = mallory;
  const refused = await kit.visit().client.signIn.email({ email: ann.email, password });
  expect(refused.error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  expect(await isUnconfirmed(kit, mallory.user)).toBe(false);
}

describe("a user whose address was verified in a browser that was not signed in", () => {
  test("is linked by a provider that verified the address, and keeps no credential from before", async () => {
    const { kit, mallory, anns } = await open();
    expect((await come(idp(), kit, { at: anns })).error).toBe(null);
    expect((await anns.client.getSession()).data?.user.id).toBe(mallory.user.id);
    await expectTakenOver(kit, mallory, ["google"]);
  });

  test("is linked so by an ID token, too", async () => {
    const { kit, mallory } = await open();
    const token = await idp().idToken("google", ann);
    expect((await kit.visit().client.signIn.social({ provider: "google", idToken: { token } })).error).toBe(null);
    await expectTakenOver(kit, mallory, ["google"]);
  });

  test("is not linked by a trusted provider that has not verified the address", async () => {
    const { kit, mallory } = await open({ social: { linking: { trustedProviders: ["google"] } } });
    const as = { ...ann, emailVerified: false };
    expect((await come(idp(), kit, { as, at: kit.visit() })).error).toBe("account_not_linked");
    expect(await waysOf(kit, mallory.user.id)).toEqual(["credential", "example"]);
  });

  test("keeps no linked account from before after a reset of the password", async () => {
    const { kit, mallory, anns } = await open();
    await anns.browser.post("/forget-password", { email: ann.email });
    const { token } = await kit.mailbox.waitFor(ann.email, { kind: "reset-password" });
    await anns.browser.post("/reset-password", { token, newPassword: "the password of Ann" });
    await expectTakenOver(kit, mallory, ["credential"]);
  });

  test("is linked from a session as any other, and the browser that showed the address is confirmed", async () => {
    const { kit, mallory } = await open();
    const elsewhere = kit.visit();
    await elsewhere.client.signIn.email({ email: ann.email, password: mallory.password });
    expect((await link(idp(), kit, { at: elsewhere })).error).toBe(null);
    expect(elsewhere.browser.cookies.header()).toMatch(/\.confirmed=[^;]/);
    expect(await isUnconfirmed(kit, mallory.user)).toBe(true);
  });

  test("leaves no mark behind when the account is deleted", async () => {
    const { kit, mallory } = await open({ config: { user: { deleteUser: { enabled: true, confirmByMail: false } } } });
    const { password } = mallory;
    expect((await mallory.browser.post("/delete-user", { password })).status).toBe(200);
    expect(await kit.db.exists(userModel, { id: mallory.user.id })).toBe(false);
    expect(await isUnconfirmed(kit, mallory.user)).toBe(false);
  });
});

describe("a user whose address was verified where the user was signed in", () => {
  test("keeps password, sessions and linked accounts when a provider that verified the address is linked", async () => {
    const kit = openKit(idp());
    const anna = await kit.signUp(ann.email);
    await follow(anna.browser, linkIn(await kit.mailbox.waitFor(ann.email, { kind: "verify-email" })));
    expect((await come(idp(), kit, { at: kit.visit() })).error).toBe(null);
    expect(await waysOf(kit, anna.user.id)).toEqual(["credential", "google"]);
    expect((await anna.client.getSession()).data).not.toBe(null);
  });
});
