import { defineProvider, type Provider, type ProviderOptions, readStandardClaims } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/**
 * The claims of LinkedIn's userinfo:
 * https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export interface LinkedInProfile {
  /** Different in each app. */
  readonly sub: string;
  readonly name?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly picture?: string;
  /** E.g. "en-US", or an object of country and language. */
  readonly locale?: string | { readonly country: string; readonly language: string };
  /** Missing if the user has no email address. */
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** LinkedIn: https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow */
export const linkedin = (options: ProviderOptions<LinkedInProfile>): Provider =>
  defineProvider<LinkedInProfile>(
    {
      id: "linkedin",
      name: "LinkedIn",
      server: {
        authorizationEndpoint: "https://www.linkedin.com/oauth/v2/authorization",
        tokenEndpoint: "https://www.linkedin.com/oauth/v2/accessToken",
        jwksUri: "https://www.linkedin.com/oauth/openid/jwks",
      },
      scopes: ["openid", "profile", "email"],
      // LinkedIn's PKCE is for native apps, at another endpoint. Here a `code_verifier` fails with "invalid_client".
      pkce: false,
      idToken: {
        // The issuer in the documentation, and the issuer in the tokens.
        issuer: ["https://www.linkedin.com", "https://www.linkedin.com/oauth"],
        nonce: "none",
      },
      loadProfile: async ({ claims, accessToken, fetchJson }) =>
        (accessToken === null ? claims : await fetchJson("https://api.linkedin.com/v2/userinfo")) as LinkedInProfile,
      readIdentity: readStandardClaims,
    },
    options,
  );
