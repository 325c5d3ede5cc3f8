import type { Dialect } from "../dialect.js";

/** The tenant of Microsoft's own samples. */
const tenant = "72f988bf-86f1-41af-91ab-2d7cd011db47";

/**
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow and
 * https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference, for an app that accepts all accounts,
 * with the optional claim `xms_edov`.
 */
export const microsoft: Dialect = {
  id: "microsoft",
  name: "Microsoft",
  authorizationUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
  tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
  pkce: "supported",
  callbackParameters: () => ({ session_state: "fe1540c3-a69a-469a-9fa3-8a2470936421" }),
  refreshTokens: "rotates",
  isOffline: (authorization) => scopesOf(authorization).includes("offline_access"),
  tokenAnswer: (answer) => ({ ...answer, token_type: "Bearer", ext_expires_in: answer.expires_in }),
  idToken: {
    issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
    jwksUrl: "https://login.microsoftonline.com/common/discovery/v2.0/keys",
    claims: ({ email, emailVerified, name }, authorization) => {
      const scopes = authorization === null ? ["profile", "email"] : scopesOf(authorization);
      return {
        ver: "2.0",
        tid: tenant,
        aio: "Df2UVXL1ix!lMCWMSOJBcFatzcGfvFGhjKv8q5g0x732dR5MB5BisvGQO7YWByjd8iQDLq!eGbIDakyp5mnOrcdqHeYSnltepQmRp6AIZ8jY",
        ...(scopes.includes("profile") && {
          oid: "00000000-0000-0000-66f3-3332eca7ea81",
          name,
          preferred_username: "john@contoso.onmicrosoft.com",
        }),
        ...(scopes.includes("email") && email !== null && { email, ...(emailVerified && { xms_edov: true }) }),
      };
    },
  },
  resources: {},
  sample: {
    subject: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
    email: "john@contoso.com",
    emailVerified: true,
    name: "John Contoso",
    picture: null,
  },
};

const scopesOf = (authorization: URLSearchParams): readonly string[] => (authorization.get("scope") ?? "").split(" ");
