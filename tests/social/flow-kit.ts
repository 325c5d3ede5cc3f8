import type { AuthConfig } from "@keyhold/core";
import { defineProvider, type Provider, type SocialOptions, social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { type GoogleOptions, google } from "@keyhold/social/google";
import { type Browser, createTestAuth } from "@keyhold/testing";
import type { Decision, IdentityProvider, ProviderCall } from "@keyhold/testing/identity-provider";
import { username } from "@keyhold/username";
import { exampleId } from "./example-id.ts";
import { type Landing, setOut } from "./journey.ts";

export interface FlowOptions {
  readonly google?: Partial<GoogleOptions>;
  /** What Google is said to be otherwise. */
  readonly declaration?: Partial<Provider["declaration"]>;
  readonly social?: Partial<Omit<SocialOptions, "providers" | "fetch">>;
  readonly config?: Partial<Omit<AuthConfig, "plugins">>;
}

/** What `baseURL` is while an app is built: its refusals say the cause. */
export const development = "http://localhost:3000";

/** An auth with Google, Example ID and user names, whose providers the identity provider answers for. */
export function openFlow(idp: IdentityProvider, { social: more, config = {}, ...options }: FlowOptions = {}) {
  const { clientId, clientSecret, fetch } = idp;
  const known = google({ clientId, clientSecret, ...options.google });
  const changed = defineProvider({ ...known.declaration, ...options.declaration }, known.options);
  const providers = [changed, exampleId(idp, { clientId, clientSecret })];
  const kit = createTestAuth({
    plugins: [social({ providers, fetch, ...more }), username()],
    clientPlugins: [socialClient()],
    config,
  });
  idp.useClock(kit.clock.now);
  return { ...kit, idp, baseURL: config.baseURL ?? "https://app.example.com" };
}

export type Flow = ReturnType<typeof openFlow>;

/** Somebody on the way: the flow, and whose browser it is. */
export type Traveller = Pick<Flow, "auth" | "idp"> & { readonly browser: Browser };

/** Goes to Google and has answered there; answers with the URL that leads back, which is not opened yet. */
export async function goThere(
  { idp, auth, browser }: Traveller,
  body: object = {},
  { path, ...decision }: Decision & { readonly path?: "/link-social" } = {},
): Promise<URL> {
  const url = await setOut({ auth, browser }, { provider: "google", callbackURL: "/home", ...body }, path);
  return new URL((await idp.authorize(url, decision)).url);
}

/** Opens a URL that leads back. */
export const open = async (browser: Browser, url: URL | string, init?: RequestInit): Promise<Landing> =>
  landingOf(await browser.fetch(url, init));

/** Where an answer leads. Throws when it leads nowhere. */
export function landingOf(response: Response): Landing {
  const location = response.headers.get("location");
  if (location === null) throw new Error(`It was answered ${response.status} without a redirect.`);
  const url = new URL(location);
  return { response, url, error: url.searchParams.get("error") };
}

/** The same URL with other parameters; null takes one away. */
export function withParameters(url: URL, changes: Readonly<Record<string, string | null>>): URL {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  return changed;
}

/** Whether an answer gives the browser a session. */
export const givesSession = ({ headers }: Response): boolean =>
  headers.getSetCookie().some((line) => /session_token=[^;]/.test(line));

/** How often a token endpoint was asked while something ran. */
export async function tokenCallsDuring(idp: IdentityProvider, run: () => Promise<unknown>): Promise<number> {
  const isExchange = ({ endpoint }: ProviderCall): boolean => endpoint === "token";
  const before = idp.calls.filter(isExchange).length;
  await run();
  return idp.calls.filter(isExchange).length - before;
}

/** Who is signed in at a browser; null: nobody. */
export async function whoIs(browser: Browser): Promise<string | null> {
  const answer = (await (await browser.get("/get-session")).json()) as { readonly user: { email: string } } | null;
  return answer?.user.email ?? null;
}
