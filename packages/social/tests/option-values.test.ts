import { memory } from "@keyhold/adapter-memory";
import { ConfigError, createAuth } from "@keyhold/core";
import { type Provider, social } from "@keyhold/social";
import { apple } from "@keyhold/social/apple";
import { github } from "@keyhold/social/github";
import { gitlab } from "@keyhold/social/gitlab";
import { google } from "@keyhold/social/google";
import { microsoft } from "@keyhold/social/microsoft";
import { oauth2 } from "@keyhold/social/oauth2";
import { oidc } from "@keyhold/social/oidc";
import { tiktok } from "@keyhold/social/tiktok";
import { describe, expect, test } from "vitest";

/** The config errors of an auth with this provider. Apps without types may give any value. */
function errorsOf(make: (options: never) => Provider, options: object): readonly string[] {
  try {
    createAuth({
      secret: "only for this test: 4f9b7c21d8e3a650",
      baseURL: "https://app.example.com",
      database: memory(),
      plugins: [social({ providers: [make(options as never)] })],
    });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

const given = { clientId: "the-client", clientSecret: "the-secret" };
const wrong: readonly [string, unknown][] = [
  ["a number", 5],
  ["an object", {}],
  ["a boolean", true],
  ["a blank", " "],
  ["a text with a line end", "hidden-value\n"],
  ["a text with a blank before it", " hidden-value"],
  ["a text with a tab", "hidden\tvalue"],
  ["a text with a blank of no width", "hidden\u200bvalue"],
];

const makers: readonly [string, (options: never) => Provider, object][] = [
  ["google", google, {}],
  ["github", github, {}],
  ["gitlab", gitlab, {}],
  ["microsoft", microsoft, {}],
  ["tiktok", tiktok, {}],
  ["acme", oidc, { id: "acme", issuer: "https://acme.example.com" }],
  [
    "plain",
    oauth2,
    {
      id: "plain",
      authorizationEndpoint: "https://acme.example.com/authorize",
      tokenEndpoint: "https://acme.example.com/token",
      userinfoEndpoint: "https://acme.example.com/me",
    },
  ],
];

describe.each(makers)("the start of an auth with %s", (id, make, options) => {
  test("takes a client id and a secret", () => {
    expect(errorsOf(make, { ...options, ...given })).toEqual([]);
    expect(errorsOf(make, { ...options, ...given, clientSecret: () => "made" })).toEqual([]);
  });

  test.each(wrong)("rejects %s as the client id, and does not show it", (_, clientId) => {
    const errors = errorsOf(make, { ...options, ...given, clientId });
    expect(errors).toEqual([expect.stringMatching(new RegExp(`${id}: clientId `))]);
    expect(errors.join()).not.toContain("hidden");
    expect(errorsOf(make, { ...options, ...given, clientId: ["the-client", clientId] })).toHaveLength(1);
  });

  test.each(wrong)("rejects %s as the secret, and does not show it", (_, clientSecret) => {
    const errors = errorsOf(make, { ...options, ...given, clientSecret });
    expect(errors).toEqual([expect.stringMatching(new RegExp(`${id}: clientSecret `))]);
    expect(errors.join()).not.toContain("hidden");
  });
});

const key = {
  teamId: "TEAM",
  keyId: "KEY",
  privateKey: "-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----\n",
};

test.each(["teamId", "keyId"])("the %s of Apple is checked likewise", (name) => {
  expect(errorsOf(apple, { clientId: "com.example.web", ...key })).toEqual([]);
  for (const [, value] of wrong)
    expect(errorsOf(apple, { clientId: "com.example.web", ...key, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`apple: ${name} `)),
    ]);
});

test.each<[string, (options: never) => Provider, object]>([
  ["privateKey", apple, { ...key, clientSecret: undefined }],
  ["tenant", microsoft, given],
  ["issuer", gitlab, given],
  ["issuer", oidc, { ...given, id: "acme" }],
])("a number as the %s is a config error that names it", (name, make, options) => {
  expect(errorsOf(make, { clientId: "the-client", ...options, [name]: 5 }).join()).toContain(`${name} `);
});
