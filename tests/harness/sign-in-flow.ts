import type { Auth } from "@keyhold/core";
import type { Browser } from "@keyhold/testing";
import {
  type Decision,
  type IdentityProvider,
  type Sent,
  startIdentityProvider,
} from "@keyhold/testing/identity-provider";
import { afterAll, afterEach, beforeAll } from "vitest";

/** One identity provider for a test file. Each test starts without faults and without granted scopes. */
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

/** An identity provider with other members. Its members are inherited, so a spread does not copy them. */
export const changedProvider = (idp: IdentityProvider, changes: Partial<IdentityProvider>): IdentityProvider =>
  Object.assign(Object.create(idp), changes);

/** A client of the flow. */
export interface FlowClient {
  readonly auth: Pick<Auth, "handler">;
  readonly browser: Browser;
}

/** The URL and the response at the end of the flow. */
export interface CallbackResult {
  readonly response: Response;
  /** The last redirect. */
  readonly url: URL;
  /** The `error` parameter; null without one. */
  readonly error: string | null;
}

/** Starts a flow; answers the URL of the provider. */
export async function setOut(
  { browser }: FlowClient,
  body: { readonly provider: string; readonly [field: string]: unknown },
  path: "/sign-in/social" | "/link-social" | "/step-up/social" = "/sign-in/social",
): Promise<string> {
  const response = await browser.post(path, body);
  const answer = (await response.json()) as { readonly url?: string };
  if (!answer.url) throw new Error(`${path} was answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer.url;
}

/** Opens the provider's redirect, or posts its cross-site form, without cookies. */
export async function comeBack({ auth, browser }: FlowClient, { url, form }: Sent): Promise<CallbackResult> {
  if (!form) return open(browser, url);
  const headers = { origin: "https://provider.example", "sec-fetch-site": "cross-site" };
  const posted = await auth.handler(new Request(url, { method: "POST", body: form, headers }));
  return open(browser, posted.headers.get("location") ?? "");
}

/** Opens a callback URL. */
export const open = async (browser: Browser, url: URL | string, init?: RequestInit): Promise<CallbackResult> =>
  callbackResultOf(await browser.fetch(url, init));

/** Where an answer leads. Throws when it leads nowhere. */
export function callbackResultOf(response: Response): CallbackResult {
  const location = response.headers.get("location");
  if (location === null) throw new Error(`It was answered ${response.status} without a redirect.`);
  const url = new URL(location);
  return { response, url, error: url.searchParams.get("error") };
}

/** The same URL with changed parameters; null removes one. */
export function withParameters(url: URL, changes: Readonly<Record<string, string | null>>): URL {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  return changed;
}

/** The whole flow: start, consent, callback. */
export async function travel(
  idp: IdentityProvider,
  client: FlowClient,
  body: { readonly provider: string; readonly [field: string]: unknown },
  { path, ...decision }: Decision & { readonly path?: "/sign-in/social" | "/link-social" | "/step-up/social" } = {},
): Promise<CallbackResult> {
  const url = await setOut(client, body, path);
  return comeBack(client, await idp.authorize(url, decision));
}
