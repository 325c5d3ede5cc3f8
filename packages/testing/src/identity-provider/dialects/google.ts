import type { Dialect } from "../dialect.js";

/** https://developers.google.com/identity/openid-connect/openid-connect */
export const google: Dialect = {
  id: "google",
  name: "Google",
  authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: "https://oauth2.googleapis.com/token",
  revocationUrl: "https://oauth2.googleapis.com/revoke",
  unknownTokenStatus: 400,
  pkce: "supported",
  refreshTokens: "keeps",
  isOffline: (authorization) => authorization.get("access_type") === "offline",
  includesGrantedScopes: (authorization) => authorization.get("include_granted_scopes") === "true",
  callbackIssuer: "https://accounts.google.com",
  callbackParameters: () => ({ authuser: "0", prompt: "consent" }),
  tokenAnswer: (answer) => ({ ...answer, token_type: "Bearer" }),
  idToken: {
    issuer: "https://accounts.google.com",
    jwksUrl: "https://www.googleapis.com/oauth2/v3/certs",
    claims: ({ email, emailVerified, name, picture }) => ({
      email,
      email_verified: emailVerified,
      name,
      picture,
      given_name: name.split(" ")[0],
      at_hash: "HK6E_P6Dh8Y93mRNtsDB1Q",
    }),
  },
  resources: {},
  sample: {
    subject: "10769150350006150715113082367",
    email: "jsmith@example.com",
    emailVerified: true,
    name: "John Smith",
    picture: "https://lh3.googleusercontent.com/a/photo",
  },
};
