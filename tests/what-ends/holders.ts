import { accountModel, userModel, verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import { invitationModel } from "@keyhold/organization/plugin";
import { type Browser, createBrowser, linkIn } from "@keyhold/testing";
import {
  baseURL,
  code,
  done,
  email,
  newEmail,
  openTest,
  password,
  type Test,
  type Visit,
  type World,
} from "./world.ts";

/** Answers after the event, in a separate fork, whether the thing still opens or is still remembered. */
export type Probe = (fork: Test) => Promise<boolean>;

interface Holder {
  /** Whether only a user with an authenticator app has the thing. Default false. */
  readonly needsApp?: boolean;
  /** Makes the thing, before the event. */
  make(world: World): Promise<Probe>;
}

const otherEmail = `other-${newEmail}`;

const hasSession = async (browser: Browser): Promise<boolean> =>
  (await (await browser.get("/get-session", { disableCookieCache: "true" })).json()) !== null;

/** By the heads of the table's columns. */
export const holders: Readonly<Record<string, Holder>> = {
  session: {
    async make({ signIn }) {
      const visit = await signIn();
      return ({ copyOf }) => hasSession(copyOf(visit).browser);
    },
  },
  "cached copy": {
    async make({ signIn }) {
      const visit = await signIn();
      return async ({ copyOf }) => (await (await copyOf(visit).browser.get("/get-session")).json()) !== null;
    },
  },
  "session at a second app": {
    async make({ signIn, idp, database, test }) {
      const { cookies } = (await signIn()).browser.cookies;
      const { auth } = openTest(idp, { database, now: test.clock.now });
      return () => hasSession(createBrowser(auth, { baseURL, now: test.clock.now, cookies }));
    },
  },
  "pending sign-in": {
    needsApp: true,
    async make({ begin, secret }) {
      const visit = await begin();
      return async ({ clock, copyOf }) =>
        (await copyOf(visit).client.twoFactor.verifyTotp({ code: code(secret(), clock) })).error === null;
    },
  },
  "trusted browser": {
    needsApp: true,
    async make({ signIn, enrol }) {
      const visit = await signIn({ trustDevice: true });
      await visit.client.signOut();
      return async (fork) => {
        const other = fork.visit();
        await other.client.signIn.email({ email, password });
        // Without a factor no browser is asked for a factor: the question is whether the next factor is asked for.
        if (await hasSession(other.browser)) await enrol(other.client, fork);
        const { data } = await fork.copyOf(visit).client.signIn.email({ email, password });
        return data !== null && !("twoFactorRedirect" in data);
      };
    },
  },
  "known browser": {
    async make({ signIn, here }) {
      const visit = await signIn();
      await visit.client.signOut();
      return async (fork) => {
        const address = (await fork.db.find(userModel, { id: here.user.id }))?.email ?? email;
        const guess = async ({ client }: Visit) =>
          (await client.signIn.email({ email: address, password: "a guess" })).error;
        // Other clients use up the guesses of all unknown browsers.
        for (let number = 0; number < 25; number += 1) await guess(fork.visit({ ipAddress: `192.0.${number}.1` }));
        return (await guess(fork.copyOf(visit)))?.status === 401;
      };
    },
  },
  passkey: {
    async make({ device }) {
      return async ({ visit }) => {
        const { client } = visit();
        const options = done(await client.passkey.generateAuthenticateOptions());
        const { data } = await client.passkey.verifyAuthentication({ response: device.authenticate(options) });
        return data !== null && "session" in data;
      };
    },
  },
  "link to sign in": {
    async make({ test }) {
      done(await test.visit().client.signIn.magicLink({ email }));
      const { token } = await test.mailbox.waitFor(email, { kind: "magic-link.sign-in" });
      return async ({ visit }) => (await visit().client.magicLink.verify({ token })).error === null;
    },
  },
  "code to sign in": {
    async make({ test }) {
      const visit = test.visit();
      done(await visit.client.emailOtp.sendVerificationOtp({ email, type: "sign-in" }));
      const { code: otp } = await test.mailbox.waitFor(email, { kind: "email-otp.code" });
      return async ({ copyOf }) => (await copyOf(visit).client.signIn.emailOtp({ email, otp })).error === null;
    },
  },
  "reset link": {
    async make({ test }) {
      done(await test.client.forgetPassword({ email, redirectTo: "/new" }));
      const { token } = await test.mailbox.waitFor(email, { kind: "reset-password" });
      return async ({ client }) =>
        (await client.resetPassword({ token, newPassword: "the password of the link" })).error === null;
    },
  },
  "change link": {
    async make({ signIn, test }) {
      const visit = await signIn();
      done(await visit.client.changeEmail({ newEmail: otherEmail }));
      const link = linkIn(await test.mailbox.waitFor(email, { kind: "confirm-email-change" }));
      return async ({ copyOf, db }) => {
        await copyOf(visit).browser.follow(link);
        return db.exists(userModel, { email: otherEmail });
      };
    },
  },
  "deletion link": {
    async make({ signIn, test }) {
      const visit = await signIn();
      done(await visit.client.deleteUser({}));
      const link = linkIn(await test.mailbox.waitFor(email, { kind: "delete-account" }));
      return async ({ copyOf }) => (await copyOf(visit).browser.follow(link)).ok;
    },
  },
  invitation: {
    async make({ test }) {
      const owner = await test.signUp("owner@example.com", { name: "Owner", password });
      await test.db.update(userModel, owner.user.id, { emailVerified: true });
      const { id: organizationId } = done(await owner.client.organization.create({ name: "Tea", slug: "tea" }));
      done(await owner.client.organization.inviteMember({ email, role: "member", organizationId }));
      return ({ db }) => db.exists(invitationModel, { email, status: "pending" });
    },
  },
  "API key": {
    async make({ test, here }) {
      const { key } = await test.auth.api.createApiKey({ userId: here.user.id, expiresIn: null });
      return async ({ auth }) => (await auth.api.verifyApiKey({ key })).valid;
    },
  },
  "provider tokens": {
    async make() {
      return async ({ db }) => (await db.count(accountModel, { providerId: "example" })) > 0;
    },
  },
  // Last, since a factor given by the other things' makers would end the recovery.
  "running recovery": {
    needsApp: true,
    async make({ begin, here }) {
      const { client } = await begin();
      done(await client.twoFactor.startRecovery());
      const identifier = verificationIdentifier("two-factor-recovery", here.user.id);
      return async ({ db }) => (await db.find(verificationModel, { identifier })) !== null;
    },
  },
};
