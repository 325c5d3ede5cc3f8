import { type Dialect, type Json, type Person, ProviderError } from "../dialect.js";

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token, .../authorization-code */
export const twitter: Dialect = {
  id: "twitter",
  name: "X",
  authorizationUrl: "https://x.com/i/oauth2/authorize",
  tokenUrl: "https://api.x.com/2/oauth2/token",
  clientAuthentication: "basic",
  decodesBasic: false,
  pkce: "required",
  refreshTokens: "rotates",
  isOffline: (authorization) => (authorization.get("scope") ?? "").split(" ").includes("offline.access"),
  accessTokenLifetimeSeconds: 7200,
  resources: {
    // https://docs.x.com/x-api/users/get-my-user
    "GET https://api.x.com/2/users/me": (person, { query, scopes }) => {
      // https://docs.x.com/fundamentals/authentication/guides/v2-authentication-mapping
      if (!["tweet.read", "users.read"].every((scope) => scopes.includes(scope)))
        throw new ProviderError(403, "Forbidden");
      const fields = (query.get("user.fields") ?? "").split(",");
      const isRejected = fields.includes("confirmed_email") && !scopes.includes("users.email");
      return {
        data: userOf(person, isRejected ? fields.filter((field) => field !== "confirmed_email") : fields),
        ...(isRejected && { errors: [fieldError] }),
      };
    },
  },
  sample: {
    subject: "2244994945",
    email: "developers@example.com",
    emailVerified: true,
    name: "X Developers",
    picture: "https://pbs.twimg.com/profile_images/1683501992314798080/xl1POYLw_normal.jpg",
  },
};

/** `id`, `name` and `username`, and the fields of `user.fields`. */
function userOf({ subject, name, email, emailVerified, picture }: Person, fields: readonly string[]): Json {
  return {
    id: subject,
    name,
    username: name.replace(/\W/g, ""),
    ...(fields.includes("profile_image_url") && picture !== null && { profile_image_url: picture }),
    ...(fields.includes("confirmed_email") && email !== null && emailVerified && { confirmed_email: email }),
  };
}

/** https://docs.x.com/x-api/fundamentals/response-codes-and-errors */
const fieldError = {
  title: "Field Authorization Error",
  field: "confirmed_email",
  section: "data",
  type: "https://api.twitter.com/2/problems/not-authorized-for-field",
};
