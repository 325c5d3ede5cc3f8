import { createHash } from "node:crypto";
import { defineErrors } from "@keyhold/core";
import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { dialects, type Json } from "@keyhold/testing/identity-provider";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { type Fixture, type FixtureOptions, openFixture, whoIs } from "./fixture.ts";

const errors = defineErrors({ NOT_ON_THE_LIST: { status: 403, message: "You are not on the list" } });

const idp = useIdentityProvider();
const john = dialects.google.sample;

interface Answered {
  readonly status: number;
  readonly body: Json;
  readonly cookies: readonly string[];
}

async function post({ browser }: Pick<Fixture, "browser">, body: object, path = "/sign-in/social"): Promise<Answered> {
  const response = await browser.post(path, { provider: "google", ...body });
  return { status: response.status, body: (await response.json()) as Json, cookies: response.headers.getSetCookie() };
}

const tokenOf = (claims: Json = {}): Promise<string> => idp().idToken("google", john, claims);

const invalid = { status: 401, body: { code: "INVALID_TOKEN", message: "invalid token" }, cookies: [] };

async function expectNoUser({ db, browser }: Fixture): Promise<void> {
  expect(await db.count(userModel, {})).toBe(0);
  expect(await db.count(accountModel, {})).toBe(0);
  expect(await db.count(sessionModel, {})).toBe(0);
  expect(await whoIs(browser)).toBe(null);
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const now = Date.parse("2026-01-01T12:00:00.000Z") / 1000;
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

describe("an ID token", () => {
  test("creates a session: the output has its token and the user, and no URL", async () => {
    const flow = openFixture(idp());
    const { status, body, cookies } = await post(flow, { idToken: { token: await tokenOf() }, callbackURL: "/home" });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        redirect: false,
        token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        user: expect.objectContaining({ email: john.email, emailVerified: true, name: john.name }),
      },
    });
    expect(cookies).toEqual([expect.stringMatching(/^__Host-keyhold\.session_token=[^;]/)]);
    expect(await whoIs(flow.browser)).toBe(john.email);
  });

  test.each<[string, (token: string) => string]>([
    ["only two dots", () => ".."],
    ["one dot", () => "."],
    ["a word", () => "x"],
    ["three words", () => "x.y.z"],
    ["four parts", (token) => `${token}.x`],
    ["no signature", (token) => token.slice(0, token.lastIndexOf(".") + 1)],
    ["a signature of another form", (token) => `${token.slice(0, -8)}AAAAAAAA`],
    [
      "other claims under its signature",
      (token) => token.replace(/\.[^.]+\./, `.${encode({ sub: "1", email: "victim@example.com" })}.`),
    ],
    [
      "a header of its own",
      (token) =>
        `${encode({ alg: "RS256", kid: "example-key-1", crit: ["x"], x: 1 })}${token.slice(token.indexOf("."))}`,
    ],
    [
      "its own key in its header",
      (token) =>
        `${encode({ alg: "RS256", jwk: { kty: "RSA", n: "x", e: "AQAB" } })}${token.slice(token.indexOf("."))}`,
    ],
    [
      "the address of keys in its header",
      (token) => `${encode({ alg: "RS256", jku: "https://evil.example/jwks" })}${token.slice(token.indexOf("."))}`,
    ],
    ["alg none in other letters", (token) => `${encode({ alg: "nOnE" })}.${token.split(".")[1]}.`],
    ["an encrypted form", () => "a.b.c.d.e"],
    ["a blank before it", (token) => ` ${token}`],
    ["a line break in it", (token) => `${token.slice(0, 40)}\n${token.slice(40)}`],
    ["sixty thousand characters", () => "x".repeat(60_000)],
    ["sixty thousand dots", () => ".".repeat(60_000)],
  ])("is no token with %s", async (_, change) => {
    const flow = openFixture(idp());
    const answer = await post(flow, { idToken: { token: change(await tokenOf()) } });
    expect(answer).toEqual(invalid);
    await expectNoUser(flow);
    await flow.auth.idle();
    expect(flow.events).toEqual([
      expect.objectContaining({ type: "social.failed", code: "invalid_code", purpose: "sign-in" }),
    ]);
    expect(JSON.stringify(flow.events)).not.toContain(encode({ alg: "RS256" }).slice(0, 12));
  });

  test("of a megabyte is not read", async () => {
    const flow = openFixture(idp());
    const answer = await post(flow, { idToken: { token: "x".repeat(1_000_000) } });
    expect(answer).toMatchObject({ status: 413, body: { code: "PAYLOAD_TOO_LARGE" } });
    await expectNoUser(flow);
  });

  test.each<[string, Json]>([
    ["for another client", { aud: "other-client" }],
    ["without an audience", { aud: undefined }],
    ["for an empty list", { aud: [] }],
    ["for us and others, without saying who asked for it", { aud: ["example-client", "other-client"] }],
    ["for us and others, whom it was made for", { aud: ["example-client", "other-client"], azp: "other-client" }],
    ["for us, made for another", { azp: "other-client" }],
    ["for us, made for no text", { azp: ["example-client"] }],
    ["of another issuer", { iss: "https://idp.example" }],
    ["of a name that only begins like Google's", { iss: "https://accounts.google.com.evil.com" }],
    ["of Google's name with a slash", { iss: "https://accounts.google.com/" }],
    ["of Google's name over http", { iss: "http://accounts.google.com" }],
    ["of a list of issuers", { iss: ["https://accounts.google.com"] }],
    ["that ended more than five seconds ago", { iat: now - 60, exp: now - 6 }],
    ["that is good from six seconds on", { nbf: now + 6 }],
    ["that was issued in six seconds", { iat: now + 6 }],
    ["that was issued more than five minutes ago", { iat: now - 306 }],
    ["with a text as expiry", { exp: String(now + 60) }],
    ["with a text as start", { nbf: "now" }],
    ["without a subject", { sub: undefined }],
    ["without an end", { exp: undefined }],
    ["that does not say when it was issued", { iat: undefined }],
  ])("%s is refused", async (_, claims) => {
    const flow = openFixture(idp());
    expect(await post(flow, { idToken: { token: await tokenOf(claims) } })).toEqual(invalid);
    await expectNoUser(flow);
  });

  test.each<[string, Json]>([
    ["for us and others, and was made for us", { aud: ["example-client", "other-client"], azp: "example-client" }],
    ["for us alone, in a list", { aud: ["example-client"] }],
    ["that ended five seconds ago, for clocks differ", { exp: now - 4 }],
    ["of five minutes ago", { iat: now - 300 }],
    ["that will be good in five seconds", { nbf: now + 5 }],
  ])("%s is taken", async (_, claims) => {
    expect((await post(openFixture(idp()), { idToken: { token: await tokenOf(claims) } })).status).toBe(200);
  });

  test.each<[string, { readonly typ?: string; readonly claims?: Json }, number]>([
    ["an access token (RFC 9068)", { typ: "at+jwt" }, 401],
    ["an access token by its whole media type", { typ: "application/AT+JWT" }, 401],
    ["a logout token (OpenID Connect Back-Channel Logout 1.0)", { typ: "logout+jwt" }, 401],
    ["a logout token by its claims alone", { claims: { events: { [logoutEvent]: {} } } }, 401],
    ["a JWT and no more", { typ: "JWT" }, 200],
    ["no nonce", {}, 200],
  ])("that says it is %s", async (_, { typ, claims = {} }, status) => {
    const flow = openFixture(idp());
    const { privateKey, publicKey } = await generateKeyPair("RS256");
    idp().fail({ answers: { jwks: { json: { keys: [{ ...(await exportJWK(publicKey)), kid: "k" }] } } } });
    const payload = JSON.parse(Buffer.from((await tokenOf(claims)).split(".")[1] ?? "", "base64url").toString());
    const header = { alg: "RS256", kid: "k", ...(typ !== undefined && { typ }) };
    const token = await new SignJWT(payload).setProtectedHeader(header).sign(privateKey);
    expect((await post(flow, { idToken: { token } })).status).toBe(status);
  });

  test("is as old as the app allows, and no older", async () => {
    const flow = openFixture(idp(), { social: { idTokenMaxAgeSeconds: 60 } });
    expect(await post(flow, { idToken: { token: await tokenOf({ iat: now - 66 }) } })).toEqual(invalid);
    expect((await post(flow, { idToken: { token: await tokenOf({ iat: now - 60 }) } })).status).toBe(200);
  });

  test("creates sessions until it is five minutes old, unless the client sends its own nonce", async () => {
    const flow = openFixture(idp());
    const idToken = { token: await tokenOf() };
    expect((await post(flow, { idToken })).status).toBe(200);
    expect((await post(flow.visit(), { idToken })).status).toBe(200);
    expect(await flow.db.count(userModel, {})).toBe(1);
    flow.clock.forward({ minutes: 5, seconds: 6 });
    expect(await post(flow.visit(), { idToken })).toEqual(invalid);
  });

  test.each<[string, Json]>([
    ["none", {}],
    ["another", { nonce: "other" }],
    ["it in other letters", { nonce: "N-1" }],
    ["a list with it", { nonce: ["n-1"] }],
    ["its hash, which Google does not send", { nonce: createHash("sha256").update("n-1").digest("hex") }],
  ])("that is to hold a nonce holds %s", async (_, claims) => {
    const flow = openFixture(idp());
    const token = await tokenOf(claims);
    expect(await post(flow, { idToken: { token, nonce: "n-1" } })).toEqual(invalid);
    await expectNoUser(flow);
  });

  test("is rejected if it was issued to a browser's flow, which it has signed in", async () => {
    const flow = openFixture(idp());
    const { browser } = flow.visit();
    const token = await tokenOf({ nonce: "flow-abcdefghijklmnopqrstuvwxyz1" });
    expect(await post({ browser }, { idToken: { token } })).toEqual(invalid);
  });

  test("fails while the keys cannot be fetched, and the previous session stays", async () => {
    const flow = openFixture(idp());
    idp().fail({ answers: { jwks: { status: 500, text: "" } } });
    const { browser } = await flow.signUp("ann@example.com");
    const answer = await post({ browser }, { idToken: { token: await tokenOf() } });
    expect(answer).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
    expect(await whoIs(browser)).toBe("ann@example.com");
  });
});

