import { type Dialect, ProviderError } from "../dialect.js";

/** https://docs.discord.com/developers/topics/oauth2, and https://discord.com/.well-known/oauth-authorization-server */
export const discord: Dialect = {
  id: "discord",
  name: "Discord",
  authorizationUrl: "https://discord.com/api/oauth2/authorize",
  tokenUrl: "https://discord.com/api/oauth2/token",
  revocationUrl: "https://discord.com/api/oauth2/token/revoke",
  pkce: "supported",
  callbackIssuer: "https://discord.com",
  refreshTokens: "rotates",
  accessTokenLifetimeSeconds: 604_800,
  tokenAnswer: (answer) => ({ ...answer, token_type: "Bearer" }),
  resources: {
    "GET https://discord.com/api/v10/users/@me": (person, { headers, scopes }) => {
      // https://docs.discord.com/developers/reference#user-agent
      if (!headers.get("user-agent")) throw new ProviderError(403, "40333");
      if (!scopes.includes("identify")) throw new ProviderError(401, "0");
      const { subject, email, emailVerified, name, picture } = person;
      return {
        id: subject,
        username: "nelly",
        discriminator: "0",
        global_name: name,
        // The hash of https://cdn.discordapp.com/avatars/{id}/{hash}.png.
        avatar: picture === null ? null : /([^/]+)\.png$/.exec(picture)?.[1],
        ...(scopes.includes("email") && { verified: emailVerified, email }),
        flags: 64,
        banner: "06c16474723fe537c283b8efa61a30c8",
        accent_color: 16_711_680,
        premium_type: 1,
        public_flags: 64,
        locale: "en-US",
        mfa_enabled: true,
      };
    },
  },
  sample: {
    subject: "80351110224678912",
    email: "nelly@discord.com",
    emailVerified: true,
    name: "Nelly",
    picture: "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png",
  },
};
