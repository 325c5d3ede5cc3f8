import { defineRoles } from "@keyhold/access";
import { admin, adminRoles, adminStatements } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { defineModel, text, userModel } from "@keyhold/core/plugin";
import { emailOtp } from "@keyhold/email-otp";
import { magicLink } from "@keyhold/magic-link";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { password } from "./fixture.ts";

/**
 * Ada signs up, follows the link of the email on another device, and enrols a second factor. Mallory has Ada's mailbox
 * only, or may only set passwords (decision 0142).
 */

const passkeyModel = defineModel("passkey", { userId: text() });
const idp = useIdentityProvider();
const email = "ada@example.com";
const newPassword = "another battery staple";
const atGoogle = { subject: "118", email, emailVerified: true, name: "Mallory", picture: null } as const;

const roles = { ...adminRoles, ...defineRoles(adminStatements, { helper: { user: ["set-password"] } }) };

function open({ asSecondFactor = false, otp = false } = {}) {
  const { clientId, clientSecret, fetch } = idp();
  const fixture = createTestAuth({
    plugins: [
      admin({ roles }),
      magicLink({ withCode: true }),
      emailOtp(),
      social({ providers: [google({ clientId, clientSecret })], fetch }),
      twoFactor({ otp }),
      passkey({ asSecondFactor }),
    ],
    clientPlugins: [adminClient(), socialClient(), twoFactorClient(), passkeyClient()],
    config: { emailVerification: { sendOnSignUp: true } },
  });
  idp().useClock(fixture.clock.now);
  return fixture;
}

type Fixture = ReturnType<typeof open>;
type Ada = Awaited<ReturnType<typeof join>>;

async function join(fixture: Fixture) {
  const ada = await fixture.signUp(email, { password });
  await fixture.visit().browser.follow(linkIn(await fixture.mailbox.waitFor(email, { kind: "verify-email" })));
  expect(await fixture.db.exists(userModel, { email, emailVerified: true })).toBe(true);
  fixture.clock.forward({ seconds: 10 });
  return ada;
}

/** What Mallory does, up to the sign-in. */
const attempts: Readonly<Record<string, (fixture: Fixture) => Promise<unknown>>> = {
  async "a reset of the password by a link"({ visit, mailbox }) {
    const { client } = visit();
    await client.forgetPassword({ email, redirectTo: "/new" });
    const { token } = await mailbox.waitFor(email, { kind: "reset-password" });
    expect((await client.resetPassword({ token, newPassword })).error).toBe(null);
    return (await client.signIn.email({ email, password: newPassword })).data;
  },
  async "a reset of the password by a code"({ visit, mailbox }) {
    const { browser, client } = visit();
    await browser.post("/email-otp/send-verification-otp", { email, type: "forget-password" });
    const { code: otp } = await mailbox.waitFor(email, { kind: "email-otp.code" });
    const reset = await browser.post("/email-otp/reset-password", { email, otp, password: newPassword });
    expect(reset.status).toBe(200);
    return (await client.signIn.email({ email, password: newPassword })).data;
  },
  async "a link to sign in"({ visit, mailbox }) {
    const { browser } = visit();
    await browser.post("/sign-in/magic-link", { email });
    const token = linkIn(await mailbox.waitFor(email, { kind: "magic-link.sign-in" })).searchParams.get("token");
    return (await browser.post("/magic-link/verify", { token })).json();
  },
  async "a code to sign in"({ visit, mailbox }) {
    const { browser } = visit();
    await browser.post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const { code: otp } = await mailbox.waitFor(email, { kind: "email-otp.code" });
    return (await browser.post("/sign-in/email-otp", { email, otp })).json();
  },
  async "an identity with the address"({ visit }) {
    const token = await idp().idToken("google", atGoogle);
    return (await visit().client.signIn.social({ provider: "google", idToken: { token } })).data;
  },
  async "a password that an administrator without the right to reset factors sets"({ visit, signUp, db }) {
    const helper = await signUp("helper@example.com");
    const role: object = { role: "helper" };
    await db.update(userModel, helper.user.id, role);
    const userId = (await db.find(userModel, { email }))?.id ?? "";
    expect((await helper.client.admin.setUserPassword({ userId, newPassword })).error).toBe(null);
    return (await visit().client.signIn.email({ email, password: newPassword })).data;
  },
};

const factors: Readonly<Record<string, (fixture: Fixture, ada: Ada) => Promise<void>>> = {
  async "an authenticator app"({ auth, clock }, { client }) {
    const { data } = await client.twoFactor.enable({ password });
    const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    const { code } = await auth.api.generateTotp({ secret });
    expect((await client.twoFactor.verifyTotp({ code })).error).toBe(null);
    clock.forward({ seconds: 30 });
  },
  async "a passkey as the second factor"(_, { client }) {
    const { data } = await client.passkey.generateRegisterOptions();
    if (!data) throw new Error("No options of a registration.");
    const response = createAuthenticator().register(data);
    expect((await client.passkey.verifyRegistration({ response })).error).toBe(null);
  },
};

