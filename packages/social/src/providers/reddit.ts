import { defineProvider, type OwnOptions, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The response of `GET /api/v1/me`, the fields about the user: https://www.reddit.com/dev/api/#GET_api_v1_me */
export interface RedditProfile {
  /** In base 36, without the prefix "t2_". */
  readonly id: string;
  /** The username, without "u/". */
  readonly name: string;
  /** With "&amp;" for "&". */
  readonly icon_img?: string;
  /** Whether the user has verified an email address. Reddit does not share the address. */
  readonly has_verified_email?: boolean;
}

/** Options of `reddit()`. */
export interface RedditOptions extends ProviderOptions<RedditProfile> {
  /** "permanent" issues a refresh token. Default "temporary": an access token for a day. */
  readonly duration?: "temporary" | "permanent";
  /** The `User-Agent` in Reddit's form: "web:com.example.app:1.0.0 (by /u/username)". Default "keyhold". */
  readonly userAgent?: string;
}

/** Reddit: https://github.com/reddit-archive/reddit/wiki/OAuth2 */
export const reddit = ({ duration = "temporary", userAgent, ...options }: RedditOptions): Provider =>
  defineProvider<RedditProfile>(
    {
      id: "reddit",
      name: "Reddit",
      ownOptions: { duration: true, userAgent: true } satisfies OwnOptions<RedditOptions>,
      server: {
        authorizationEndpoint: "https://www.reddit.com/api/v1/authorize",
        tokenEndpoint: "https://www.reddit.com/api/v1/access_token",
      },
      scopes: ["identity"],
      clientAuthentication: "basic",
      authorizationParameters: { duration },
      ...(userAgent && { userAgent }),
      loadProfile: async ({ fetchJson }) => (await fetchJson("https://oauth.reddit.com/api/v1/me")) as RedditProfile,
      readIdentity: ({ id, name, icon_img }) => ({
        subject: id,
        name,
        image: typeof icon_img === "string" ? icon_img.replaceAll("&amp;", "&") : null,
      }),
    },
    options,
  );
