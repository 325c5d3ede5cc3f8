import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { anonymous } from "@keyhold/anonymous";
import { defineErrors } from "@keyhold/core";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { deleteUser } from "@keyhold/core/users";
import { devices } from "@keyhold/devices";
import { devicesClient } from "@keyhold/devices/client";
import { emailOtp } from "@keyhold/email-otp";
import { magicLink } from "@keyhold/magic-link";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { type Authenticator, createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { username } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { password } from "./fixture.ts";

/** Every way to sign in × every kind of factor. tests/ways-to-sign-in.test.ts compares the routes with the sources. */

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.stop());

const signUpErrors = defineErrors({ SIGN_UPS_ARE_CLOSED: { status: 403, message: "Sign-ups are closed" } });

const email = "ada@example.com";
const number = "+4915112345678";
const atGoogle = { subject: "118", email, emailVerified: true, name: "Ada", picture: null } as const;
const pages = { callbackURL: "/in", newUserCallbackURL: "/new", errorCallbackURL: "/out" };

/** An auth with every way to sign in, with cached copies of sessions and with bearer tokens. */
function open({ asSecondFactor = false, maxSessionsPerUser = 100 } = {}) {
  const { clientId, clientSecret, fetch } = idp;
  const rule = { isRequired: false, isClosed: false };
  const messages: SentMessage[] = [];
  const sendMessage = (message: SentMessage): void => void messages.push(message);
  const fixture = createTestAuth({
    plugins: [
      admin(),
      username(),
      magicLink({ withCode: true }),
      anonymous(),
      emailOtp(),
      phoneNumber({ allowedCountries: ["DE"], sendMessage }),
      social({ providers: [google({ clientId, clientSecret })], fetch }),
      twoFactor({ require: () => rule.isRequired }),
      passkey({ asSecondFactor, signUp: true }),
      devices(),
    ],
    clientPlugins: [
      adminClient(),
      usernameClient(),
      socialClient(),
      twoFactorClient(),
      passkeyClient(),
      devicesClient(),
    ],
    config: {
      session: { cookieCache: { enabled: true }, bearer: true, maxSessionsPerUser },
      emailVerification: { autoSignIn: true, sendOnSignUp: true },
      errors: signUpErrors,
      hooks: {
        "user.create": (draft, ctx, { isSignUp }) =>
          rule.isClosed && isSignUp ? ctx.fail(signUpErrors.SIGN_UPS_ARE_CLOSED) : draft,
      },
    },
  });
  idp.useClock(fixture.clock.now);
  const rows = () => fixture.db.list(sessionModel, {}, { orderBy: "id", limit: 100 });
  /** How many emails about a new device were sent, and how many devices a signed-in user has. */
  async function told({ client }: Pick<ReturnType<typeof fixture.visit>, "client">) {
    await fixture.auth.idle();
    const emails = fixture.mailbox.messages.filter(({ kind }) => kind === "devices.new-device");
    return { emails: emails.length, devices: (await client.devices.list()).data?.length };
  }
  return { ...fixture, rule, messages, rows, told };
}

type Fixture = ReturnType<typeof open>;
type Visit = ReturnType<Fixture["visit"]>;

/** The URL to which the provider sends the browser. */
async function authorized({ browser }: Visit, path: string): Promise<URL> {
  const answer = await browser.post(path, { provider: "google", ...pages });
  return new URL((await idp.authorize((await answer.json()).url, { as: atGoogle })).url);
}

/** A code in a text message, asked for in a browser. */
async function textedCode({ auth, messages }: Fixture, { browser }: Visit): Promise<string> {
  await browser.post("/phone-number/send-otp", { phoneNumber: number });
  await auth.idle();
  return messages.at(-1)?.code ?? "";
}

/**
 * Ada: with a verified address, a verified number, an account at Google, and a passkey if `hasPasskey`; signed in. The
 * link of the sign-up was followed in a session of the account, or on another device.
 */
