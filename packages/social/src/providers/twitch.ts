import { defineProvider, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The claims of Twitch's ID token: https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/#requesting-claims */
export interface TwitchProfile {
  readonly sub: string;
  /** Null if the user has not verified the address. */
  readonly email?: string | null;
  readonly email_verified?: boolean;
  /** The name in chat. */
  readonly preferred_username?: string;
  readonly picture?: string;
}

/** Claims that the ID token has only on request. */
const claims = { email: null, email_verified: null, picture: null, preferred_username: null };

/** Twitch: https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ */
export const twitch = (options: ProviderOptions<TwitchProfile>): Provider =>
  defineProvider<TwitchProfile>(
    {
      id: "twitch",
      name: "Twitch",
      server: {
        issuer: "https://id.twitch.tv/oauth2",
        authorizationEndpoint: "https://id.twitch.tv/oauth2/authorize",
        tokenEndpoint: "https://id.twitch.tv/oauth2/token",
        jwksUri: "https://id.twitch.tv/oauth2/keys",
      },
      scopes: ["openid", "user:read:email"],
      authorizationParameters: { claims: JSON.stringify({ id_token: claims }) },
      idToken: {},
      readTokenAnswer: ({ scope, ...answer }) => ({ ...answer, scope: Array.isArray(scope) ? scope.join(" ") : scope }),
      readIdentity: ({ sub, email, email_verified, preferred_username, picture }) => ({
        subject: sub,
        email,
        emailVerified: email_verified,
        name: preferred_username,
        image: picture,
      }),
    },
    options,
  );
