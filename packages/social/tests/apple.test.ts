import { createHash, generateKeyPairSync } from "node:crypto";
import { type AppleOptions, apple } from "@keyhold/social/apple";
import { appleKey, dialects, type Person } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { callsOf } from "./calls.ts";
import { withClaims } from "./faults.ts";
import { openSocial } from "./fixture.ts";
import { describeIdTokenSignIn, sendIdToken } from "./id-token-suite.ts";
import { describeProvider } from "./provider-suite.ts";

describeProvider({
  id: "apple",
  provide: ({ clientSecret, ...options }) => apple({ ...options, ...appleKey() }),
  emails: "proven",
  user: { name: "John Appleseed", image: null },
  unverified: [
    ['"false" as a text', withClaims({ email_verified: "false" })],
    ["false", withClaims({ email_verified: false })],
    ["1", withClaims({ email_verified: 1 })],
    ['"TRUE"', withClaims({ email_verified: "TRUE" })],
    ["a missing verification", withClaims({ email_verified: undefined })],
  ],
  hostile: [
    ["a token answer without an ID token", { tokenAnswer: ({ id_token, ...a }) => a }, "unable_to_get_user_info"],
    ["an ID token without a subject", withClaims({ sub: undefined }), "unable_to_get_user_info"],
    ["a subject that is an object", withClaims({ sub: {} }), "unable_to_get_user_info"],
    ["an ID token without a nonce", withClaims({ nonce: undefined }), "unable_to_get_user_info"],
    ["an ID token of another nonce", withClaims({ nonce: "another" }), "unable_to_get_user_info"],
    ["an ID token for another app", withClaims({ aud: "com.example.other" }), "unable_to_get_user_info"],
    [
      "an ID token of another issuer",
      withClaims({ iss: "https://appleid.apple.com.evil.io" }),
      "unable_to_get_user_info",
    ],
    ["an ID token that is not signed", { signature: "none" }, "unable_to_get_user_info"],
    ["keys that are no JSON", { answers: { jwks: { text: "<html>" } } }, "unable_to_get_user_info"],
    ["no address", withClaims({ email: undefined }), "email_not_found"],
    ["an address that is an object", withClaims({ email: { toString: "a@x.io" } }), "email_not_found"],
    ["a token endpoint that fails", { answers: { token: { status: 500, text: "" } } }, "invalid_code"],
    ["a token answer that ends too early", { answers: { token: { text: '{"access_token":' } } }, "invalid_code"],
    [
      "a user who cancelled at Apple",
      {
        callback: (parameters) => {
          for (const name of ["code", "user"]) parameters.delete(name);
          parameters.set("error", "user_cancelled_authorize");
        },
      },
      "access_denied",
    ],
  ],
});

const idp = useIdentityProvider();
const sample = dialects.apple.sample;
const own = (options: Partial<AppleOptions> = {}) => apple({ clientId: idp().clientId, ...appleKey(), ...options });
const somebody = (subject: string): Person => ({ ...sample, subject, email: `${subject}@example.com` });

describeIdTokenSignIn("apple", idp, () => own());

describe("Apple's ID tokens from apps", () => {
  test("are accepted for the app's bundle id if it is configured", async () => {
    const appBundleIdentifier = "com.example.app";
    const token = await idp().idToken("apple", sample, { aud: appBundleIdentifier });
    const named = openSocial(idp(), [own({ appBundleIdentifier })]);
    expect(
      (await sendIdToken(named, "apple", { token: await idp().idToken("apple", sample, { aud: appBundleIdentifier }) }))
        .status,
    ).toBe(200);
    expect((await sendIdToken(openSocial(idp(), [own()]), "apple", { token })).code).toBe("INVALID_TOKEN");
  });

  test.each([
    ["the nonce", (nonce: string) => nonce, 200],
    ["its SHA-256 in hexadecimal", (nonce: string) => createHash("sha256").update(nonce).digest("hex"), 200],
    ["its SHA-256 in base64url", (nonce: string) => createHash("sha256").update(nonce).digest("base64url"), 401],
    ["the SHA-256 of another", () => createHash("sha256").update("another").digest("hex"), 401],
  ])("hold %s", async (_, toClaim, status) => {
    const fixture = openSocial(idp(), [own()]);
    const nonce = "n-0S6_WzA2Mj";
    const token = await idp().idToken("apple", sample, { nonce: toClaim(nonce) });
    expect((await sendIdToken(fixture, "apple", { token, nonce })).status).toBe(status);
  });

  test.each([true, "true"])("prove the address by email_verified %j", async (email_verified) => {
    const fixture = openSocial(idp(), [own()]);
    const token = await idp().idToken("apple", sample, { email_verified });
    expect((await sendIdToken(fixture, "apple", { token })).user).toMatchObject({ emailVerified: true });
  });
});

