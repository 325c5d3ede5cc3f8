import { Auth, type AuthConfig, customFetch } from "@auth/core";
import type { Adapter } from "@auth/core/adapters";
import GitHub from "@auth/core/providers/github";
import Google from "@auth/core/providers/google";
import type { Browser } from "@keyhold/testing";
import { dialects, type IdentityProvider } from "@keyhold/testing/identity-provider";

/** An app with the real Auth.js over an adapter of its own, with sessions in the database. */
export interface AuthjsApp {
  readonly handler: (request: Request) => Promise<Response>;
  /** The whole flow in a browser: page, provider, callback. */
  signIn(browser: Browser, provider: "google" | "github"): Promise<void>;
  /** Null without a session. */
  emailOf(browser: Browser): Promise<string | null>;
}

export function openAuthjs(adapter: Adapter, idp: IdentityProvider, origin: string): AuthjsApp {
  const client = {
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    client: { token_endpoint_auth_method: "client_secret_post" },
    [customFetch]: withDiscovery(idp.fetch),
  };
  const config: AuthConfig = {
    adapter,
    basePath: "/api/auth",
    providers: [Google(client), GitHub({ ...client, userinfo: githubUser(idp.fetch) })],
    secret: "of Auth.js, for tests only: 41c0e9d2",
    session: { strategy: "database" },
    trustHost: true,
  };
  return {
    handler: (request) => Auth(request, config),
    async signIn(browser, provider) {
      const { csrfToken } = await (await browser.get("/csrf")).json();
      const body = new URLSearchParams({ csrfToken, callbackUrl: origin });
      const begun = await browser.fetch(`/signin/${provider}`, { method: "POST", body });
      const sent = await idp.authorize(begun.headers.get("location") ?? "", { as: dialects[provider].sample });
      const ended = (await browser.fetch(sent.url)).headers.get("location");
      if (ended !== origin) throw new Error(`Auth.js sent the browser to ${ended}.`);
    },
    emailOf: async (browser) => (await (await browser.get("/session")).json())?.user?.email ?? null,
  };
}

/** https://accounts.google.com/.well-known/openid-configuration, as far as Auth.js reads it. */
const discovery = {
  issuer: "https://accounts.google.com",
  authorization_endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
  token_endpoint: "https://oauth2.googleapis.com/token",
  jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
  userinfo_endpoint: "https://openidconnect.googleapis.com/v1/userinfo",
};

const withDiscovery =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url === `${discovery.issuer}/.well-known/openid-configuration`
      ? Response.json(discovery)
      : send(input, init);
  };

/** Auth.js asks GitHub for the user by the global `fetch`, which has no way to the provider for tests. */
const githubUser = (send: typeof fetch) => ({
  url: "https://api.github.com/user",
  async request({ tokens }: { readonly tokens: { readonly access_token?: string } }) {
    const headers = { authorization: `Bearer ${tokens.access_token}`, "user-agent": "authjs" };
    const user = await (await send("https://api.github.com/user", { headers })).json();
    return { ...user, email: dialects.github.sample.email };
  },
});
