import { anonymous } from "@keyhold/anonymous";
import type { Database } from "@keyhold/core/adapter";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { emailOtp } from "@keyhold/email-otp";
import { magicLink } from "@keyhold/magic-link";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { username } from "@keyhold/username";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { codeAt } from "../../../tests/harness/authenticator-app.ts";
import { databaseTypes } from "../../../tests/harness/databases.ts";
import { openRaceDatabase } from "../../../tests/harness/race-database.ts";
import { password } from "./fixture.ts";

/**
 * `rememberMe` of every route that begins a sign-in. tests/ways-to-sign-in.test.ts lists the routes.
 *
 * @see https://github.com/better-auth/better-auth/issues/3112
 * @see https://github.com/better-auth/better-auth/issues/3325
 * @see https://github.com/better-auth/better-auth/issues/10426
 */

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

const email = "ada@example.com";
const phone = "+4915112345678";
const atGoogle = { subject: "118", email, emailVerified: true, name: "Ada", picture: null } as const;
const json = { headers: { accept: "application/json" } };

/** An auth with every way to sign in. */
function open(database?: Database, requireEmailVerification = false) {
  const { clientId, clientSecret, fetch } = idp;
  const messages: SentMessage[] = [];
  const fixture = createTestAuth({
    plugins: [
      username(),
      magicLink({ withCode: true }),
      anonymous(),
      emailOtp(),
      phoneNumber({ allowedCountries: ["DE"], sendMessage: (message) => void messages.push(message) }),
      social({ providers: [google({ clientId, clientSecret })], fetch }),
      twoFactor(),
      passkey({ signUp: true }),
    ],
    clientPlugins: [twoFactorClient(), passkeyClient()],
    config: {
      rateLimit: { enabled: false },
      emailAndPassword: { enabled: true, requireEmailVerification },
      emailVerification: { autoSignIn: true, sendOnSignUp: true, sendOnSignIn: true },
      ...(database && { database }),
    },
  });
  idp.useClock(fixture.clock.now);
  return { ...fixture, messages, rows: () => fixture.db.list(sessionModel, {}, { orderBy: "id", limit: 100 }) };
}

type Fixture = ReturnType<typeof open>;
type Visit = ReturnType<Fixture["visit"]>;
/** `rememberMe` of a request, or a request without the field. */
type Wish = { readonly rememberMe?: boolean };

/** The last request of a provider's flow, from the browser that the provider has redirected. */
async function callback({ browser }: Visit, path: string, wish: Wish): Promise<URL> {
  const answer = await browser.post(path, { provider: "google", callbackURL: "/in", ...wish });
  return new URL((await idp.authorize((await answer.json()).url, { as: atGoogle })).url);
}

async function textedCode({ auth, messages }: Fixture, { browser }: Visit): Promise<string> {
  await browser.post("/phone-number/send-otp", { phoneNumber: phone });
  await auth.idle();
  return messages.at(-1)?.code ?? "";
}

/** Ada, with a verified address and number, an account at Google and a passkey; signed in. */
async function enrol(fixture: Fixture) {
  const ada = await fixture.signUp(email, { username: "ada" });
  await ada.client.verifyEmail({ token: (await fixture.mailbox.waitFor(email, { kind: "verify-email" })).token });
  const code = await textedCode(fixture, ada);
  await ada.browser.post("/phone-number/verify", { phoneNumber: phone, code, updatePhoneNumber: true });
  await ada.browser.fetch(await callback(ada, "/link-social", {}));
  const device = createAuthenticator();
  const { data } = await ada.client.passkey.generateRegisterOptions();
  if (!data) throw new Error("No options of a registration.");
  expect((await ada.client.passkey.verifyRegistration({ response: device.register(data) })).error).toBe(null);
  return { ...ada, device };
}

type Ada = Awaited<ReturnType<typeof enrol>>;

/** Answers the code of an authenticator app that Ada has now. */
async function addFactor({ clock }: Fixture, { client }: Ada): Promise<() => string> {
  const { data } = await client.twoFactor.enable({ password });
  const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  expect((await client.twoFactor.verifyTotp({ code: codeAt(secret, clock.now()) })).error).toBe(null);
  clock.forward({ minutes: 1 });
  return () => codeAt(secret, clock.now());
}

/** A way to sign in; answers the last response, which sets the cookie. */
type Way = (fixture: Fixture, visit: Visit, wish: Wish, ada: Ada) => Promise<Response>;

async function magicLinkOf({ mailbox }: Fixture, { browser }: Visit, wish: Wish) {
  await browser.post("/sign-in/magic-link", { email, ...wish });
  const sent = await mailbox.waitFor(email, { kind: "magic-link.sign-in" });
  return { link: linkIn(sent), code: sent.code, token: sent.token };
}

