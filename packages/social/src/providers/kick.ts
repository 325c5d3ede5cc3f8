import { defineProvider, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The response of `GET /public/v1/users`: https://docs.kick.com/apis/users */
export interface KickProfile {
  readonly user_id: number;
  readonly name: string;
  /** Empty if Kick does not share the address. */
  readonly email: string;
  readonly profile_picture: string;
}

/** Kick: https://docs.kick.com/getting-started/generating-tokens-oauth2-flow */
export const kick = (options: ProviderOptions<KickProfile>): Provider =>
  defineProvider<KickProfile>(
    {
      id: "kick",
      name: "Kick",
      server: {
        authorizationEndpoint: "https://id.kick.com/oauth/authorize",
        tokenEndpoint: "https://id.kick.com/oauth/token",
      },
      scopes: ["user:read"],
      async loadProfile({ fetchJson }) {
        const { data } = (await fetchJson("https://api.kick.com/public/v1/users")) as {
          readonly data?: readonly KickProfile[];
        };
        // Without ids in the query, Kick answers the user of the access token.
        const [profile, ...others] = Array.isArray(data) ? data : [];
        if (!profile || others.length > 0) throw new Error("It did not answer exactly one user.");
        return profile;
      },
      // Kick does not say whether the email address is verified.
      readIdentity: ({ user_id, name, email, profile_picture }) => ({
        subject: user_id,
        email,
        name,
        image: profile_picture,
      }),
    },
    options,
  );
