import type { Dialect, Json, Person } from "../dialect.js";

/** https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 and https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow */
export const linkedin: Dialect = {
  id: "linkedin",
  name: "LinkedIn",
  authorizationUrl: "https://www.linkedin.com/oauth/v2/authorization",
  tokenUrl: "https://www.linkedin.com/oauth/v2/accessToken",
  // https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow-native has another endpoint for
  // PKCE.
  pkce: "refused",
  refreshTokens: "none",
  accessTokenLifetimeSeconds: 5_184_000,
  tokenAnswer: ({ scope, ...answer }) => ({
    ...answer,
    token_type: "Bearer",
    scope: String(scope).replaceAll(" ", ","),
  }),
  idToken: {
    issuer: "https://www.linkedin.com/oauth",
    jwksUrl: "https://www.linkedin.com/oauth/openid/jwks",
    // The ID token has no nonce.
    claims: (person) => ({ ...claimsOf(person), nonce: undefined }),
  },
  resources: {
    "GET https://api.linkedin.com/v2/userinfo": (person) => ({ sub: person.subject, ...claimsOf(person) }),
  },
  sample: {
    subject: "782bbtaQ",
    email: "doe@email.com",
    emailVerified: true,
    name: "John Doe",
    picture: "https://media.licdn-ei.com/dms/image/C5F03AQHqK8v7tB1HCQ/profile-displayphoto-shrink_100_100/0/",
  },
};

/** Without an email address or a picture, the claim is missing. */
const claimsOf = ({ email, emailVerified, name, picture }: Person): Json => ({
  name,
  given_name: name.split(" ")[0],
  family_name: name.split(" ")[1],
  locale: { country: "US", language: "en" },
  ...(picture !== null && { picture }),
  ...(email !== null && { email, email_verified: emailVerified }),
});
