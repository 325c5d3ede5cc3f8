import type { Dialect, Json } from "./dialect.js";

/** The users of Example ID. */
export const examplePeople = [
  { subject: "ada", email: "ada@example.com", emailVerified: true, name: "Ada Lovelace", picture: null },
  { subject: "grace", email: "grace@example.com", emailVerified: true, name: "Grace Hopper", picture: null },
  { subject: "alan", email: "alan@example.com", emailVerified: false, name: "Alan Turing", picture: null },
] as const;

/** A provider without a dialect: plain OpenID Connect by the standard. `origin`: the URL of this server. */
export const exampleDialect = (origin: string): Dialect => ({
  id: "example",
  name: "Example ID",
  authorizationUrl: `${origin}/authorize`,
  tokenUrl: `${origin}/token`,
  revocationUrl: `${origin}/revoke`,
  pkce: "required",
  refreshTokens: "rotates",
  callbackIssuer: origin,
  idToken: {
    issuer: origin,
    jwksUrl: `${origin}/jwks`,
    hasAuthTime: true,
    claims: ({ email, emailVerified, name, picture }) => ({ email, email_verified: emailVerified, name, picture }),
  },
  resources: {
    [`GET ${origin}/userinfo`]: ({ subject, email, emailVerified, name, picture }) => ({
      sub: subject,
      email,
      email_verified: emailVerified,
      name,
      picture,
    }),
  },
  sample: examplePeople[0],
  people: examplePeople,
});

/** RFC 8414 and OpenID Connect Discovery 1.0. */
export const exampleMetadata = (origin: string): Json => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  userinfo_endpoint: `${origin}/userinfo`,
  revocation_endpoint: `${origin}/revoke`,
  jwks_uri: `${origin}/jwks`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  scopes_supported: ["openid", "email", "profile"],
  token_endpoint_auth_methods_supported: ["client_secret_post"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
});