async function prepare(
  fixture: Fixture,
  hasPasskey: boolean,
  where: "in the session" | "elsewhere" = "in the session",
) {
  const ada = await fixture.signUp(email, { username: "ada" });
  const { token } = await fixture.mailbox.waitFor(email, { kind: "verify-email" });
  if (where === "elsewhere") await fixture.auth.api.verifyEmail({ token });
  else expect((await ada.client.verifyEmail({ token })).error).toBe(null);
  const added = { phoneNumber: number, code: await textedCode(fixture, ada), updatePhoneNumber: true };
  expect((await ada.browser.post("/phone-number/verify", added)).status).toBe(200);
  const linked = await ada.browser.fetch(await authorized(ada, "/link-social"));
  expect(linked.headers.get("location")).toContain("/in");
  const device = createAuthenticator({ verifies: false });
  if (hasPasskey) {
    const { data } = await ada.client.passkey.generateRegisterOptions();
    if (!data) throw new Error("No options of a registration.");
    // The authenticator could verify the user: so the passkey is offered again after a use without verification.
    const response = device.register(data, { isVerified: true });
    expect((await ada.client.passkey.verifyRegistration({ response })).error).toBe(null);
  }
  return { ...ada, device };
}

type Ada = Awaited<ReturnType<typeof prepare>>;

interface Factor {
  readonly asSecondFactor?: boolean;
  enrol(fixture: Fixture, ada: Ada): Promise<unknown>;
  /** The methods that a sign-in names; null: nothing is asked. */
  readonly asks: readonly string[] | null;
  /** The methods after a sign-in by email, if they differ. */
  readonly asksAfterMail?: readonly string[];
}

const factors: Readonly<Record<string, Factor>> = {
  "no factor": { enrol: async () => {}, asks: null },
  "an authenticator app": {
    async enrol({ auth, clock }, { client }) {
      const { data } = await client.twoFactor.enable({ password });
      const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
      const { code } = await auth.api.generateTotp({ secret });
      expect((await client.twoFactor.verifyTotp({ code })).error).toBe(null);
      clock.forward({ seconds: 30 });
    },
    asks: ["totp", "backup-code"],
  },
  "emailed codes": {
    async enrol(_, { client }) {
      expect((await client.twoFactor.enable({ password, method: "otp" })).error).toBe(null);
    },
    asks: ["otp", "backup-code"],
    asksAfterMail: ["backup-code"],
  },
  "a passkey without verification": { asSecondFactor: true, enrol: async () => {}, asks: ["passkey"] },
  "none of the factors that the app requires": {
    enrol: async ({ rule }) => {
      rule.isRequired = true;
    },
    asks: ["enroll"],
  },
};

interface Way {
  readonly route: string;
  readonly isByMail?: boolean;
  readonly hasPasskey?: boolean;
  /** This way is two factors: no other is asked for. */
  readonly isTwoFactors?: boolean;
  /** `last` runs before the request that signs in. */
  signIn(fixture: Fixture, visit: Visit, ada: Ada, last: () => Promise<unknown>): Promise<Response>;
}

/** The token of a new email to an address that is no longer verified. */
async function newLink({ auth, db, mailbox }: Fixture, { user }: Ada): Promise<URL> {
  await db.update(userModel, user.id, { emailVerified: false });
  await auth.api.sendVerificationEmail({ email });
  return linkIn(await mailbox.waitFor(email, { kind: "verify-email" }));
}
/** A link to sign in, asked for in a browser. */
async function newMagicLink({ mailbox }: Fixture, { browser }: Visit, callbackURL?: string): Promise<URL> {
  await browser.post("/sign-in/magic-link", { email, callbackURL });
  return linkIn(await mailbox.waitFor(email, { kind: "magic-link.sign-in" }));
}

/** A code of a type, asked for in a browser. */
async function newCode({ mailbox }: Fixture, { browser }: Visit, type: string): Promise<string> {
  await browser.post("/email-otp/send-verification-otp", { email, type });
  return (await mailbox.waitFor(email, { kind: "email-otp.code" })).code;
}

const tokenIn = (link: URL): string => link.searchParams.get("token") ?? "";

