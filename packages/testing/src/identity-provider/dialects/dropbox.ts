import { type Dialect, ProviderError } from "../dialect.js";

/** https://developers.dropbox.com/oauth-guide and https://www.dropbox.com/developers/documentation/http/documentation#users-get_current_account */
export const dropbox: Dialect = {
  id: "dropbox",
  name: "Dropbox",
  authorizationUrl: "https://www.dropbox.com/oauth2/authorize",
  tokenUrl: "https://api.dropboxapi.com/oauth2/token",
  pkce: "supported",
  refreshTokens: "keeps",
  isOffline: (authorization) => authorization.get("token_access_type") === "offline",
  includesGrantedScopes: (authorization) => authorization.get("include_granted_scopes") === "user",
  accessTokenLifetimeSeconds: 14_400,
  tokenAnswer: (answer, { subject }) => ({ ...answer, uid: "12345", account_id: subject }),
  resources: {
    "POST https://api.dropboxapi.com/2/users/get_current_account": (person, { headers, form, scopes }) => {
      if (!scopes.includes("account_info.read")) throw new ProviderError(401, "missing_scope");
      const type = headers.get("content-type") ?? "application/json";
      // The argument is void: an empty body, or `null` as JSON.
      const isVoid = form.size === 0 || form.toString() === "null=";
      if (!/^application\/json\b/.test(type) || !isVoid) throw new ProviderError(400, "Bad HTTP Content-Type");
      const { subject, email, emailVerified, name, picture } = person;
      return {
        account_id: subject,
        name: {
          given_name: name.split(" ")[0],
          surname: name.split(" ")[1],
          familiar_name: name.split(" ")[0],
          display_name: name,
          abbreviated_name: "FF",
        },
        email,
        email_verified: emailVerified,
        disabled: false,
        country: "US",
        locale: "en",
        referral_link: "https://db.tt/ZITNuhtI",
        is_paired: false,
        account_type: { ".tag": "basic" },
        root_info: { ".tag": "user", root_namespace_id: "3235641", home_namespace_id: "3235641" },
        ...(picture !== null && { profile_photo_url: picture }),
      };
    },
  },
  sample: {
    subject: "dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc",
    email: "franz@dropbox.com",
    emailVerified: true,
    name: "Franz Ferdinand",
    picture:
      "https://dl-web.dropbox.com/account_photo/get/dbaphid%3AAAHWGmIXV3sUuOmBfTz0wPsiqHUpBWvv3ZA?vers=1556069330102&size=128x128",
  },
};
