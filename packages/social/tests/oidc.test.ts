import { userModel } from "@keyhold/core/plugin";
import { type OidcOptions, oidc } from "@keyhold/social/oidc";
import { exampleDialect, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { comeBack, setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { callsOf } from "./calls.ts";
import { withClaims, withProfile } from "./faults.ts";
import { openSocial } from "./fixture.ts";
import { come, metadataOf, type OidcFixtureOptions, openOidc } from "./oidc-fixture.ts";
import { describeProvider } from "./provider-suite.ts";

const inBoth = (facts: Parameters<typeof withClaims>[0]) => ({ ...withProfile(facts), ...withClaims(facts) });

describeProvider({
  id: "example",
  provide: (options, issuer) => oidc({ ...options, id: "example", name: "Example ID", issuer }),
  emails: "proven",
  user: { name: "Ada Lovelace", image: null },
  unverified: [
    ["false beside true in the ID token", withProfile({ email_verified: false })],
    ['"true" as a text', inBoth({ email_verified: "true" })],
    ["1", inBoth({ email_verified: 1 })],
    ["a missing verification", inBoth({ email_verified: undefined })],
  ],
  hostile: [
    ["an ID token for another app", withClaims({ aud: "other" }), "unable_to_get_user_info"],
    ["an ID token for many apps", withClaims({ aud: ["example-client", "other"] }), "unable_to_get_user_info"],
    ["an ID token that was made for another app", withClaims({ azp: "other" }), "unable_to_get_user_info"],
    ["an ID token of another nonce", withClaims({ nonce: "other" }), "unable_to_get_user_info"],
    ["an ID token without a nonce", withClaims({ nonce: undefined }), "unable_to_get_user_info"],
    ["an ID token of another issuer", withClaims({ iss: "https://evil.example" }), "unable_to_get_user_info"],
    ["an ID token without an issuer", withClaims({ iss: undefined }), "unable_to_get_user_info"],
    ["an ID token that has expired", withClaims({ exp: 1_500_000_000 }), "unable_to_get_user_info"],
    ["an ID token that never expires", withClaims({ exp: undefined }), "unable_to_get_user_info"],
    ["an ID token that is not good yet", withClaims({ nbf: 4_000_000_000 }), "unable_to_get_user_info"],
    ["an ID token without a subject", withClaims({ sub: undefined }), "unable_to_get_user_info"],
    ["an ID token without a signature", { signature: "none" }, "unable_to_get_user_info"],
    ["an ID token by the public key as a secret", { signature: "public key as secret" }, "unable_to_get_user_info"],
    ["an ID token by another key", { signature: "other key" }, "unable_to_get_user_info"],
    ["an ID token that is none", { tokenAnswer: (it) => ({ ...it, id_token: "a.b.c" }) }, "unable_to_get_user_info"],
    ["an answer without an ID token", { tokenAnswer: ({ id_token, ...it }) => it }, "unable_to_get_user_info"],
    ["a userinfo of another user", withProfile({ sub: "grace" }), "unable_to_get_user_info"],
    ["a userinfo of no user", withProfile({ sub: undefined }), "unable_to_get_user_info"],
    ["keys that are none", { answers: { jwks: { json: { keys: "none" } } } }, "unable_to_get_user_info"],
    ["a token endpoint that says no", { answers: { token: { json: { error: "invalid_grant" } } } }, "invalid_code"],
    [
      "a way back from another issuer",
      { callback: (it) => it.set("iss", "https://evil.example") },
      "invalid_callback_request",
    ],
    ["a way back that names no issuer", { callback: (it) => it.delete("iss") }, "invalid_callback_request"],
  ],
});

const idp = useIdentityProvider();
const open = (options?: OidcFixtureOptions) => openOidc(idp(), options);

describe("the claims of an issuer", () => {
  test("are taken from userinfo if both have them, and from the ID token otherwise", async () => {
    const fixture = open();
    idp().fail({
      ...withProfile({ name: "Ada King", picture: undefined }),
      ...withClaims({ picture: "https://i.example/a.png" }),
    });
    await come(idp(), fixture);
    expect((await fixture.client.getSession()).data?.user).toMatchObject({
      name: "Ada King",
      image: "https://i.example/a.png",
      email: "ada@example.com",
      emailVerified: true,
    });
  });

  test("take a text beside the boolean of the ID token for a verified address, as Amazon Cognito has it", async () => {
    const fixture = open();
    idp().fail(withProfile({ email_verified: "true" }));
    await come(idp(), fixture);
    expect((await fixture.client.getSession()).data?.user).toMatchObject({ emailVerified: true });
  });

  test.each([
    ["userinfo", "the ID token", withProfile({ email: "boss@example.com", email_verified: undefined })],
    [
      "the ID token",
      "userinfo",
      { ...withProfile({ email: undefined }), ...withClaims({ email: "boss@example.com", email_verified: undefined }) },
    ],
  ])("does not verify an address of %s if %s verifies its own", async (_, _other, faults) => {
    const fixture = open();
    idp().fail(faults);
    await come(idp(), fixture);
    expect((await fixture.client.getSession()).data?.user).toMatchObject({
      email: "boss@example.com",
      emailVerified: false,
    });
  });

  test("are in the ID token alone if userinfo is disabled, or the issuer has no userinfo endpoint", async () => {
    const before = callsOf(idp(), "profile").length;
    expect((await come(idp(), open({ userinfo: false }))).error).toBe(null);
    idp().fail({ answers: { discovery: { json: { ...(await metadataOf(idp())), userinfo_endpoint: undefined } } } });
    expect((await come(idp(), open())).error).toBe(null);
    expect(callsOf(idp(), "profile").length).toBe(before);
  });

  test.each([403, 404])("are in the ID token alone if userinfo answers %i", async (status) => {
    const fixture = open();
    idp().fail({ ...withClaims({ name: "Ada of the token" }), answers: { profile: { status } } });
    expect((await come(idp(), fixture)).error).toBe(null);
    expect((await fixture.client.getSession()).data?.user).toMatchObject({
      name: "Ada of the token",
      email: "ada@example.com",
      emailVerified: true,
    });
  });

  test("are in an ID token that a client sends", async () => {
    const fixture = open();
    const ada = exampleDialect("").sample;
    const token = await idp().idToken("example", ada, { nonce: "n" });
    const { data } = await fixture.client.signIn.social({ provider: "example", idToken: { token, nonce: "n" } });
    expect(data).toMatchObject({ user: { email: "ada@example.com", emailVerified: true } });
    const replayed = await fixture
      .visit()
      .client.signIn.social({ provider: "example", idToken: { token, nonce: "m" } });
    expect(replayed.error?.code).toBe("INVALID_TOKEN");
  });

  test("are verified by the algorithms that the app accepts", async () => {
    expect((await come(idp(), open({ algorithms: ["ES256"] }))).error).toBe("unable_to_get_user_info");
    expect((await come(idp(), open({ algorithms: ["RS256"] }))).error).toBe(null);
  });
});

describe("the secret of an app", () => {
  const sentBy = async (options: OidcFixtureOptions, methods: readonly string[] | undefined) => {
    const named = { ...(await metadataOf(idp())), token_endpoint_auth_methods_supported: methods };
    idp().fail({ answers: { discovery: { json: named } } });
    await come(idp(), open(options));
    const { headers, form } = callsOf(idp(), "token").at(-1) ?? expect.fail("The token endpoint was not asked.");
    return { isBasic: headers.has("authorization"), isPosted: form.has("client_secret") };
  };
  const basic = { isBasic: true, isPosted: false };
  const posted = { isBasic: false, isPosted: true };

  test.each([
    ["client_secret_basic", ["client_secret_basic"], basic],
    ["client_secret_post", ["client_secret_post"], posted],
    ["both", ["client_secret_basic", "client_secret_post"], posted],
    ["no method, which means client_secret_basic", undefined, basic],
  ])("is sent as an issuer wants it that names %s", async (_, methods, expected) => {
    expect(await sentBy({}, methods)).toEqual(expected);
  });

  test("is sent as the app's options say", async () => {
    expect(await sentBy({ clientAuthentication: "basic" }, ["client_secret_post"])).toEqual(basic);
    expect(await sentBy({ clientAuthentication: "post" }, undefined)).toEqual(posted);
  });
});

test("two issuers have separate users, and neither accepts the other's codes", async () => {
  const other = await startIdentityProvider();
  try {
    const fixture = openSocial(
      idp(),
      [oidc({ ...idp(), id: "one", issuer: idp().origin }), oidc({ ...other, id: "two", issuer: other.origin })],
      { fetch: (input, init) => (String(input).startsWith(other.origin) ? other : idp()).fetch(input, init) },
    );
    other.useClock(fixture.clock.now);
    await travel(idp(), fixture, { provider: "one" });
    const first = (await fixture.client.getSession()).data?.user;
    const elsewhere = fixture.visit();
    const ada = { ...exampleDialect("").sample, email: "other-ada@example.com" };
    await travel(other, { auth: fixture.auth, browser: elsewhere.browser }, { provider: "two" }, { as: ada });
    expect((await elsewhere.client.getSession()).data?.user.id).not.toBe(first?.id);
    const mixed = fixture.visit();
    const there = await setOut({ auth: fixture.auth, browser: mixed.browser }, { provider: "one" });
    const { url } = await idp().authorize(there);
    const landing = await mixed.browser.fetch(url.replace("/callback/one", "/callback/two"));
    expect(landing.headers.get("location")).toContain("please_restart_the_process");
  } finally {
    await other.stop();
  }
});

test("an issuer with untrusted email addresses links to no existing user", async () => {
  const { origin: issuer, clientId, clientSecret } = idp();
  const fixture = openSocial(idp(), [oidc({ id: "acme", issuer, clientId, clientSecret, confirmsEmails: false })]);
  const owner = await fixture.signUp("ada@example.com");
  expect((await travel(idp(), fixture, { provider: "acme" })).error).toBe("account_not_linked");
  expect((await owner.client.getSession()).data?.user).toMatchObject({ id: owner.user.id, emailVerified: false });
});

test.each<readonly [string, Partial<OidcOptions>, RegExp]>([
  ["an issuer without TLS", { issuer: "http://login.acme.example" }, /acme: issuer must be an https URL/],
  ["an issuer that only looks like this machine", { issuer: "http://127.acme.example" }, /issuer must be/],
  ["the URL of the document", { issuer: "https://a.example/.well-known/openid-configuration" }, /issuer must be/],
  ["an issuer with a query", { issuer: "https://a.example/?tenant=1" }, /issuer must be/],
  ["an issuer that is no URL", { issuer: "login.acme.example" }, /issuer must be/],
  ["no algorithm", { algorithms: [] }, /algorithms is empty/],
  ["the algorithm none", { algorithms: ["RS256", "none"] }, /algorithms: "none" is not an asymmetric/],
  ["the algorithm HS256", { algorithms: ["HS256"] }, /algorithms: "HS256" is not an asymmetric/],
  ["no client id", { clientId: undefined }, /acme: clientId is missing/],
  [
    "a secret that is not set",
    { clientSecret: undefined },
    /acme: clientSecret is empty: is its variable set\? A public client leaves it out/,
  ],
  ["an empty secret", { clientSecret: "" }, /acme: clientSecret is empty/],
  ["a path as redirect URI", { redirectURI: "/callback/acme" }, /acme: redirectURI must be an absolute URL/],
  ["an id of capitals", { id: "Acme" }, /"Acme" is not a valid provider id: at most 64 lower-case letters, digits/],
])("an auth does not start with %s", (_, options, problem) => {
  const acme = oidc({ id: "acme", issuer: "https://a.example", clientId: "c", ...options });
  expect(() => openSocial(idp(), [acme])).toThrow(problem);
});

describe("an issuer whose ID tokens have no nonce", () => {
  test('signs users in with `nonce: "none"`: the request has PKCE, and no nonce', async () => {
    const fixture = open({ nonce: "none" });
    idp().fail(withClaims({ nonce: undefined }));
    const { searchParams } = new URL(await setOut(fixture, { provider: "example" }));
    expect(searchParams.has("nonce")).toBe(false);
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    expect((await come(idp(), fixture)).error).toBe(null);
  });

  test("signs in no user by default", async () => {
    idp().fail(withClaims({ nonce: undefined }));
    expect((await come(idp(), open())).error).toBe("unable_to_get_user_info");
  });
});

describe("an error response of an issuer that sends `iss`", () => {
  test.each<[string, string | null, string]>([
    ["without `iss` is the error of the provider", null, "access_denied"],
    ["with the `iss` of another issuer is a mix-up", "https://evil.example", "invalid_callback_request"],
  ])("%s", async (_, iss, error) => {
    const fixture = open();
    idp().fail({ callback: (it) => (iss === null ? it.delete("iss") : it.set("iss", iss)) });
    const landing = await travel(idp(), fixture, { provider: "example" }, { deny: true });
    expect(landing.error).toBe(error);
  });

  test("ends only the flow of its own state", async () => {
    const fixture = open();
    const [one, other] = [
      await setOut(fixture, { provider: "example" }),
      await setOut(fixture, { provider: "example", callbackURL: "/other" }),
    ];
    idp().fail({ callback: (it) => it.delete("iss") });
    expect((await comeBack(fixture, await idp().authorize(one, { deny: true }))).error).toBe("access_denied");
    idp().recover();
    expect((await comeBack(fixture, await idp().authorize(other))).url.pathname).toBe("/other");
  });
});

describe("the `sub` of an ID token", () => {
  test.each([["f:1:john doe"], ["A|b~c"], ["x".repeat(255)]])("may be %s", async (sub) => {
    const fixture = open({ userinfo: false });
    idp().fail(withClaims({ sub }));
    expect((await come(idp(), fixture)).error).toBe(null);
  });

  test.each([[" a"], ["a "], ["a\tb"], ["a\nb"], ["ä"], [""], ["x".repeat(256)]])("may not be %j", async (sub) => {
    const fixture = open({ userinfo: false });
    idp().fail(withClaims({ sub }));
    expect((await come(idp(), fixture)).error).toBe("unable_to_get_user_info");
  });

  test("identifies two users by upper and lower case", async () => {
    const fixture = open({ userinfo: false });
    for (const sub of ["ada b", "Ada b"]) {
      idp().fail(withClaims({ sub, email: `${sub.charCodeAt(0)}@example.com` }));
      expect((await come(idp(), fixture)).error).toBe(null);
    }
    expect(await fixture.db.count(userModel, {})).toBe(2);
  });
});
