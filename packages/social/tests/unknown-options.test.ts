import { memory } from "@keyhold/adapter-memory";
import { ConfigError, createAuth } from "@keyhold/core";
import { type Provider, type SocialOptions, social } from "@keyhold/social";
import { apple } from "@keyhold/social/apple";
import { github } from "@keyhold/social/github";
import { google } from "@keyhold/social/google";
import { microsoft } from "@keyhold/social/microsoft";
import { oauth2 } from "@keyhold/social/oauth2";
import { oidc } from "@keyhold/social/oidc";
import { defineProvider, readStandardClaims } from "@keyhold/social/provider";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";

/** The config errors of an auth with these options of `social()`. Apps without types may give any name. */
function errorsOf(options: object): readonly string[] {
  try {
    createAuth({
      secret: "only for this test: 4f9b7c21d8e3a650",
      baseURL: "https://app.example.com",
      database: memory(),
      plugins: [social(options as SocialOptions)],
    });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

const client = { clientId: "the-client", clientSecret: "the-secret" };
const issuer = "https://acme.example.com";
const own = { id: "acme", issuer };
const plain = {
  id: "acme",
  authorizationEndpoint: `${issuer}/authorize`,
  tokenEndpoint: `${issuer}/token`,
  userinfoEndpoint: `${issuer}/me`,
  readIdentity: () => null,
};

type Make = (options: never) => Provider;

describe("an option of another library is a config error that says what to write", () => {
  test.each<[string, Make, object, object, string]>([
    ["google: hd", google, {}, { hd: "company.com" }, "write `hostedDomain`"],
    ["google: allowedDomains", google, {}, { allowedDomains: [] }, "write `hostedDomain`"],
    ["google: hostedDomains", google, {}, { hostedDomains: [] }, 'did you mean "hostedDomain"?'],
    ["google: scope", google, {}, { scope: [] }, 'did you mean "scopes"?'],
    ["google: getUserInfo", google, {}, { getUserInfo: () => null }, "write `checkSignUp`"],
    ["google: verifyIdToken", google, {}, { verifyIdToken: () => false }, "ID tokens are always verified"],
    ["google: responseMode", google, {}, { responseMode: "query" }, "response_mode"],
    ["google: display", google, {}, { display: "popup" }, "authorizationParameters"],
    ["google: authorization", google, {}, { authorization: { params: { hd: "x.com" } } }, "authorizationParameters"],
    ["google: profile", google, {}, { profile: () => null }, "write `mapProfileToUser`"],
    ["google: refreshAccessToken", google, {}, { refreshAccessToken: () => null }, "defineProvider"],
    ["google: enabled", google, {}, { enabled: false }, "leave the provider out"],
    ["microsoft: tenantId", microsoft, {}, { tenantId: "common" }, '"tenant"'],
    ["microsoft: authority", microsoft, {}, { authority: issuer }, "write `tenant`"],
    ["apple: audience", apple, {}, { audience: ["a"] }, "write `appBundleIdentifier`"],
    ["github: hd", github, {}, { hd: "company.com" }, "there are clientId"],
    ["acme: discoveryUrl", oidc, own, { discoveryUrl: issuer }, "write `issuer`"],
    ["acme: wellKnown", oidc, own, { wellKnown: issuer }, "write `issuer`"],
    ["acme: providerId", oidc, own, { providerId: "acme" }, "write `id`"],
    ["acme: tokenUrl", oidc, own, { tokenUrl: issuer }, "there are clientId"],
    ["acme: authorizationUrl", oauth2, plain, { authorizationUrl: issuer }, "write `authorizationEndpoint`"],
    ["acme: tokenUrl", oauth2, plain, { tokenUrl: issuer }, "write `tokenEndpoint`"],
    ["acme: userInfoUrl", oauth2, plain, { userInfoUrl: issuer }, "write `userinfoEndpoint`"],
    ["acme: idToken", oauth2, plain, { idToken: {} }, "is an option of Auth.js"],
  ])("%s", (path, make, given, more, remedy) => {
    const errors = errorsOf({ providers: [make({ ...client, ...given, ...more } as never)] });
    expect(errors).toEqual([expect.stringContaining(remedy)]);
    expect(errors[0]).toMatch(new RegExp(`${path}: `));
  });

  test.each([
    [{ requireLocalEmailVerified: true }, "loses all its credentials before it is linked"],
    [{ allowUnlinkingAll: true }, "write `account: { allowUnlinkingAll: true }` at `createAuth`"],
    [{ updateUserInfoOnLink: true }, "overrideUserInfoOnSignIn"],
  ])("linking: %j", (linking, remedy) => {
    const errors = errorsOf({ providers: [google(client)], linking });
    expect(errors).toEqual([expect.stringContaining(remedy)]);
  });
});

describe("an option that no provider has", () => {
  test.each<[string, Make, object]>([
    ["google", google, {}],
    ["github", github, {}],
    ["microsoft", microsoft, {}],
    ["acme", oidc, own],
    ["acme", oauth2, plain],
  ])("is a config error of %s", (id, make, given) => {
    const errors = errorsOf({ providers: [make({ ...client, ...given, onlyOnSundays: true } as never)] });
    expect(errors).toEqual([expect.stringContaining(`${id}: onlyOnSundays: there is no such option; there are`)]);
  });

  test("may be declared by a provider of the app's own", () => {
    const make = (ownOptions?: Readonly<Record<string, true>>): Provider =>
      defineProvider(
        {
          id: "acme",
          name: "Acme",
          server: { authorizationEndpoint: `${issuer}/authorize`, tokenEndpoint: `${issuer}/token` },
          scopes: [],
          readIdentity: readStandardClaims,
          ...(ownOptions && { ownOptions }),
        },
        { ...client, ...{ region: "eu" } },
      );
    expect(errorsOf({ providers: [make({ region: true })] })).toEqual([]);
    expect(errorsOf({ providers: [make()] })).toEqual([expect.stringContaining("acme: region")]);
  });
});

describe("an option that limits who signs in", () => {
  test.each([undefined, null, ""])("is a config error if its value is %j", (value) => {
    const provider = google({ ...client, hostedDomain: value } as never);
    expect(provider.missing).toEqual([expect.stringContaining("google: hostedDomain is empty: is its variable set?")]);
    expect(() => createTestAuth({ plugins: [social({ providers: [provider] })] })).toThrow("hostedDomain is empty");
  });

  test("is a config error if the tenant of Microsoft is undefined", () => {
    const provider = microsoft({ ...client, tenant: undefined } as never);
    expect(provider.missing).toEqual([expect.stringContaining("microsoft: tenant is empty: is its variable set?")]);
    expect(() => createTestAuth({ plugins: [social({ providers: [provider] })] })).toThrow("tenant is empty");
  });

  test.each(["*", "company", "@company.com", "https://company.com", "a.com, b.com", ["company.com", "b.com"]])(
    "is a config error if the domain is %j",
    (hostedDomain) => {
      const providers = [google({ ...client, hostedDomain } as never)];
      expect(errorsOf({ providers })).toEqual([expect.stringContaining("hostedDomain must be a domain")]);
    },
  );
});

describe("the nonce of an OpenID Connect provider", () => {
  test("may be missing with PKCE only", () => {
    expect(errorsOf({ providers: [oidc({ ...client, ...own, nonce: "none" })] })).toEqual([]);
    expect(errorsOf({ providers: [oidc({ ...client, ...own, nonce: "none", pkce: false })] })).toEqual([
      expect.stringContaining('acme: nonce: "none" needs PKCE'),
    ]);
    expect(errorsOf({ providers: [oidc({ ...client, ...own, nonce: false } as never)] })).toEqual([
      expect.stringContaining('acme: nonce must be "same" or "none"'),
    ]);
  });
});