async function byPasskey(
  { client, browser }: Visit,
  device: Authenticator,
  isVerified: boolean,
  last: () => Promise<unknown>,
): Promise<Response> {
  const { data } = await client.passkey.generateAuthenticateOptions();
  if (!data) throw new Error("No options of an authentication.");
  await last();
  return browser.post("/passkey/verify-authentication", { response: device.authenticate(data, { isVerified }) });
}

/** Nothing happens before the request that signs in. */
const atOnce = async (): Promise<void> => {};

const ways: Readonly<Record<string, Way>> = {
  "email and password": {
    route: "POST /sign-in/email",
    signIn: async (_, { browser }, __, last) => {
      await last();
      return browser.post("/sign-in/email", { email, password });
    },
  },
  "username and password": {
    route: "POST /sign-in/username",
    signIn: async (_, { browser }, __, last) => {
      await last();
      return browser.post("/sign-in/username", { username: "ada", password });
    },
  },
  "the link that verifies the address, in a browser": {
    route: "POST /verify-email",
    isByMail: true,
    async signIn(fixture, { browser }, ada, last) {
      const link = await newLink(fixture, ada);
      link.searchParams.set("callbackURL", "/in");
      await last();
      return browser.follow(link);
    },
  },
  "the token that verifies the address, in a script": {
    route: "POST /verify-email",
    isByMail: true,
    async signIn(fixture, { browser }, ada, last) {
      const token = tokenIn(await newLink(fixture, ada));
      await last();
      return browser.post("/verify-email", { token });
    },
  },
  "the token that verifies the address, in a script that gets it": {
    route: "GET /verify-email",
    isByMail: true,
    async signIn(fixture, { browser }, ada, last) {
      const link = await newLink(fixture, ada);
      await last();
      return browser.fetch(link, { headers: { accept: "application/json" } });
    },
  },
  "a link, in the browser that asked for the link": {
    route: "GET /magic-link/verify",
    isByMail: true,
    async signIn(fixture, visit, _, last) {
      const link = await newMagicLink(fixture, visit, "/in");
      await last();
      return visit.browser.fetch(link, { headers: { accept: "text/html" } });
    },
  },
  "a link, in another browser": {
    route: "POST /magic-link/verify",
    isByMail: true,
    async signIn(fixture, { browser }, _, last) {
      const link = await newMagicLink(fixture, fixture.visit(), "/in");
      await last();
      return browser.follow(link);
    },
  },
  "the token of a link, in a script": {
    route: "POST /magic-link/verify",
    isByMail: true,
    async signIn(fixture, visit, _, last) {
      const token = tokenIn(await newMagicLink(fixture, visit));
      await last();
      return visit.browser.post("/magic-link/verify", { token });
    },
  },
  "the code in the email of a link": {
    route: "POST /magic-link/verify-code",
    isByMail: true,
    async signIn({ mailbox }, { browser }, _, last) {
      await browser.post("/sign-in/magic-link", { email });
      const { code } = await mailbox.waitFor(email, { kind: "magic-link.sign-in" });
      await last();
      return browser.post("/magic-link/verify-code", { code });
    },
  },
  "a code in an email": {
    route: "POST /sign-in/email-otp",
    isByMail: true,
    async signIn(fixture, visit, _, last) {
      const otp = await newCode(fixture, visit, "sign-in");
      await last();
      return visit.browser.post("/sign-in/email-otp", { email, otp });
    },
  },
  "a code that verifies the address": {
    route: "POST /email-otp/verify-email",
    isByMail: true,
    async signIn(fixture, visit, { user }, last) {
      await fixture.db.update(userModel, user.id, { emailVerified: false });
      const otp = await newCode(fixture, visit, "email-verification");
      await last();
      return visit.browser.post("/email-otp/verify-email", { email, otp });
    },
  },
  "a code in a text message": {
    route: "POST /phone-number/verify",
    async signIn(fixture, visit, _, last) {
      const code = await textedCode(fixture, visit);
      await last();
      return visit.browser.post("/phone-number/verify", { phoneNumber: number, code });
    },
  },
  "a phone number and a password": {
    route: "POST /sign-in/phone-number",
    async signIn(_, { browser }, __, last) {
      await last();
      return browser.post("/sign-in/phone-number", { phoneNumber: number, password });
    },
  },
  "the answer of a provider": {
    route: "GET /callback/:id",
    async signIn(_, visit, __, last) {
      const callback = await authorized(visit, "/sign-in/social");
      await last();
      return visit.browser.fetch(callback);
    },
  },
  "the answer of a provider as a form": {
    route: "POST /callback/:id",
    async signIn(_, visit, __, last) {
      const { origin, pathname, searchParams } = await authorized(visit, "/sign-in/social");
      await last();
      const form = { method: "POST", body: searchParams, headers: { origin: "https://accounts.google.com" } };
      const sent = await visit.browser.fetch(new URL(origin + pathname), form);
      return visit.browser.fetch(new URL(sent.headers.get("location") ?? "", origin));
    },
  },
  "an ID token": {
    route: "POST /sign-in/social",
    async signIn(_, { browser }, __, last) {
      const idToken = { token: await idp.idToken("google", atGoogle) };
      await last();
      return browser.post("/sign-in/social", { provider: "google", idToken });
    },
  },
  "a passkey without verification of the user": {
    route: "POST /passkey/verify-authentication",
    hasPasskey: true,
    signIn: (_, visit, { device }, last) => byPasskey(visit, device, false, last),
  },
  "a passkey with verification of the user": {
    route: "POST /passkey/verify-authentication",
    hasPasskey: true,
    isTwoFactors: true,
    signIn: (_, visit, { device }, last) => byPasskey(visit, device, true, last),
  },
};

