import { type Dialect, type Person, ProviderError } from "../dialect.js";

/** https://developers.tiktok.com/doc/login-kit-web, https://developers.tiktok.com/doc/oauth-get-a-user-access-token */
export const tiktok: Dialect = {
  id: "tiktok",
  name: "TikTok",
  authorizationUrl: "https://www.tiktok.com/v2/auth/authorize/",
  tokenUrl: "https://open.tiktokapis.com/v2/oauth/token/",
  clientIdParameter: "client_key",
  scopeSeparator: ",",
  pkce: "none",
  // https://developers.tiktok.com/doc/oauth-error-handling has errors, and no statuses.
  refusedStatus: 200,
  // https://developers.tiktok.com/docs/en/oauth-refresh-a-user-access-token
  refreshTokens: "rotates",
  accessTokenLifetimeSeconds: 7200,
  callbackParameters: () => ({ scopes: "user.info.basic" }),
  tokenAnswer: (answer, { subject }) => ({
    ...answer,
    token_type: "Bearer",
    open_id: subject,
    refresh_expires_in: 15_552_000,
  }),
  resources: {
    // https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info
    "GET https://open.tiktokapis.com/v2/user/info/": (person, { query, scopes }) => {
      const fields = (query.get("fields") ?? "").split(",");
      for (const field of fields) {
        const scope = scopeOf[field];
        // https://developers.tiktok.com/doc/tiktok-api-v2-error-handling
        if (scope === undefined) throw new ProviderError(400, "invalid_params");
        if (!scopes.includes(scope)) throw new ProviderError(401, "scope_not_authorized");
      }
      const user = userOf(person);
      return {
        data: { user: Object.fromEntries(fields.map((field) => [field, user[field]])) },
        error: { code: "ok", message: "", log_id: "20220829194722CBE87ED59D524E727021" },
      };
    },
  },
  sample: {
    subject: "723f24d7-e717-40f8-a2b6-cb8464cd23b4",
    email: null,
    emailVerified: false,
    name: "Tik Toker",
    picture: "https://p19-sign.tiktokcdn-us.com/tos-avt-0068-tx/b17f0e4b3a4f4a50993cf72cda8b88b8~c5_168x168.jpeg",
  },
};

/** The scope of each field. */
const scopeOf: Readonly<Record<string, string>> = {
  open_id: "user.info.basic",
  union_id: "user.info.basic",
  avatar_url: "user.info.basic",
  display_name: "user.info.basic",
  username: "user.info.profile",
};

const userOf = ({ subject, name, picture }: Person): Readonly<Record<string, string | null>> => ({
  open_id: subject,
  union_id: `union-${subject}`,
  avatar_url: picture,
  display_name: name,
  username: name.toLowerCase().replace(/\W/g, "."),
});
