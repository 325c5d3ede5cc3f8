import type { Auth } from "@keyhold/core";
import type { Browser } from "@keyhold/testing";
import {
  type Decision,
  type IdentityProvider,
  type Sent,
  startIdentityProvider,
} from "@keyhold/testing/identity-provider";
import { afterAll, afterEach, beforeAll } from "vitest";

/** One identity provider for a file of tests; each test finds it without faults and without granted scopes. */
export function useIdentityProvider(): () => IdentityProvider {
  let idp: IdentityProvider | undefined;
  beforeAll(async () => {
    idp = await startIdentityProvider();
  });
  afterEach(() => {
    idp?.recover();
    idp?.revokeAll();
  });
  afterAll(() => idp?.stop());
  return () => {
    if (!idp) throw new Error("The identity provider is started before the first test.");
    return idp;
  };
}

/** Whoever goes to a provider and comes back. */
export interface FlowClient {
  readonly auth: Pick<Auth, "handler">;
  readonly browser: Browser;
}

/** Where a browser is after its way back. */
export interface CallbackResult {
  readonly response: Response;
  /** The last redirect. */
  readonly url: URL;
  /** `?error=`; null when there is none. */
  readonly error: string | null;
}

/** Asks to be sent to a provider; answers with its URL. */
export async function setOut(
  { browser }: FlowClient,
  body: { readonly provider: string; readonly [field: string]: unknown },
  path: "/sign-in/social" | "/link-social" = "/sign-in/social",
): Promise<string> {
  const response = await browser.post(path, body);
  const answer = (await response.json()) as { readonly url?: string };
  if (!answer.url) throw new Error(`${path} was answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer.url;
}

/** Comes back as the provider sends a browser: by a redirect, or by a form that another site posts, so without cookies. */
export async function comeBack({ auth, browser }: FlowClient, { url, form }: Sent): Promise<CallbackResult> {
  if (!form) return open(browser, url);
  const headers = { origin: "https://provider.example", "sec-fetch-site": "cross-site" };
  const posted = await auth.handler(new Request(url, { method: "POST", body: form, headers }));
  return open(browser, posted.headers.get("location") ?? "");
}

/** Opens a URL that leads back. */
export const open = async (browser: Browser, url: URL | string, init?: RequestInit): Promise<CallbackResult> =>
  callbackResultOf(await browser.fetch(url, init));

/** Where an answer leads. Throws when it leads nowhere. */
export function callbackResultOf(response: Response): CallbackResult {
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

/** The whole way: there, a decision, and back. */
export async function travel(
  idp: IdentityProvider,
  client: FlowClient,
  body: { readonly provider: string; readonly [field: string]: unknown },
  { path, ...decision }: Decision & { readonly path?: "/sign-in/social" | "/link-social" } = {},
): Promise<CallbackResult> {
  const url = await setOut(client, body, path);
  return comeBack(client, await idp.authorize(url, decision));
}