describe("a sign-in by an ID token", () => {
  const failures: readonly (readonly [string, FixtureOptions, Json, number, string, string])[] = [
    [
      "a new user with disableSignUp",
      { google: { disableSignUp: true } },
      {},
      401,
      "SIGNUP_DISABLED",
      "signup disabled",
    ],
    [
      "a new user without requestSignUp",
      { google: { disableImplicitSignUp: true } },
      {},
      401,
      "SIGNUP_DISABLED",
      "signup disabled",
    ],
    [
      "an identity without an email address",
      {},
      { email: undefined },
      401,
      "USER_EMAIL_NOT_FOUND",
      "User email not found",
    ],
    [
      "an identity with two email addresses",
      {},
      { email: "victim@x.io,evil@e.io" },
      401,
      "USER_EMAIL_NOT_FOUND",
      "User email not found",
    ],
    ["an identity with an invalid id", {}, { sub: "a\tb" }, 401, "FAILED_TO_GET_USER_INFO", "Failed to get user info"],
    [
      "a user who must verify the email address first",
      { config: { emailAndPassword: { enabled: true, requireEmailVerification: true } } },
      { email_verified: false },
      403,
      "EMAIL_NOT_VERIFIED",
      "Email not verified",
    ],
    [
      "a new user whom the app rejects, with its own code",
      {
        google: { checkSignUp: () => errors.NOT_ON_THE_LIST },
        config: { errors },
      },
      {},
      403,
      "NOT_ON_THE_LIST",
      "You are not on the list",
    ],
  ];

  test.each(failures)("fails for %s", async (_, options, claims, status, code, message) => {
    const flow = openFixture(idp(), options);
    const answer = await post(flow, { idToken: { token: await tokenOf(claims) } });
    expect(answer).toEqual({ status, body: { code, message }, cookies: [] });
    expect(await flow.db.count(sessionModel, {})).toBe(0);
    await flow.auth.idle();
    expect(flow.events.filter(({ type }) => type === "social.failed")).toHaveLength(1);
  });

  test("signs up a new user with requestSignUp if it is required", async () => {
    const flow = openFixture(idp(), { google: { disableImplicitSignUp: true } });
    const idToken = { token: await tokenOf() };
    expect((await post(flow, { idToken, requestSignUp: false })).status).toBe(401);
    expect((await post(flow, { idToken, requestSignUp: true })).status).toBe(200);
    expect((await post(flow.visit(), { idToken })).status).toBe(200);
  });

  test("fails for the email address of another user that Google has not verified", async () => {
    const flow = openFixture(idp());
    await flow.signUp("jsmith@example.com");
    const answer = await post(flow, { idToken: { token: await tokenOf({ email_verified: "true" }) } });
    const body = { code: "ACCOUNT_NOT_LINKED", message: "account not linked" };
    expect(answer).toEqual({ status: 401, body, cookies: [] });
  });

  test("fails for a new user with a taken username", async () => {
    const flow = openFixture(idp(), { google: { mapProfileToUser: () => ({ username: "ann" }) } });
    await flow.signUp("ann@example.com", { username: "ann" });
    const body = { code: "UNABLE_TO_CREATE_USER", message: "unable to create user" };
    const answer = await post(flow, { idToken: { token: await tokenOf() } });
    expect(answer).toEqual({ status: 422, body, cookies: [] });
  });
});

