import { type Dialect, ProviderError } from "../dialect.js";

/** https://github.com/reddit-archive/reddit/wiki/OAuth2 */
export const reddit: Dialect = {
  id: "reddit",
  name: "Reddit",
  authorizationUrl: "https://www.reddit.com/api/v1/authorize",
  tokenUrl: "https://www.reddit.com/api/v1/access_token",
  clientAuthentication: "basic",
  decodesBasic: false,
  pkce: "none",
  // The error is in the body.
  refusedStatus: 200,
  refreshTokens: "keeps",
  isOffline: (authorization) => authorization.get("duration") === "permanent",
  accessTokenLifetimeSeconds: 86_400,
  resources: {
    // https://www.reddit.com/dev/api/#GET_api_v1_me
    "GET https://oauth.reddit.com/api/v1/me": ({ subject, name, picture }, { headers, query, scopes }) => {
      if (!scopes.includes("identity")) throw new ProviderError(403, "Forbidden");
      // https://support.reddithelp.com/hc/en-us/articles/16160319875092-Reddit-Data-API-Wiki
      if (isDefaultAgent(headers.get("user-agent") ?? "")) throw new ProviderError(429, "Too Many Requests");
      // https://www.reddit.com/dev/api/#response_body_encoding
      const isRaw = query.get("raw_json") === "1";
      return {
        id: subject,
        name,
        icon_img: isRaw ? picture : escapeHtml(picture ?? ""),
        has_verified_email: true,
        oauth_client_id: "example-client",
        is_suspended: false,
        created_utc: 1_134_365_188,
        total_karma: 5,
      };
    },
  },
  sample: {
    subject: "1w72",
    email: null,
    emailVerified: false,
    name: "spez",
    picture: "https://styles.redditmedia.com/t5_3k30p/styles/profileIcon_snoo.png?width=256&height=256&s=4dd0a9b",
  },
};

const isDefaultAgent = (name: string): boolean => /^(|node|undici|oauth4webapi.*)$/.test(name);

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
