import { defineProvider, type Provider, type ProviderOptions, readStandardClaims } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The claims of Roblox's userinfo: https://create.roblox.com/docs/cloud/auth/oauth2-reference#user-information */
export interface RobloxProfile {
  readonly sub: string;
  /** The display name. Users can change the name. `nickname` has the same value. */
  readonly name?: string;
  readonly nickname?: string;
  /** The username, which users can change. No email address. */
  readonly preferred_username?: string;
  /** Seconds since 1970. */
  readonly created_at?: number;
  /** The URL of the user's profile page. */
  readonly profile?: string;
  /** Null until Roblox has generated the picture, and after moderation. */
  readonly picture?: string | null;
  /** Only for apps with Roblox's permission for the scope "email". */
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** Roblox: https://create.roblox.com/docs/cloud/auth/oauth2-reference */
export const roblox = (options: ProviderOptions<RobloxProfile>): Provider =>
  defineProvider<RobloxProfile>(
    {
      id: "roblox",
      name: "Roblox",
      server: {
        issuer: "https://apis.roblox.com/oauth/",
        authorizationEndpoint: "https://apis.roblox.com/oauth/v1/authorize",
        tokenEndpoint: "https://apis.roblox.com/oauth/v1/token",
        revocationEndpoint: "https://apis.roblox.com/oauth/v1/token/revoke",
        jwksUri: "https://apis.roblox.com/oauth/v1/certs",
      },
      scopes: ["openid", "profile"],
      idToken: { algorithms: ["ES256"] },
      // The ID token has no picture.
      loadProfile: async ({ claims, accessToken, fetchJson }) =>
        (accessToken === null ? claims : await fetchJson("https://apis.roblox.com/oauth/v1/userinfo")) as RobloxProfile,
      readIdentity: readStandardClaims,
    },
    options,
  );
