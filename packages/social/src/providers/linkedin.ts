import { defineProvider, type Provider, type ProviderOptions, readStandardClaims } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** What LinkedIn's userinfo tells: https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export interface LinkedInProfile {
  /** Differs between apps. */
  readonly sub: string;
  readonly name?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly picture?: string;
  /** E.g. "en-US", or its two halves. */
  readonly locale?: string | { readonly country: string; readonly language: string };
  /** Left out by those who have none. */
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
      // Its PKCE is for native apps, at another endpoint: here a `code_verifier` is answered with "invalid_client".
      pkce: false,
      idToken: {
        // As its documentation has it, and as its tokens do.
        issuer: ["https://www.linkedin.com", "https://www.linkedin.com/oauth"],
        nonce: "none",
      },
      loadProfile: async ({ claims, accessToken, fetchJson }) =>
        (accessToken === null ? claims : await fetchJson("https://api.linkedin.com/v2/userinfo")) as LinkedInProfile,
      readIdentity: readStandardClaims,
    },
    options,
  );
