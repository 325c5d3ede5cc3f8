import { defineProvider, type JsonObject, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The `data.user` of the user info: https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
export interface TikTokProfile {
  /** The user's id in this app, different in each app. */
  readonly open_id: string;
  /** The user's id in all apps of a developer. */
  readonly union_id?: string;
  readonly display_name?: string;
  readonly avatar_url?: string;
  /** Only with the scope "user.info.profile". */
  readonly username?: string;
}

interface UserInfo {
  readonly data?: { readonly user?: TikTokProfile };
  readonly error?: { readonly code?: unknown };
}

/** TikTok. The client key is the `clientId`: https://developers.tiktok.com/doc/login-kit-web */
export const tiktok = (options: ProviderOptions<TikTokProfile>): Provider =>
  defineProvider<TikTokProfile>(
    {
      id: "tiktok",
      name: "TikTok",
      server: {
        authorizationEndpoint: "https://www.tiktok.com/v2/auth/authorize/",
        tokenEndpoint: "https://open.tiktokapis.com/v2/oauth/token/",
      },
      scopes: ["user.info.basic"],
      scopeSeparator: ",",
      // TikTok has no PKCE for the web. For desktop apps TikTok has a special form, with a hexadecimal challenge.
      pkce: false,
      clientIdParameter: "client_key",
      readTokenAnswer: (answer) => ({ ...answer, refresh_token_expires_in: answer.refresh_expires_in }),
      async loadProfile({ tokenAnswer, fetchJson }) {
        const url = `https://open.tiktokapis.com/v2/user/info/?fields=${fieldsFor(tokenAnswer)}`;
        const { data, error } = (await fetchJson(url)) as UserInfo;
        // TikTok answers errors with 200, too.
        if (error?.code !== "ok") throw new Error(`It answered with the error ${JSON.stringify(error?.code)}.`);
        const user = data?.user;
        if (user && user.open_id === tokenAnswer.open_id) return user;
        throw new Error("The tokens and the profile are of two users.");
      },
      readIdentity: ({ open_id, display_name, avatar_url }) => ({
        subject: open_id,
        name: display_name,
        image: avatar_url,
      }),
    },
    options,
  );

/** TikTok answers an error if a field's scope was not granted. */
function fieldsFor({ scope }: JsonObject): string {
  const isProfileGranted = typeof scope === "string" && scope.split(",").includes("user.info.profile");
  return `open_id,union_id,display_name,avatar_url${isProfileGranted ? ",username" : ""}`;
}