const cookiesOf = ({ browser }: Visit) =>
  browser.cookies.cookies.map(({ name, value }) => ({ name: name.replace(/^__Host-keyhold\./, ""), value }));

/** The methods that an answer names, or the redirect to the page of the app. */
async function namedBy(answer: Response): Promise<readonly string[] | undefined> {
  const location = answer.headers.get("location");
  if (location === null) return (await answer.clone().json()).twoFactorMethods;
  const { pathname, searchParams } = new URL(location);
  return pathname === "/two-factor" ? searchParams.get("methods")?.split(",") : undefined;
}

/** Asserts that an answer has opened a session of a user. */
async function expectOpened(fixture: Fixture, visit: Visit, { before, answer }: Answered): Promise<void> {
  expect(answer.status).toBeLessThan(400);
  expect(await namedBy(answer)).toBe(undefined);
  expect(await fixture.rows()).toHaveLength(before.length + 1);
  expect(cookiesOf(visit).map(({ name }) => name)).toEqual(expect.arrayContaining(["session_token", "session_data"]));
  expect((await visit.client.getSession()).data?.user.email).toBe(email);
}

interface Answered {
  readonly before: readonly unknown[];
  readonly answer: Response;
}

/** Asserts that an answer has no row, cookie, cached copy or bearer token of a session. */
async function expectNothingOpened(fixture: Fixture, visit: Visit, { before, answer }: Answered): Promise<void> {
  expect(await fixture.rows()).toEqual(before);
  const cookies = cookiesOf(visit);
  expect(cookies.map(({ name }) => name)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^session_/)]));
  expect(answer.headers.getSetCookie().filter((line) => /session_(token|data)=[^;]/.test(line))).toEqual([]);
  const body = await answer.clone().text();
  expect(body).not.toMatch(/"token":"|"session":/);
  expect((await visit.client.getSession()).data).toBe(null);
  const texts = [...cookies.map(({ value }) => value), ...(body.match(/[\w.-]{16,}/g) ?? [])];
  for (const text of texts) {
    const headers = { authorization: `Bearer ${text.split(".")[0]}` };
    expect(await (await fixture.visit().browser.fetch("/get-session", { headers })).json()).toBe(null);
  }
}

