import { defineProvider, type OwnOptions, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The fields of a Facebook user: https://developers.facebook.com/docs/graph-api/reference/user */
export interface FacebookProfile {
  /** Different in each app. */
  readonly id: string;
  readonly name?: string;
  /** Missing if the user has no email address or does not share the address. */
  readonly email?: string;
  readonly picture?: { readonly data?: { readonly url?: string; readonly is_silhouette?: boolean } };
}

/** Options of `facebook()`. */
export interface FacebookOptions extends ProviderOptions<FacebookProfile> {
  readonly clientSecret?: string | undefined;
  /** A configuration of Facebook Login for Business. Replaces the default scopes. */
  readonly configId?: string | undefined;
}

const version = "v26.0";
const graph = `https://graph.facebook.com/${version}`;

/**
 * Facebook: https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow, and the ID tokens of Limited
 * Login: https://developers.facebook.com/docs/facebook-login/limited-login/token/validating
 */
export const facebook = ({ configId, ...options }: FacebookOptions): Provider =>
  defineProvider<FacebookProfile>(
    {
      id: "facebook",
      name: "Facebook",
      ownOptions: { configId: true } satisfies OwnOptions<FacebookOptions>,
      server: {
        authorizationEndpoint: `https://www.facebook.com/${version}/dialog/oauth`,
        tokenEndpoint: `${graph}/oauth/access_token`,
        jwksUri: "https://limited.facebook.com/.well-known/oauth/openid/jwks/",
      },
      scopes: configId ? [] : ["email", "public_profile"],
      authorizationParameters: configId ? { config_id: configId } : {},
      idToken: { issuer: "https://www.facebook.com" },
      refreshes: false,
      addsFragment: true,
      async loadProfile({ claims, accessToken, fetchJson }) {
        if (claims && accessToken === null) {
          const { sub, name, email, picture } = claims;
          return { id: sub, name, email, picture: { data: { url: picture } } } as FacebookProfile;
        }
        const query = new URLSearchParams({ fields: "id,name,email,picture" });
        const { clientSecret } = options;
        if (clientSecret) query.set("appsecret_proof", await proofOf(clientSecret, accessToken ?? ""));
        return (await fetchJson(`${graph}/me?${query}`)) as FacebookProfile;
      },
      // Facebook does not say whether the email address is verified.
      readIdentity: ({ id, name, email, picture }) => ({ subject: id, name, email, image: picture?.data?.url }),
    },
    options,
  );

/**
 * The `appsecret_proof`: shows that the sender of a token has the app's secret:
 * https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
async function proofOf(secret: string, accessToken: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const proof = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(accessToken)));
  return Array.from(proof, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
