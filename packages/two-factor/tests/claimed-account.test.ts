import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { createTestAuth } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backupCodeModel, trustedDeviceModel, twoFactorModel } from "../src/models.js";
import { password } from "./fixture.ts";

/** An attacker signs up and enrols an app: the first proof of the mailbox gives the mailbox owner the account. */

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

const email = "ada@example.com";
const newPassword = "another battery staple";
const pages = { callbackURL: "/in", newUserCallbackURL: "/new", errorCallbackURL: "/out" };

function open() {
  const { clientId, clientSecret, fetch } = idp;
  const fixture = createTestAuth({
    plugins: [
      social({ providers: [google({ clientId, clientSecret })], fetch }),
      twoFactor({ recovery: { delaySeconds: 259_200 } }),
    ],
    clientPlugins: [socialClient(), twoFactorClient()],
    config: { emailVerification: { sendOnSignUp: true } },
  });
  idp.useClock(fixture.clock.now);
  return fixture;
}

type Fixture = ReturnType<typeof open>;

/** A stranger with an app, a trusted browser and a pending sign-in. */
async function plant(fixture: Fixture) {
  const stranger = await fixture.signUp(email, { password });
  const { totpURI = "" } = (await stranger.client.twoFactor.enable({ password })).data ?? {};
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  const code = async () => (await fixture.auth.api.generateTotp({ secret })).code;
  expect((await stranger.client.twoFactor.verifyTotp({ code: await code() })).error).toBe(null);
  fixture.clock.forward({ seconds: 30 });
  expect((await stranger.client.twoFactor.verifyTotp({ code: await code(), trustDevice: true })).error).toBe(null);
  fixture.clock.forward({ seconds: 30 });
  const pending = fixture.visit();
  await pending.client.signIn.email({ email, password });
  return { ...stranger, pending, code };
}

/** How the owner proves the mailbox first, and is signed in or not. */
const proofs: Readonly<Record<string, (fixture: Fixture) => Promise<ReturnType<Fixture["visit"]>>>> = {
  async "a reset of the password"(fixture) {
    const owner = fixture.visit();
    await owner.client.forgetPassword({ email, redirectTo: "/new" });
    const { token } = await fixture.mailbox.waitFor(email, { kind: "reset-password" });
    expect((await owner.client.resetPassword({ token, newPassword })).error).toBe(null);
    const { data } = await owner.client.signIn.email({ email, password: newPassword });
    expect(data).not.toHaveProperty("twoFactorRedirect");
    return owner;
  },
  async "a sign-in by a provider that has verified it"(fixture) {
    const owner = fixture.visit();
    const answer = await owner.browser.post("/sign-in/social", { provider: "google", ...pages });
    const as = { subject: "118", email, emailVerified: true, name: "Ada", picture: null };
    const { url } = await idp.authorize((await answer.json()).url, { as });
    expect((await owner.browser.fetch(new URL(url))).headers.get("location")).toContain("/in");
    return owner;
  },
};

describe.each(Object.entries(proofs))("after %s", (_, prove) => {
  test("factors, backup codes, trusted browsers, sessions and a pending sign-in of the stranger have ended", async () => {
    const fixture = open();
    const stranger = await plant(fixture);
    const owner = await prove(fixture);
    const { data } = await owner.client.getSession();
    expect(data?.user).toMatchObject({ email, emailVerified: true, twoFactorEnabled: false });
    expect((await owner.client.twoFactor.status()).data).toMatchObject({ enabled: false, backupCodesLeft: 0 });
    const userId = stranger.user.id;
    for (const model of [twoFactorModel, backupCodeModel, trustedDeviceModel])
      expect(await fixture.db.count(model, { userId })).toBe(0);
    expect((await stranger.client.getSession()).data).toBe(null);
    const verified = await stranger.pending.client.twoFactor.verifyTotp({ code: await stranger.code() });
    expect(verified.error?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
    expect(fixture.events.filter(({ type }) => type === "two-factor.disabled")).toHaveLength(1);
    await fixture.mailbox.waitFor(email, { kind: "two-factor.disabled" });
  });
});

test("the factor of a user who has proven the address in a session stays after a reset", async () => {
  const fixture = open();
  const owner = await plant(fixture);
  const { token } = await fixture.mailbox.waitFor(email, { kind: "verify-email" });
  expect((await owner.client.verifyEmail({ token })).error).toBe(null);
  const visit = fixture.visit();
  await visit.client.forgetPassword({ email, redirectTo: "/new" });
  const reset = await fixture.mailbox.waitFor(email, { kind: "reset-password" });
  expect((await visit.client.resetPassword({ token: reset.token, newPassword })).error).toBe(null);
  const { data } = await visit.client.signIn.email({ email, password: newPassword });
  expect(data).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp", "backup-code"] });
});