describe.each(Object.entries(ways))("a sign-in by %s", (_, way) => {
  test.each(Object.entries(factors))("of a user with %s", async (_, factor) => {
    const { asSecondFactor = false, asks, asksAfterMail = asks } = factor;
    const fixture = open({ asSecondFactor });
    const ada = await prepare(fixture, asSecondFactor || way.hasPasskey === true);
    await factor.enrol(fixture, ada);
    const before = await fixture.rows();
    const visit = fixture.visit();
    const answer = await way.signIn(fixture, visit, ada, atOnce);
    const named = way.isByMail ? asksAfterMail : asks;
    if (named === null || way.isTwoFactors) return expectOpened(fixture, visit, { before, answer });
    expect(await namedBy(answer)).toEqual(named);
    expect(cookiesOf(visit).map(({ name }) => name)).toContain("two_factor");
    await expectNothingOpened(fixture, visit, { before, answer });
  });

  test("sends an email about a new device, and no email about a known device", async () => {
    const fixture = open();
    const ada = await prepare(fixture, way.hasPasskey === true);
    expect(await fixture.told(ada)).toEqual({ emails: 0, devices: 1 });
    const visit = fixture.visit();
    for (const round of ["new", "known"]) {
      const before = await fixture.rows();
      const answer = await way.signIn(fixture, visit, ada, atOnce);
      await expectOpened(fixture, visit, { before, answer });
      expect([round, await fixture.told(visit)]).toEqual([round, { emails: 1, devices: 2 }]);
      await visit.client.signOut();
      fixture.clock.forward({ seconds: 120 });
    }
  });

  // Emailed codes are no factor beside the mailbox: see verified-elsewhere.test.ts.
  const beside = Object.entries(factors).filter(
    ([name, { asks }]) => asks !== null && !asks.includes("enroll") && !(way.isByMail && name === "emailed codes"),
  );
  test.each(beside)(
    "of a user with %s, whose address was verified on another device, asks as much",
    async (_, factor) => {
      const { asSecondFactor = false, asks, asksAfterMail = asks } = factor;
      const fixture = open({ asSecondFactor });
      const ada = await prepare(fixture, asSecondFactor || way.hasPasskey === true, "elsewhere");
      await factor.enrol(fixture, ada);
      const before = await fixture.rows();
      const visit = fixture.visit();
      const answer = await way.signIn(fixture, visit, ada, atOnce);
      if (way.isTwoFactors) return expectOpened(fixture, visit, { before, answer });
      expect(await namedBy(answer)).toEqual(way.isByMail ? asksAfterMail : asks);
      await expectNothingOpened(fixture, visit, { before, answer });
    },
  );

  test("of a banned user opens nothing", async () => {
    const fixture = open();
    const ada = await prepare(fixture, way.hasPasskey === true);
    const before = await fixture.rows();
    const banned: object = { banned: true };
    await fixture.db.update(userModel, ada.user.id, banned);
    const visit = fixture.visit();
    await expectNothingOpened(fixture, visit, { before, answer: await way.signIn(fixture, visit, ada, atOnce) });
  });

  test("where sign-ups are closed signs the user in, and the event tells of the client, once", async () => {
    const fixture = open();
    const ada = await prepare(fixture, way.hasPasskey === true);
    fixture.rule.isClosed = true;
    const before = await fixture.rows();
    const visit = fixture.visit({ ipAddress: "203.0.113.7" });
    const began = fixture.events.length;
    const answer = await way.signIn(fixture, visit, ada, atOnce);
    await expectOpened(fixture, visit, { before, answer });
    const opened = fixture.events.slice(began).filter(({ type }) => type === "session.created");
    const session = { userId: ada.user.id, ipAddress: "203.0.113.7" };
    expect(opened).toMatchObject([{ session, isNewUser: false }]);
  });

  test("where sign-ups are closed creates no account after the account was deleted, and opens nothing", async () => {
    const fixture = open();
    const ada = await prepare(fixture, way.hasPasskey === true);
    fixture.rule.isClosed = true;
    const visit = fixture.visit();
    const remove = async () => contextOf(fixture.auth)?.transactionOn(userModel, ada.user.id, deleteUser);
    const answer = await way.signIn(fixture, visit, ada, remove);
    await expectNothingOpened(fixture, visit, { before: [], answer });
    expect(await fixture.db.list(userModel, {}, { orderBy: "id", limit: 10 })).toEqual([]);
  });

  test("of a user at the maximum of sessions ends the oldest session", async () => {
    const fixture = open({ maxSessionsPerUser: 1 });
    const ada = await prepare(fixture, way.hasPasskey === true);
    const before = await fixture.rows();
    expect(before).toHaveLength(1);
    fixture.clock.forward({ seconds: 1 });
    const visit = fixture.visit();
    expect((await way.signIn(fixture, visit, ada, atOnce)).status).toBeLessThan(400);
    const after = await fixture.rows();
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(before[0]?.id);
    expect((await visit.client.getSession()).data?.user.email).toBe(email);
  });

  test("in the browser of an administrator who acts in another user's place is the user's own session, or none", async () => {
    const fixture = open();
    const ada = await prepare(fixture, way.hasPasskey === true);
    const bob = await fixture.signUp("bob@example.com", { username: "bob" });
    const boss = await fixture.signUp("boss@example.com", { username: "boss" });
    const role: object = { role: "admin" };
    await fixture.db.update(userModel, boss.user.id, role);
    await boss.client.signIn.email({ email: "boss@example.com", password });
    expect((await boss.client.admin.impersonateUser({ userId: bob.user.id })).error).toBe(null);
    expect((await way.signIn(fixture, boss, ada, atOnce)).status).toBeLessThan(400);
    const { data } = await boss.client.getSession();
    // A link that verifies an address opens no session in a browser that has a session.
    const allowed = [
      [email, null],
      ["bob@example.com", boss.user.id],
    ];
    expect(allowed).toContainEqual([data?.user.email, data?.session.impersonatedBy ?? null]);
  });
});