async function emailedCode({ mailbox }: Fixture, { browser }: Visit, type: string): Promise<string> {
  await browser.post("/email-otp/send-verification-otp", { email, type });
  return (await mailbox.waitFor(email, { kind: "email-otp.code" })).code;
}

/** The token of a verification email that a request has sent to Ada, whose address is no longer verified. */
async function verificationToken({ db, mailbox }: Fixture, { user }: Ada, request: () => Promise<unknown>) {
  await db.update(userModel, user.id, { emailVerified: false });
  await request();
  return (await mailbox.waitFor(email, { kind: "verify-email" })).token;
}

const ways: Readonly<Record<string, Way>> = {
  "POST /sign-in/email": (_, { browser }, wish) => browser.post("/sign-in/email", { email, password, ...wish }),
  "POST /sign-in/username": (_, { browser }, wish) =>
    browser.post("/sign-in/username", { username: "ada", password, ...wish }),
  "POST /sign-in/phone-number": (_, { browser }, wish) =>
    browser.post("/sign-in/phone-number", { phoneNumber: phone, password, ...wish }),
  "GET /verify-email": async (fixture, { browser }, wish, ada) => {
    const resend = () => browser.post("/send-verification-email", { email, ...wish });
    const token = await verificationToken(fixture, ada, resend);
    return browser.fetch(`/verify-email?token=${token}`, json);
  },
  "POST /verify-email": async (fixture, { browser }, wish, ada) => {
    const resend = () => browser.post("/send-verification-email", { email, ...wish });
    return browser.post("/verify-email", { token: await verificationToken(fixture, ada, resend) });
  },
  "GET /magic-link/verify": async (fixture, visit, wish) =>
    visit.browser.fetch((await magicLinkOf(fixture, visit, wish)).link, { headers: { accept: "text/html" } }),
  "POST /magic-link/verify": async (fixture, visit, wish) =>
    visit.browser.post("/magic-link/verify", { token: (await magicLinkOf(fixture, visit, wish)).token }),
  "POST /magic-link/verify-code": async (fixture, visit, wish) =>
    visit.browser.post("/magic-link/verify-code", { code: (await magicLinkOf(fixture, visit, wish)).code }),
  "POST /sign-in/email-otp": async (fixture, visit, wish) => {
    const otp = await emailedCode(fixture, visit, "sign-in");
    return visit.browser.post("/sign-in/email-otp", { email, otp, ...wish });
  },
  "POST /email-otp/verify-email": async (fixture, visit, wish, { user }) => {
    await fixture.db.update(userModel, user.id, { emailVerified: false });
    const otp = await emailedCode(fixture, visit, "email-verification");
    return visit.browser.post("/email-otp/verify-email", { email, otp, ...wish });
  },
  "POST /phone-number/verify": async (fixture, visit, wish) => {
    const code = await textedCode(fixture, visit);
    return visit.browser.post("/phone-number/verify", { phoneNumber: phone, code, ...wish });
  },
  "GET /callback/:id": async (_, visit, wish) => visit.browser.fetch(await callback(visit, "/sign-in/social", wish)),
  "POST /callback/:id": async (_, visit, wish) => {
    const { origin, pathname, searchParams } = await callback(visit, "/sign-in/social", wish);
    const form = { method: "POST", body: searchParams, headers: { origin: "https://accounts.google.com" } };
    const sent = await visit.browser.fetch(new URL(origin + pathname), form);
    return visit.browser.fetch(new URL(sent.headers.get("location") ?? "", origin));
  },
  "POST /sign-in/social": async (_, { browser }, wish) => {
    const idToken = { token: await idp.idToken("google", atGoogle) };
    return browser.post("/sign-in/social", { provider: "google", idToken, ...wish });
  },
};

const byPasskey: Way = async (_, { client, browser }, wish, { device }) => {
  const { data } = await client.passkey.generateAuthenticateOptions();
  if (!data) throw new Error("No options of an authentication.");
  return browser.post("/passkey/verify-authentication", { response: device.authenticate(data), ...wish });
};

async function passkeySignUp({ client, browser }: Visit, user: { name: string; email: string }, wish: Wish) {
  const { data } = await client.passkey.signUpOptions(user);
  if (!data) throw new Error("No options of a sign-up.");
  return browser.post("/passkey/sign-up", { response: createAuthenticator().register(data), ...wish });
}

/** The ways of a new user, and of a passkey, which is two factors. */
const alone: Readonly<Record<string, Way>> = {
  "POST /passkey/verify-authentication": byPasskey,
  "POST /sign-up/email": (_, { browser }, wish) =>
    browser.post("/sign-up/email", { name: "Bob", email: "bob@example.com", password, ...wish }),
  "POST /passkey/sign-up": (_, visit, wish) => passkeySignUp(visit, { name: "Bob", email: "bob@example.com" }, wish),
  "POST /sign-in/anonymous": (_, { browser }, wish) => browser.post("/sign-in/anonymous", { ...wish }),
};

