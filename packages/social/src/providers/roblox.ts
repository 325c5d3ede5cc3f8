import { defineProvider, type Provider, type ProviderOptions, readStandardClaims } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The claims of Roblox's userinfo: https://create.roblox.com/docs/cloud/auth/oauth2-reference#user-information */
export interface RobloxProfile {
  readonly sub: string;
  /** The display name, which people may change; so is `nickname`. */
  readonly name?: string;
  readonly nickname?: string;
  /** The username, which people may change, and which is no address. */
  readonly preferred_username?: string;
  /** Seconds since 1970. */
  readonly created_at?: number;
  /** The URL of their page. */
  readonly profile?: string;
  /** Null until it is made, and where it was moderated away. */
  readonly picture?: string | null;
  /** Only for apps that Roblox allows the scope "email". */
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
        jwksUri: "https://apis.roblox.com/oauth/v1/certs",
      },
      scopes: ["openid", "profile"],
      idToken: { algorithms: ["ES256"] },
      // The ID token holds no picture.
      loadProfile: async ({ claims, accessToken, fetchJson }) =>
        (accessToken === null ? claims : await fetchJson("https://apis.roblox.com/oauth/v1/userinfo")) as RobloxProfile,
      readIdentity: readStandardClaims,
    },
    options,
  );