describe("POST /sign-up/email", () => {
  const signUp = ({ browser }: Visit) => browser.post("/sign-up/email", { name: "Ada", email, password });

  test.each(Object.entries(factors))("opens nothing of a user with %s", async (_, factor) => {
    const fixture = open({ asSecondFactor: factor.asSecondFactor === true });
    await factor.enrol(fixture, await prepare(fixture, factor.asSecondFactor === true));
    const before = await fixture.rows();
    const visit = fixture.visit();
    await expectNothingOpened(fixture, visit, { before, answer: await signUp(visit) });
  });

  test.each([false, true])("of a new user, where a factor is required: %s", async (isRequired) => {
    const fixture = open();
    fixture.rule.isRequired = isRequired;
    const visit = fixture.visit();
    const answer = await signUp(visit);
    if (!isRequired) return expectOpened(fixture, visit, { before: [], answer });
    expect(await namedBy(answer)).toEqual(["enroll"]);
    await expectNothingOpened(fixture, visit, { before: [], answer });
  });
});

describe("POST /sign-in/anonymous", () => {
  test.each([false, true])("of a guest, where a factor is required: %s", async (isRequired) => {
    const fixture = open();
    fixture.rule.isRequired = isRequired;
    const visit = fixture.visit();
    const answer = await visit.browser.post("/sign-in/anonymous", {});
    expect(await namedBy(answer)).toEqual(isRequired ? ["enroll"] : undefined);
    if (isRequired) return expectNothingOpened(fixture, visit, { before: [], answer });
    expect(await fixture.rows()).toHaveLength(1);
    expect((await visit.client.getSession()).data?.user).toMatchObject({ isAnonymous: true });
  });
});

test.each([
  { isRequired: false, isVerified: false, asks: undefined },
  { isRequired: true, isVerified: false, asks: ["enroll"] },
  { isRequired: true, isVerified: true, asks: undefined },
])("POST /passkey/sign-up %o", async ({ isRequired, isVerified, asks }) => {
  const fixture = open();
  fixture.rule.isRequired = isRequired;
  const visit = fixture.visit();
  const { data } = await visit.client.passkey.signUpOptions({ name: "Ada", email });
  if (!data) throw new Error("No options of a sign-up.");
  const response = createAuthenticator().register(data, { isVerified });
  const answer = await visit.browser.post("/passkey/sign-up", { response });
  if (!asks) return expectOpened(fixture, visit, { before: [], answer });
  expect(await namedBy(answer)).toEqual(asks);
  await expectNothingOpened(fixture, visit, { before: [], answer });
});

