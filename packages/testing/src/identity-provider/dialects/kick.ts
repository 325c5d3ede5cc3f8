import { type Dialect, ProviderError } from "../dialect.js";

/** https://docs.kick.com/getting-started/generating-tokens-oauth2-flow and https://docs.kick.com/apis/users */
export const kick: Dialect = {
  id: "kick",
  name: "Kick",
  authorizationUrl: "https://id.kick.com/oauth/authorize",
  tokenUrl: "https://id.kick.com/oauth/token",
  pkce: "required",
  refreshTokens: "rotates",
  accessTokenLifetimeSeconds: 7200,
  tokenAnswer: (answer) => ({ ...answer, token_type: "Bearer" }),
  resources: {
    "GET https://api.kick.com/public/v1/users": ({ subject, email, name, picture }, { scopes }) => {
      if (!scopes.includes("user:read")) throw new ProviderError(403, "Forbidden");
      return {
        data: [{ user_id: Number(subject), name, email: email ?? "", profile_picture: picture ?? "" }],
        message: "OK",
      };
    },
  },
  sample: {
    subject: "4377088",
    email: "john.doe@example.com",
    emailVerified: false,
    name: "John Doe",
    picture: "https://kick.com/img/default-profile-pictures/default.jpeg",
  },
};
