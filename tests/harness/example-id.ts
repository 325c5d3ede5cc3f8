import type { Provider, ProviderOptions } from "@keyhold/social";
import { defineProvider, readStandardClaims, type StandardClaims } from "@keyhold/social/provider";

/** Example ID of the identity provider: plain OpenID Connect with single-use refresh tokens. */
export const exampleId = ({ origin }: { readonly origin: string }, options: ProviderOptions): Provider =>
  defineProvider<StandardClaims>(
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
      idToken: { sendsAuthTime: true },
      readIdentity: readStandardClaims,
    },
    options,
  );
