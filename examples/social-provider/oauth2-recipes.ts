import type { Provider } from "@keyhold/social";
import { oauth2 } from "@keyhold/social/oauth2";

interface Client {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

interface NotionAnswer {
  readonly owner?: {
    readonly user?: {
      readonly id: string;
      readonly name?: string | null;
      readonly avatar_url?: string | null;
      readonly person?: { readonly email?: string };
    };
  };
}

/** Notion: https://developers.notion.com/docs/authorization. The token response has the user. */
export const notion = (client: Client): Provider =>
  oauth2<NotionAnswer>({
    id: "notion",
    name: "Notion",
    authorizationEndpoint: "https://api.notion.com/v1/oauth/authorize",
    tokenEndpoint: "https://api.notion.com/v1/oauth/token",
    userinfoEndpoint: "https://api.notion.com/v1/users/me",
    authorizationParameters: { owner: "user" },
    clientAuthentication: "basic",
    pkce: false,
    ...client,
    loadProfile: async ({ tokenAnswer }) => tokenAnswer as NotionAnswer,
    readIdentity: ({ owner }) => ({
      subject: owner?.user?.id,
      name: owner?.user?.name,
      email: owner?.user?.person?.email,
      image: owner?.user?.avatar_url,
    }),
  });

interface LinearAnswer {
  readonly data?: {
    readonly viewer?: {
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly avatarUrl?: string;
    };
  };
}

/** Linear: https://linear.app/developers/oauth-2-0-authentication. The profile is a GraphQL query. */
export const linear = (client: Client): Provider =>
  oauth2<LinearAnswer>({
    id: "linear",
    name: "Linear",
    authorizationEndpoint: "https://linear.app/oauth/authorize",
    tokenEndpoint: "https://api.linear.app/oauth/token",
    userinfoEndpoint: "https://api.linear.app/graphql",
    scopes: ["read"],
    scopeSeparator: ",",
    ...client,
    loadProfile: async ({ fetchJson }) => {
      const json = { query: "{ viewer { id name email avatarUrl } }" };
      return (await fetchJson("https://api.linear.app/graphql", { json })) as LinearAnswer;
    },
    readIdentity: ({ data }) => ({
      subject: data?.viewer?.id,
      name: data?.viewer?.name,
      email: data?.viewer?.email,
      image: data?.viewer?.avatarUrl,
    }),
  });

interface LineClaims {
  readonly sub: string;
  readonly name?: string;
  readonly picture?: string;
  readonly email?: string;
}

/** LINE: https://developers.line.biz/en/docs/line-login/integrate-line-login. LINE verifies the HS256 ID token. */
export const line = (client: Client): Provider =>
  oauth2<LineClaims>({
    id: "line",
    name: "LINE",
    issuer: "https://access.line.me",
    authorizationEndpoint: "https://access.line.me/oauth2/v2.1/authorize",
    tokenEndpoint: "https://api.line.me/oauth2/v2.1/token",
    userinfoEndpoint: "https://api.line.me/oauth2/v2.1/userinfo",
    scopes: ["openid", "profile", "email"],
    ...client,
    loadProfile: async ({ fetchJson, idToken, clientId }) => {
      const form = { id_token: idToken ?? "", client_id: clientId };
      return (await fetchJson("https://api.line.me/oauth2/v2.1/verify", { form })) as LineClaims;
    },
    readIdentity: ({ sub, name, picture, email }) => ({ subject: sub, name, email, image: picture }),
  });

interface NaverAnswer {
  readonly response?: {
    readonly id: string;
    readonly email?: string;
    readonly name?: string;
    readonly nickname?: string;
    readonly profile_image?: string;
  };
}

/** Naver: https://developers.naver.com/docs/login/api/api.md */
export const naver = (client: Client): Provider =>
  oauth2<NaverAnswer>({
    id: "naver",
    name: "Naver",
    authorizationEndpoint: "https://nid.naver.com/oauth2.0/authorize",
    tokenEndpoint: "https://nid.naver.com/oauth2.0/token",
    userinfoEndpoint: "https://openapi.naver.com/v1/nid/me",
    pkce: false,
    tokenParameters: ({ state = "" }) => ({ state }),
    ...client,
    readIdentity: ({ response }) => ({
      subject: response?.id,
      name: response?.name ?? response?.nickname,
      email: response?.email,
      image: response?.profile_image,
    }),
  });

interface PayPalProfile {
  readonly user_id: string;
  readonly name?: string;
  readonly emails?: readonly { readonly value: string; readonly primary?: boolean; readonly confirmed?: boolean }[];
}

/** PayPal: https://developer.paypal.com/docs/log-in-with-paypal/integrate */
export const paypal = (client: Client): Provider =>
  oauth2<PayPalProfile>({
    id: "paypal",
    name: "PayPal",
    authorizationEndpoint: "https://www.paypal.com/connect/",
    tokenEndpoint: "https://api-m.paypal.com/v1/oauth2/token",
    userinfoEndpoint: "https://api-m.paypal.com/v1/identity/oauth2/userinfo?schema=paypalv1.1",
    authorizationParameters: { flowEntry: "static" },
    scopes: ["openid", "profile", "email"],
    clientAuthentication: "basic",
    ...client,
    readIdentity: ({ user_id, name, emails = [] }) => {
      const email = emails.find(({ primary }) => primary) ?? emails[0];
      return { subject: user_id, name, email: email?.value, emailVerified: email?.confirmed };
    },
  });

interface FigmaProfile {
  readonly id: string;
  readonly handle: string;
  readonly email: string;
  readonly img_url?: string;
}

/** Figma: https://developers.figma.com/docs/rest-api/authentication */
export const figma = (client: Client): Provider =>
  oauth2<FigmaProfile>({
    id: "figma",
    name: "Figma",
    authorizationEndpoint: "https://www.figma.com/oauth",
    tokenEndpoint: "https://api.figma.com/v1/oauth/token",
    userinfoEndpoint: "https://api.figma.com/v1/me",
    scopes: ["current_user:read"],
    clientAuthentication: "basic",
    ...client,
    readIdentity: ({ id, handle, email, img_url }) => ({ subject: id, name: handle, email, image: img_url }),
  });

interface AtlassianProfile {
  readonly account_id: string;
  readonly name: string;
  readonly email?: string;
  readonly picture?: string;
}

/** Atlassian: https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps */
export const atlassian = (client: Client): Provider =>
  oauth2<AtlassianProfile>({
    id: "atlassian",
    name: "Atlassian",
    authorizationEndpoint: "https://auth.atlassian.com/authorize",
    tokenEndpoint: "https://auth.atlassian.com/oauth/token",
    userinfoEndpoint: "https://api.atlassian.com/me",
    authorizationParameters: { audience: "api.atlassian.com" },
    prompt: "consent",
    scopes: ["read:me"],
    ...client,
    readIdentity: ({ account_id, name, email, picture }) => ({ subject: account_id, name, email, image: picture }),
  });
