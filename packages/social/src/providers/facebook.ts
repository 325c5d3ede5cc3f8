import { defineProvider, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** What Facebook tells: https://developers.facebook.com/docs/graph-api/reference/user */
export interface FacebookProfile {
  /** Differs between apps. */
  readonly id: string;
  readonly name?: string;
  /** Left out by those who keep it to themselves, and by those who have none. */
  readonly email?: string;
  readonly picture?: { readonly data?: { readonly url?: string; readonly is_silhouette?: boolean } };
}

export interface FacebookOptions extends ProviderOptions<FacebookProfile> {
  readonly clientSecret?: string | undefined;
  /** A configuration of Facebook Login for Business, which says what is asked for instead of the default scopes. */
  readonly configId?: string;
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
      server: {
        authorizationEndpoint: `https://www.facebook.com/${version}/dialog/oauth`,
        tokenEndpoint: `${graph}/oauth/access_token`,
        jwksUri: "https://limited.facebook.com/.well-known/oauth/openid/jwks/",
      },
      scopes: configId ? [] : ["email", "public_profile"],
      authorizationParameters: configId ? { config_id: configId } : {},
      idToken: { issuer: "https://www.facebook.com" },
      refreshes: false,
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
      // Nowhere does Facebook say that it has proof of an address.
      readIdentity: ({ id, name, email, picture }) => ({ subject: id, name, email, image: picture?.data?.url }),
    },
    options,
  );

/** Shows that whoever sends a token has the app's secret: https://developers.facebook.com/docs/graph-api/guides/secure-requests */
async function proofOf(secret: string, accessToken: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const proof = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(accessToken)));
  return Array.from(proof, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