/** The ways in that always create a user. */
const signUps: Readonly<Record<string, (visit: Visit) => Promise<Response>>> = {
  "POST /sign-up/email": ({ browser }) => browser.post("/sign-up/email", { name: "Ada", email, password }),
  "POST /sign-in/anonymous": ({ browser }) => browser.post("/sign-in/anonymous", {}),
  "POST /passkey/sign-up": async ({ client, browser }) => {
    const { data } = await client.passkey.signUpOptions({ name: "Ada", email });
    if (!data) throw new Error("No options of a sign-up.");
    return browser.post("/passkey/sign-up", { response: createAuthenticator().register(data) });
  },
};

describe.each(Object.entries(signUps))("%s", (_, signUp) => {
  test("makes the first device of the user, without an email", async () => {
    const fixture = open();
    const visit = fixture.visit();
    expect((await signUp(visit)).ok).toBe(true);
    expect(await fixture.told(visit)).toEqual({ emails: 0, devices: 1 });
  });

  test("with a maximum of one session opens that session, and leaves the sessions of other users", async () => {
    const fixture = open({ maxSessionsPerUser: 1 });
    const bob = await fixture.signUp("bob@example.com", { username: "bob" });
    const before = await fixture.rows();
    const visit = fixture.visit();
    expect((await signUp(visit)).ok).toBe(true);
    const after = await fixture.rows();
    expect(after.filter(({ userId }) => userId === bob.user.id)).toEqual(before);
    expect([after.length, new Set(after.map(({ userId }) => userId)).size]).toEqual([2, 2]);
    expect((await visit.client.getSession()).data?.user).toBeDefined();
  });

  test("in the browser of a guest with the maximum of sessions ends the guest's session, or opens none", async () => {
    const fixture = open({ maxSessionsPerUser: 1 });
    const visit = fixture.visit();
    await visit.browser.post("/sign-in/anonymous", {});
    const [guest] = await fixture.rows();
    fixture.clock.forward({ seconds: 1 });
    const { ok } = await signUp(visit);
    const after = await fixture.rows();
    expect(after).toHaveLength(1);
    expect(after[0]?.userId).toBe(guest?.userId);
    expect(after[0]?.id === guest?.id).toBe(!ok);
    expect((await visit.client.getSession()).data?.user).toMatchObject({ id: guest?.userId, isAnonymous: !ok });
  });

  test("where sign-ups are closed creates no user, and opens nothing", async () => {
    const fixture = open();
    fixture.rule.isClosed = true;
    const visit = fixture.visit();
    const answer = await signUp(visit);
    expect([answer.status, (await answer.clone().json()).code]).toEqual([403, "SIGN_UPS_ARE_CLOSED"]);
    await expectNothingOpened(fixture, visit, { before: [], answer });
    expect(await fixture.db.list(userModel, {}, { orderBy: "id", limit: 10 })).toEqual([]);
  });

  test("in the browser of an administrator who acts in another user's place opens no session in that place", async () => {
    const fixture = open();
    const bob = await fixture.signUp("bob@example.com", { username: "bob" });
    const boss = await fixture.signUp("boss@example.com", { username: "boss" });
    const role: object = { role: "admin" };
    await fixture.db.update(userModel, boss.user.id, role);
    await boss.client.signIn.email({ email: "boss@example.com", password });
    expect((await boss.client.admin.impersonateUser({ userId: bob.user.id })).error).toBe(null);
    const answer = await signUp(boss);
    const { data } = await boss.client.getSession();
    const isIn = answer.ok;
    expect(data?.session.impersonatedBy ?? null).toBe(isIn ? null : boss.user.id);
    expect(data?.user.email === "bob@example.com").toBe(!isIn);
  });
});
