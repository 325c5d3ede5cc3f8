import { defineProvider, type JsonObject, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** What the user info says in `data.user`: https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
export interface TikTokProfile {
  /** Who it is, in this app: another app knows the same person by another. */
  readonly open_id: string;
  /** Who it is, in all apps of one developer. */
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

/** TikTok, whose client key is the `clientId`: https://developers.tiktok.com/doc/login-kit-web */
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
      // For the web TikTok has none; for desktop apps it has one of its own, with a challenge in hexadecimal.
      pkce: false,
      clientIdParameter: "client_key",
      readTokenAnswer: (answer) => ({ ...answer, refresh_token_expires_in: answer.refresh_expires_in }),
      async loadProfile({ tokenAnswer, fetchJson }) {
        const url = `https://open.tiktokapis.com/v2/user/info/?fields=${fieldsFor(tokenAnswer)}`;
        const { data, error } = (await fetchJson(url)) as UserInfo;
        // TikTok answers 200 to errors, too.
        if (error?.code !== "ok") throw new Error(`It answered with the error ${JSON.stringify(error?.code)}.`);
        const user = data?.user;
        if (user && user.open_id === tokenAnswer.open_id) return user;
        throw new Error("The tokens and the profile are of two people.");
      },
      readIdentity: ({ open_id, display_name, avatar_url }) => ({
        subject: open_id,
        name: display_name,
        image: avatar_url,
      }),
    },
    options,
  );

/** A field whose scope was not granted is an error. */
function fieldsFor({ scope }: JsonObject): string {
  const isProfileGranted = typeof scope === "string" && scope.split(",").includes("user.info.profile");
  return `open_id,union_id,display_name,avatar_url${isProfileGranted ? ",username" : ""}`;
}
