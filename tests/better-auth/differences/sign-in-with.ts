import { dialects, type IdentityProvider, type Person } from "@keyhold/testing/identity-provider";
import type { Answer, Browser } from "../../harness/browser.ts";
import { pathIn } from "./world.ts";

/** How the app is registered at every provider of the identity provider for tests. */
export const registration = { clientId: "example-client", clientSecret: "example-secret" };

type ProviderId = keyof typeof dialects;

/** The redirect URL of a sign-in with a provider. */
export async function setOut(browser: Browser, provider: string): Promise<URL> {
  const start = { provider, callbackURL: "/in", errorCallbackURL: "/error" };
  const { body, text } = await browser.post("/sign-in/social", start);
  if (!body?.url) throw new Error(`There is no way to ${provider}: ${text}`);
  return new URL(body.url);
}

/** Answers at the provider as this person: the path of the callback. */
export async function answerAt(
  idp: IdentityProvider,
  provider: ProviderId,
  { search }: URL,
  as: Person,
): Promise<string> {
  // The versions of better-auth and of Keyhold know a provider's page by different addresses.
  const page = new URL(dialects[provider].authorizationUrl);
  page.search = search;
  return pathIn(await idp.authorize(page.href, { as }));
}

/**
 * Signs in with a provider from the first call to the last redirect, and answers its target, e.g. "/in" or
 * "/error?error=…".
 */
export async function signInWith(
  idp: IdentityProvider,
  provider: ProviderId,
  as: Person,
  browser: Browser,
): Promise<string> {
  const path = await answerAt(idp, provider, await setOut(browser, provider), as);
  return landing(await browser.get(path));
}

/** The target of a redirect, without explanatory parameters. */
export function landing({ headers }: Answer): string {
  const { pathname, searchParams } = new URL(headers.get("location") ?? "", "http://localhost:3000");
  const error = searchParams.get("error");
  return error === null ? pathname : `${pathname}?error=${error}`;
}

/** A parameter of the provider's authorization URL. */
export const parameterOf = async (browser: Browser, provider: string, name: string): Promise<string | null> =>
  (await setOut(browser, provider)).searchParams.get(name);