/** Whether the cookie of a response outlives the browser, and the days of the new session. */
async function lifeOf(fixture: Fixture, before: readonly { readonly id: string }[], answer: Response) {
  const line = answer.headers.getSetCookie().find((one) => /session_token=[^;]/.test(one));
  if (line === undefined) throw new Error(`No session: ${answer.status} ${await answer.text()}`);
  const added = (await fixture.rows()).filter(({ id }) => !before.some((one) => one.id === id));
  const days = added.map(({ createdAt, expiresAt }) => (expiresAt.getTime() - createdAt.getTime()) / 86_400_000);
  return { outlivesBrowser: /Max-Age=/i.test(line), days };
}

const wishes: readonly [Wish, { readonly outlivesBrowser: boolean; readonly days: readonly number[] }][] = [
  [{ rememberMe: false }, { outlivesBrowser: false, days: [1] }],
  [{ rememberMe: true }, { outlivesBrowser: true, days: [7] }],
  [{}, { outlivesBrowser: true, days: [7] }],
];

describe.each(wishes)("a sign-in with %j", (wish, life) => {
  test.each(Object.entries({ ...ways, ...alone }))("%s", async (_, signIn) => {
    const fixture = open();
    const ada = await enrol(fixture);
    const before = await fixture.rows();
    expect(await lifeOf(fixture, before, await signIn(fixture, fixture.visit(), wish, ada))).toEqual(life);
  });

  test.each(Object.entries(ways))("%s, and then a second factor", async (_, signIn) => {
    const fixture = open();
    const ada = await enrol(fixture);
    const code = await addFactor(fixture, ada);
    const before = await fixture.rows();
    const visit = fixture.visit();
    await signIn(fixture, visit, wish, ada);
    expect(await fixture.rows()).toEqual(before);
    const answer = await visit.browser.post("/two-factor/verify-totp", { code: code() });
    expect(await lifeOf(fixture, before, answer)).toEqual(life);
  });
});

/** What sends the email that verifies an address, where an address must be verified first. */
const senders: Readonly<Record<string, (fixture: Fixture, visit: Visit, wish: Wish) => Promise<unknown>>> = {
  "a sign-up": async (_, { browser }, wish) =>
    browser.post("/sign-up/email", { name: "Ada", email, password, ...wish }),
  "a sign-in": async ({ mailbox }, { browser }, wish) => {
    await browser.post("/sign-up/email", { name: "Ada", email, password });
    await mailbox.waitFor(email, { kind: "verify-email" });
    await browser.post("/sign-in/email", { email, password, ...wish });
  },
  "a second sign-up with the password": async ({ mailbox }, { browser }, wish) => {
    await browser.post("/sign-up/email", { name: "Ada", email, password });
    await mailbox.waitFor(email, { kind: "verify-email" });
    await browser.post("/sign-up/email", { name: "Ada", email, password, ...wish });
  },
  "a sign-up with a passkey": (_, visit, wish) => passkeySignUp(visit, { name: "Ada", email }, wish),
  "a provider that has not verified the address": async (_, { browser }, wish) => {
    const answer = await browser.post("/sign-in/social", { provider: "google", callbackURL: "/in", ...wish });
    const as = { ...atGoogle, emailVerified: false };
    await browser.fetch((await idp.authorize((await answer.json()).url, { as })).url);
  },
};

describe.each(Object.entries(senders))("the link of a verification email after %s", (_, send) => {
  test.each(wishes)("with %j", async (wish, life) => {
    const fixture = open(undefined, true);
    await send(fixture, fixture.visit(), wish);
    const { token } = await fixture.mailbox.waitFor(email, { kind: "verify-email" });
    const answer = await fixture.visit().browser.post("/verify-email", { token });
    expect(await lifeOf(fixture, [], answer)).toEqual(life);
  });
});

const services = inject("services");

/** The ways that keep `rememberMe` in a row. */
const stored = { "POST /verify-email": ways["POST /verify-email"], "GET /callback/:id": ways["GET /callback/:id"] };

describe.each(databaseTypes(services))("on %s", (type) => {
  test.each(Object.entries(stored))("%s without rememberMe, and then a second factor", async (_, signIn) => {
    const raced = await openRaceDatabase(type, services);
    const fixture = open(raced.database);
    await raced.migrate(fixture.auth.schema);
    const ada = await enrol(fixture);
    const code = await addFactor(fixture, ada);
    const before = await fixture.rows();
    const visit = fixture.visit();
    await signIn?.(fixture, visit, { rememberMe: false }, ada);
    const answer = await visit.browser.post("/two-factor/verify-totp", { code: code() });
    expect(await lifeOf(fixture, before, answer)).toEqual({ outlivesBrowser: false, days: [1] });
    await fixture.auth.idle();
    await raced.close();
  });
});
