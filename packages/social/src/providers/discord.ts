import { defineProvider, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The response of `GET /users/@me`: https://docs.discord.com/developers/resources/user#user-object */
export interface DiscordProfile {
  readonly id: string;
  readonly username: string;
  /** Null if the user has not set a name. */
  readonly global_name: string | null;
  /** The hash of the picture, for https://cdn.discordapp.com/avatars/{id}/{hash}.png. */
  readonly avatar: string | null;
  readonly discriminator: string;
  readonly locale?: string;
  readonly mfa_enabled?: boolean;
  /** Null if the user signed up with a telephone number. */
  readonly email?: string | null;
  readonly verified?: boolean;
}

/** Discord: https://docs.discord.com/developers/topics/oauth2 */
export const discord = (options: ProviderOptions<DiscordProfile>): Provider =>
  defineProvider<DiscordProfile>(
    {
      id: "discord",
      name: "Discord",
      server: {
        issuer: "https://discord.com",
        authorizationEndpoint: "https://discord.com/api/oauth2/authorize",
        tokenEndpoint: "https://discord.com/api/oauth2/token",
        revocationEndpoint: "https://discord.com/api/oauth2/token/revoke",
      },
      scopes: ["identify", "email"],
      // By default, Discord asks for consent at each sign-in.
      authorizationParameters: { prompt: "none" },
      loadProfile: async ({ fetchJson }) =>
        (await fetchJson("https://discord.com/api/v10/users/@me")) as DiscordProfile,
      readIdentity: ({ id, username, global_name, avatar, email, verified }) => ({
        subject: id,
        email,
        emailVerified: verified,
        name: global_name ?? username,
        image:
          typeof id === "string" && typeof avatar === "string"
            ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.png`
            : null,
      }),
    },
    options,
  );
