import { type Dialect, type Json, type Person, ProviderError, type ResourceRequest } from "../dialect.js";

/**
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow,
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/oidc-token (PKCE), and for ID tokens
 * https://developers.facebook.com/docs/facebook-login/limited-login/token
 */
export const facebook: Dialect = {
  id: "facebook",
  name: "Facebook",
  authorizationUrl: "https://www.facebook.com/v26.0/dialog/oauth",
  tokenUrl: "https://graph.facebook.com/v26.0/oauth/access_token",
  pkce: "supported",
  refreshTokens: "none",
  accessTokenLifetimeSeconds: 5_183_944,
  tokenAnswer: ({ scope, ...answer }) => answer,
  idToken: {
    issuer: "https://www.facebook.com",
    jwksUrl: "https://limited.facebook.com/.well-known/oauth/openid/jwks/",
    claims: ({ email, name, picture }) => ({
      jti: "2UgS.5c52e5bb8d7fd0d9b6a0a2f0a1c2a9a5",
      name,
      given_name: name.split(" ")[0],
      family_name: name.split(" ")[1],
      picture,
      ...(email !== null && { email }),
    }),
  },
  resources: {
    "GET https://graph.facebook.com/v26.0/me": showUser,
  },
  sample: {
    subject: "10224535653135353",
    email: "jane@example.com",
    emailVerified: false,
    name: "Jane Smith",
    picture: "https://platform-lookaside.fbsbx.com/platform/profilepic/?asid=10224535653135353&height=50&width=50",
  },
};

/**
 * https://developers.facebook.com/docs/graph-api/reference/user: without `fields` the answer has the name and the id
 * only.
 */
function showUser({ subject, name, email, picture }: Person, { query }: ResourceRequest): Json {
  // Facebook accepts a token in the URL too, but URLs are logged.
  if (query.has("access_token")) throw new ProviderError(400, "OAuthException");
  // https://developers.facebook.com/docs/graph-api/guides/secure-requests: of an app that requires the proof.
  if (!/^[0-9a-f]{64}$/.test(query.get("appsecret_proof") ?? "")) throw new ProviderError(400, "GraphMethodException");
  const whole: Json = {
    id: subject,
    name,
    ...(email !== null && { email }),
    picture: { data: { height: 50, is_silhouette: picture === null, url: picture, width: 50 } },
  };
  const fields = (query.get("fields") ?? "id,name").split(",");
  return Object.fromEntries(Object.entries(whole).filter(([field]) => field === "id" || fields.includes(field)));
}