describe("the name that the browser sends from Apple", () => {
  const come = async (subject: string, user: string | null) => {
    const fixture = openSocial(idp(), [own()]);
    idp().fail({
      callback: (parameters) => (user === null ? parameters.delete("user") : parameters.set("user", user)),
    });
    const landing = await travel(idp(), fixture, { provider: "apple" }, { as: somebody(subject) });
    return { error: landing.error, user: (await fixture.client.getSession()).data?.user, logged: fixture.logged };
  };

  test.each([
    ["no JSON", "{"],
    ["an empty text", ""],
    ["null", "null"],
    ["a text", '"Eve"'],
    ["a list", "[1]"],
    ["a number", "1e999"],
    ["no name", "{}"],
    ["a name of null", '{"name":null}'],
    ["a name that is a text", '{"name":"Eve"}'],
    ["parts that are objects", '{"name":{"firstName":{"a":1},"lastName":["Eve"]}}'],
    ["a prototype", '{"__proto__":{"name":{"firstName":"Eve"}},"name":{"__proto__":{"lastName":"Eve"}}}'],
    ["what it must not say", '{"sub":"victim","email":"victim@example.com","email_verified":true}'],
    ["an address", '{"name":{},"email":"victim@example.com"}'],
  ])("may be %s: the person is who the ID token says", async (what, user) => {
    const subject = what.replaceAll(/\W/g, "-").toLowerCase();
    const { error, user: present, logged } = await come(subject, user);
    expect({ error, logged }).toEqual({ error: null, logged: [] });
    expect(present).toMatchObject({ name: subject, email: `${subject}@example.com` });
  });

  test("may be half a name", async () => {
    expect((await come("half", '{"name":{"lastName":"Appleseed"}}')).user?.name).toBe("Appleseed");
  });

  test("is missing at later sign-ins, and stays", async () => {
    const fixture = openSocial(idp(), [own({ overrideUserInfoOnSignIn: true })]);
    const as = somebody("returning");
    for (const _ of [1, 2]) expect((await travel(idp(), fixture, { provider: "apple" }, { as })).error).toBe(null);
    expect((await fixture.client.getSession()).data?.user.name).toBe("John Appleseed");
  });
});

describe("Apple's client secret", () => {
  const secrets = () => callsOf(idp(), "token").map(({ form }) => form.get("client_secret") ?? "");
  const claimsOf = (secret: string) => JSON.parse(Buffer.from(secret.split(".")[1] ?? "", "base64url").toString());
  const come = async (options: Partial<AppleOptions>) => {
    const fixture = openSocial(idp(), [own(options)]);
    const { error } = await travel(idp(), fixture, { provider: "apple" });
    await fixture.auth.idle();
    return { error, fixture };
  };

  test("is kept for a while, and made anew long before it ends", async () => {
    const { fixture } = await come({});
    fixture.clock.forward({ minutes: 29 });
    await travel(idp(), fixture, { provider: "apple" });
    fixture.clock.forward({ minutes: 2 });
    await travel(idp(), fixture, { provider: "apple" });
    fixture.clock.forward({ days: 200 });
    expect((await travel(idp(), fixture, { provider: "apple" })).error).toBe(null);
    const [first, second, third, fourth] = secrets().slice(-4);
    expect(second).toBe(first);
    expect(new Set([first, third, fourth]).size).toBe(3);
    expect(claimsOf(fourth ?? "")).toEqual({
      iss: appleKey().teamId,
      sub: idp().clientId,
      aud: "https://appleid.apple.com",
      iat: fixture.clock.now().getTime() / 1000,
      exp: fixture.clock.now().getTime() / 1000 + 3600,
    });
  });

  test("is issued for the client id of the request if there are several", async () => {
    expect((await come({ clientId: [idp().clientId, "com.example.other"] })).error).toBe(null);
    expect(claimsOf(secrets().at(-1) ?? "").sub).toBe(idp().clientId);
  });

  test("may be given as text or as a function", async () => {
    await come({});
    const secret = secrets().at(-1) ?? "";
    const none = { teamId: undefined, keyId: undefined, privateKey: undefined };
    expect((await come({ ...none, clientSecret: secret })).error).toBe(null);
    expect((await come({ ...none, clientSecret: async () => secret })).error).toBe(null);
    expect(secrets().slice(-2)).toEqual([secret, secret]);
  });

  test("may be generated from a key with escaped line ends", async () => {
    expect((await come({ privateKey: appleKey().privateKey.replaceAll("\n", "\\n") })).error).toBe(null);
  });

  test("is rejected if another key generated it, and the log has no part of the key", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const other = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const garbage = "-----BEGIN PRIVATE KEY-----\nTm90IGEga2V5\n-----END PRIVATE KEY-----";
    for (const key of [other, garbage]) {
      const { error, fixture } = await come({ privateKey: key });
      expect(error).toBe("invalid_code");
      expect(JSON.stringify([fixture.logged, fixture.events])).not.toContain(key.split("\n")[1]);
    }
  });

  test.each([
    ["needs its team", { teamId: undefined }, ["apple: teamId is missing: it is needed to generate the client secret"]],
    ["needs the id of its key", { keyId: "" }, ["apple: keyId is missing: it is needed to generate the client secret"]],
    ["needs its key", { privateKey: "" }, ["apple: privateKey is missing: it is needed to generate the client secret"]],
    [
      "needs the key itself, and not the path of its file",
      { privateKey: "AuthKey_ABC123DEFG.p8" },
      ["apple: privateKey is not the content of Apple's .p8 file: that begins with -----BEGIN PRIVATE KEY-----"],
    ],
    ["is given once", { clientSecret: "jwt" }, ["apple: clientSecret and the values that generate it are both given"]],
    ["is of a client", { clientId: undefined }, ["apple: clientId is missing"]],
  ])("%s", (_, options, configErrors) => {
    expect([...own(options).missing, ...own(options).configErrors]).toEqual(configErrors);
    expect(() => openSocial(idp(), [own(options)])).toThrow(configErrors[0]);
  });
});