describe.each(Object.entries(attempts))("%s", (_, attempt) => {
  test.each(Object.entries(factors))(
    "does not end %s of a user who verified the address on another device",
    async (kind, enrol) => {
      const fixture = open({ asSecondFactor: kind.includes("passkey") });
      const ada = await join(fixture);
      await enrol(fixture, ada);
      expect(await attempt(fixture)).toMatchObject({ twoFactorRedirect: true });
      const types = fixture.events.map(({ type }) => type);
      for (const type of ["two-factor.disabled", "passkey.deleted", "account.linked"])
        expect(types).not.toContain(type);
    },
  );
});

/**
 * Eve signs up with the address of Ada, who follows the link of the email, and enrols a factor in her session. No way
 * that proves the mailbox of Ada may open the account while a credential of Eve would open it, too.
 */
describe("an account that another person has begun", () => {
  /** Eve with a factor, a passkey and a session. */
  async function begin(fixture: Fixture, kind: "totp" | "otp") {
    const eve = await join(fixture);
    const { data: options } = await eve.client.passkey.generateRegisterOptions();
    if (!options) throw new Error("No options of a registration.");
    const device = createAuthenticator();
    await eve.client.passkey.verifyRegistration({ response: device.register(options) });
    const { data } = await eve.client.twoFactor.enable({ password, method: kind });
    if (kind === "totp") {
      const secret = new URL((data && "totpURI" in data && data.totpURI) || "").searchParams.get("secret") ?? "";
      const { code } = await fixture.auth.api.generateTotp({ secret });
      expect((await eve.client.twoFactor.verifyTotp({ code })).error).toBe(null);
    }
    fixture.clock.forward({ seconds: 30 });
    return { ...eve, device };
  }

  const openWithCodes = () => open({ otp: true });

  test.each([
    "a reset of the password by a link",
    "a reset of the password by a code",
    "a link to sign in",
    "a code to sign in",
    "an identity with the address",
  ])("with emailed codes is the owner's after %s", async (name) => {
    const fixture = openWithCodes();
    const eve = await begin(fixture, "otp");
    await attempts[name]?.(fixture);
    const session = await (await eve.browser.get("/get-session")).json();
    const { error } = await fixture.visit().client.signIn.email({ email, password });
    const { id: userId } = eve.user;
    expect([session, error?.code]).toEqual([null, "INVALID_EMAIL_OR_PASSWORD"]);
    expect(await fixture.db.count(passkeyModel, { userId })).toBe(0);
    expect(await fixture.db.find(userModel, { id: userId })).toMatchObject({ twoFactorEnabled: false });
  });

  test.each(["a reset of the password by a link", "a reset of the password by a code"])(
    "with an authenticator app keeps no other credential of Eve after %s, also once the factors are reset",
    async (name) => {
      const fixture = openWithCodes();
      const eve = await begin(fixture, "totp");
      expect(await attempts[name]?.(fixture)).toMatchObject({ twoFactorRedirect: true });
      const { id: userId } = eve.user;
      expect(await fixture.db.count(passkeyModel, { userId })).toBe(0);
      await fixture.auth.api.resetTwoFactor({ userId });
      expect(await (await eve.browser.get("/get-session")).json()).toBe(null);
      expect((await fixture.visit().client.signIn.email({ email, password })).error).not.toBe(null);
      const { data } = await fixture.visit().client.signIn.email({ email, password: newPassword });
      expect(data).toMatchObject({ user: { email } });
    },
  );

  test.each(["a reset of the password by a link", "a reset of the password by a code"])(
    "with a passkey as the factor gives no right of the address to its passkey after %s",
    async (name) => {
      const fixture = open({ asSecondFactor: true });
      const eve = await join(fixture);
      const { data } = await eve.client.passkey.generateRegisterOptions();
      if (!data) throw new Error("No options of a registration.");
      await eve.client.passkey.verifyRegistration({ response: createAuthenticator().register(data) });
      expect(await attempts[name]?.(fixture)).toMatchObject({ twoFactorRedirect: true });
      expect(await fixture.auth.api.admin.inspectUser({ email })).toMatchObject({ hasKnownOwner: false });
      await fixture.auth.api.resetTwoFactor({ userId: eve.user.id });
      expect(await fixture.db.count(passkeyModel, { userId: eve.user.id })).toBe(0);
      await attempts[name]?.(fixture);
      expect(await fixture.auth.api.admin.inspectUser({ email })).toMatchObject({ hasKnownOwner: true });
    },
  );

  test("with an app and emailed codes does not open for an identity and a code to the same mailbox", async () => {
    const fixture = openWithCodes();
    const eve = await begin(fixture, "totp");
    await eve.client.twoFactor.enable({ password, method: "otp" });
    const asked = await attempts["an identity with the address"]?.(fixture);
    expect(asked).toMatchObject({ twoFactorRedirect: true });
    expect(Reflect.get(Object(asked), "twoFactorMethods")).not.toContain("otp");
  });
});
