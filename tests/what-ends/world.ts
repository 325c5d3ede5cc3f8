import { memory } from "@keyhold/adapter-memory";
import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { apiKey } from "@keyhold/api-key";
import type { AuthConfig } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { emailOtp } from "@keyhold/email-otp";
import { emailOtpClient } from "@keyhold/email-otp/client";
import { magicLink } from "@keyhold/magic-link";
import { magicLinkClient } from "@keyhold/magic-link/client";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { oidc } from "@keyhold/social/oidc";
import { type Clock, createTestAuth, linkIn } from "@keyhold/testing";
import type { IdentityProvider, Person } from "@keyhold/testing/identity-provider";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { codeAt } from "../harness/authenticator-app.ts";
import { travel } from "../harness/sign-in-flow.ts";

export const baseURL = "https://app.example.com";
export const email = "ada@example.com";
export const newEmail = "ada@new.example";
export const password = "correct horse battery staple";
const oldSecret = "the first secret: 9a4c1f7e20b85d36";
export const newSecret = "the second secret: 51d0e8b37f2a96c4";

const identity: Person = { subject: "7", email, emailVerified: true, name: "Ada", picture: null };

export type Test = ReturnType<typeof openTest>;

/** An auth with every plugin that opens a session or asks for a proof. */
export function openTest(idp: IdentityProvider, config: Partial<Pick<AuthConfig, "database" | "secret" | "now">>) {
  const { origin: issuer, clientId, clientSecret, fetch } = idp;
  return createTestAuth({
    plugins: [
      twoFactor({ recovery: { delaySeconds: 259_200 } }),
      passkey(),
      social({ providers: [oidc({ id: "example", issuer, clientId, clientSecret })], fetch }),
      admin(),
      apiKey({ allowEternal: true }),
      organization(),
      magicLink(),
      emailOtp(),
    ],
    clientPlugins: [
      twoFactorClient(),
      passkeyClient(),
      socialClient(),
      adminClient(),
      organizationClient(),
      magicLinkClient(),
      emailOtpClient(),
    ],
    config: {
      secret: oldSecret,
      rateLimit: { enabled: false, wrongPasswords: { windowSeconds: 900, max: 20 } },
      session: { cookieCache: { enabled: true, maxAgeSeconds: 300 } },
      user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
      ...config,
    },
  });
}

export type Visit = ReturnType<Test["visit"]>;

/** Whether Ada has an authenticator app before the event, and her secret in the app. */
export interface Options {
  readonly hasApp: boolean;
  readonly isVerifiedElsewhere?: boolean | undefined;
}

/** Ada has all things that open an account or remember a proof, the administrator has a session. */
export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(idp: IdentityProvider, { hasApp, isVerifiedElsewhere = false }: Options) {
  const database = memory();
  // A fork reads them again.
  const secrets = [oldSecret];
  const test = openTest(idp, { database, secret: secrets });
  idp.useClock(test.clock.now);
  const here = await test.signUp(email, { name: "Ada", password });
  const follower = isVerifiedElsewhere ? test.visit() : here;
  await follower.browser.follow(linkIn(await test.mailbox.waitFor(email, { kind: "verify-email" })));
  await travel(
    idp,
    { ...test, ...here },
    { provider: "example", callbackURL: "/" },
    { as: identity, path: "/link-social" },
  );
  const device = createAuthenticator();
  const registration = done(await here.client.passkey.generateRegisterOptions());
  done(await here.client.passkey.verifyRegistration({ response: device.register(registration) }));
  const boss = await test.signUp("boss@example.com", { name: "Boss", password });
  const role: object = { role: "admin" };
  await test.db.update(userModel, boss.user.id, role);

  let secret = "";
  /** Enrols an authenticator app; answers the secret. */
  async function enrol({ twoFactor }: Visit["client"], { clock }: Pick<Test, "clock"> = test): Promise<string> {
    const { totpURI = "" } = done(await twoFactor.enable({ password }));
    const made = new URL(totpURI).searchParams.get("secret") ?? "";
    done(await twoFactor.verifyTotp({ code: code(made, clock) }));
    return made;
  }
  /** A new browser with the right password; pending if Ada has an app. */
  async function begin(): Promise<Visit> {
    const visit = test.visit();
    done(await visit.client.signIn.email({ email, password }));
    return visit;
  }
  /** A new browser with a session. */
  async function signIn(input: { readonly trustDevice?: boolean } = {}): Promise<Visit> {
    const visit = await begin();
    if (hasApp) done(await visit.client.twoFactor.verifyTotp({ code: code(secret, test.clock), ...input }));
    return visit;
  }
  if (hasApp) secret = await enrol(here.client);
  return { idp, database, secrets, test, hasApp, here, boss, device, enrol, begin, signIn, secret: () => secret };
}

/** The code of an authenticator app, thirty seconds after the previous code. */
export function code(secret: string, clock: Clock): string {
  clock.forward({ seconds: 30 });
  return codeAt(secret, clock.now());
}

/** The data of an answer. Throws for an error. */
export function done<T>(answer: { readonly data: T | null; readonly error: { readonly code: string } | null }): T {
  if (answer.data === null) throw new Error(answer.error?.code);
  return answer.data;
}
