import type { Dialect, Json, Person } from "../dialect.js";

const profileOf = ({ subject, name }: Person): Json => ({
  sub: subject,
  name,
  nickname: name,
  preferred_username: name,
  created_at: 1584682495,
  profile: `https://www.roblox.com/users/${subject}/profile`,
});

/** https://create.roblox.com/docs/cloud/auth/oauth2-reference */
export const roblox: Dialect = {
  id: "roblox",
  name: "Roblox",
  authorizationUrl: "https://apis.roblox.com/oauth/v1/authorize",
  tokenUrl: "https://apis.roblox.com/oauth/v1/token",
  revocationUrl: "https://apis.roblox.com/oauth/v1/token/revoke",
  pkce: "supported",
  refreshTokens: "rotates",
  accessTokenLifetimeSeconds: 899,
  tokenAnswer: (answer) => ({ ...answer, token_type: "Bearer" }),
  idToken: {
    issuer: "https://apis.roblox.com/oauth/",
    jwksUrl: "https://apis.roblox.com/oauth/v1/certs",
    algorithm: "ES256",
    claims: (person) => ({ ...profileOf(person), jti: "ID.ymwvcMGi9X3k926ojwR9" }),
  },
  resources: {
    "GET https://apis.roblox.com/oauth/v1/userinfo": (person) => ({ ...profileOf(person), picture: person.picture }),
  },
  sample: {
    subject: "1516563360",
    email: null,
    emailVerified: false,
    name: "exampleuser",
    picture: "https://tr.rbxcdn.com/03dc2a9abe7b1aacaaf93ea46d5c0646/150/150/AvatarHeadshot/Png",
  },
};
