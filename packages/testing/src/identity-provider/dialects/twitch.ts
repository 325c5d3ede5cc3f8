import type { Dialect, Json, Person } from "../dialect.js";

/** https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ */
export const twitch: Dialect = {
  id: "twitch",
  name: "Twitch",
  authorizationUrl: "https://id.twitch.tv/oauth2/authorize",
  tokenUrl: "https://id.twitch.tv/oauth2/token",
  pkce: "none",
  // https://dev.twitch.tv/docs/authentication/refresh-tokens/
  refreshTokens: "rotates",
  accessTokenLifetimeSeconds: 14_124,
  callbackParameters: () => ({ scope: "openid user:read:email" }),
  tokenAnswer: (answer) => ({ ...answer, scope: String(answer.scope).split(" ") }),
  idToken: {
    issuer: "https://id.twitch.tv/oauth2",
    jwksUrl: "https://id.twitch.tv/oauth2/keys",
    claims: (person, authorization) => {
      const known = claimsOf(person);
      const wanted = authorization ? claimsWantedBy(authorization) : Object.keys(known);
      return Object.fromEntries(wanted.filter((name) => name in known).map((name) => [name, known[name]]));
    },
  },
  resources: {},
  sample: {
    subject: "141981764",
    email: "not-real@email.com",
    emailVerified: true,
    name: "TwitchDev",
    picture:
      "https://static-cdn.jtvnw.net/jtv_user_pictures/8a6381c7-d0c0-4576-b179-38bd5ce1d6af-profile_image-300x300.png",
  },
};

/** Claims on request: https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/#requesting-claims */
const claimsOf = ({ email, emailVerified, name, picture }: Person): Json => ({
  email: emailVerified ? email : null,
  email_verified: emailVerified,
  preferred_username: name,
  picture,
});

function claimsWantedBy(authorization: URLSearchParams): readonly string[] {
  const { id_token: asked = {} } = JSON.parse(authorization.get("claims") ?? "{}") as { readonly id_token?: Json };
  const mayTellAddresses = (authorization.get("scope") ?? "").split(" ").includes("user:read:email");
  return Object.keys(asked).filter((name) => mayTellAddresses || !name.startsWith("email"));
}
