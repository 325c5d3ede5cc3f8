import { defineProvider, type Provider, type ProviderOptions } from "@keyhold/social";

interface ExampleClaims {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly picture?: unknown;
}

/** Example ID of the identity provider: plain OpenID Connect, whose refresh tokens are good for one use. */
export const exampleId = ({ origin }: { readonly origin: string }, options: ProviderOptions): Provider =>
  defineProvider<ExampleClaims>(
    {
      id: "example",
      name: "Example ID",
      server: {
        issuer: origin,
        authorizationEndpoint: `${origin}/authorize`,
        tokenEndpoint: `${origin}/token`,
        jwksUri: `${origin}/jwks`,
      },
      scopes: ["openid", "email", "profile"],
      idToken: {},
      readIdentity: ({ sub, email, email_verified, name, picture }) => ({
        subject: sub,
        email,
        emailVerified: email_verified,
        name,
        image: picture,
      }),
    },
    options,
  );
