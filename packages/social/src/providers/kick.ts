import { defineProvider, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** What `GET /public/v1/users` says: https://docs.kick.com/apis/users */
export interface KickProfile {
  readonly user_id: number;
  readonly name: string;
  /** Empty where Kick does not tell it. */
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
        // Asked for nobody by id, it answers with whose token it is.
        const [profile, ...others] = Array.isArray(data) ? data : [];
        if (!profile || others.length > 0) throw new Error("It did not tell of one person.");
        return profile;
      },
      // Kick does not say whether anybody has proven the address.
      readIdentity: ({ user_id, name, email, profile_picture }) => ({
        subject: user_id,
        email,
        name,
        image: profile_picture,
      }),
    },
    options,
  );