describe("a provider", () => {
  test("without ID tokens, or with disableIdTokenSignIn, rejects them", async () => {
    const body = { code: "ID_TOKEN_NOT_SUPPORTED", message: "id_token not supported" };
    const idToken = { token: await tokenOf() };
    expect(await post(openFixture(idp(), { declaration: { idToken: undefined } }), { idToken })).toEqual({
      status: 404,
      body,
      cookies: [],
    });
    const disabled = openFixture(idp(), { google: { disableIdTokenSignIn: true } });
    expect(await post(disabled, { idToken })).toEqual({ status: 404, body, cookies: [] });
    await expectNoUser(disabled);
  });

  test.each(["nope", "", "Google", "__proto__", "constructor", "credential", "google\u200b"])(
    "that is not configured is not found: %j",
    async (provider) => {
      const flow = openFixture(idp());
      const body = { code: "PROVIDER_NOT_FOUND", message: "Provider not found" };
      const found = { status: 404, body, cookies: [] };
      expect(await post(flow, { provider, idToken: { token: await tokenOf() } })).toEqual(found);
      expect(await post(flow, { provider })).toEqual(found);
      const { browser } = await flow.signUp("ann@example.com");
      expect(await post({ browser }, { provider }, "/link-social")).toEqual(found);
    },
  );
});
