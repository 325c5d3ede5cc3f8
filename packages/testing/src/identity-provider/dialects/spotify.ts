import type { Dialect } from "../dialect.js";

/** https://developer.spotify.com/documentation/web-api/tutorials/code-flow */
export const spotify: Dialect = {
  id: "spotify",
  name: "Spotify",
  authorizationUrl: "https://accounts.spotify.com/authorize",
  tokenUrl: "https://accounts.spotify.com/api/token",
  clientAuthentication: "basic",
  decodesBasic: false,
  // https://developer.spotify.com/documentation/web-api/tutorials/code-pkce-flow
  pkce: "supported",
  refreshTokens: "rotates",
  tokenAnswer: (answer) => ({ ...answer, token_type: "Bearer" }),
  resources: {
    // https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
    "GET https://api.spotify.com/v1/me": ({ subject, name, email, picture }, { scopes }) => ({
      account_id: `aB3dE5fG7h-${subject}`,
      display_name: name,
      ...(scopes.includes("user-read-email") && email !== null && { email }),
      external_urls: { spotify: `https://open.spotify.com/user/${subject}` },
      href: `https://api.spotify.com/v1/users/${subject}`,
      id: subject,
      images: picture === null ? [] : [{ url: picture, height: 300, width: 300 }],
      type: "user",
      uri: `spotify:user:${subject}`,
    }),
  },
  sample: {
    subject: "wizzler",
    email: "email@example.com",
    emailVerified: false,
    name: "JM Wizzler",
    picture: "https://i.scdn.co/image/ab67616d00001e02ff9ca10b55ce82ae553c8228",
  },
};
