import type { Settings } from "../contract/config.js";
import { type AuthError, isAuthError } from "../contract/errors.js";
import { type RedirectOutcome, redirect, seeOther } from "../contract/outcome.js";
import type { TrustedOrigins } from "./trusted-origins.js";

/** A blank, a control character, or a backslash, which browsers parse as a slash. */
const neverInUrl = /[^\x21-\x7e\u00a1-\u{10ffff}]|\\/u;
/** An encoded slash, backslash or control character, which some servers decode. */
const disguised = /%(?:2f|5c|[01][0-9a-f]|7f)/i;
/** A scheme and an authority of only a host and a port; only an app's own scheme may omit the host. */
const plainAuthority =
  /^(?:https?:\/\/[A-Za-z0-9.:[\]-]+|(?!https?:)[a-z][a-z0-9+.-]*:\/\/[A-Za-z0-9.:[\]-]*)(?:[/?#]|$)/i;

/**
 * Checks a redirect target: a path of this origin, or a URL of a trusted origin, including an app's own scheme. Answers
 * with the target, parsed and serialized again; null for any other text.
 */
export function safeRedirect(
  raw: string,
  { origin }: Pick<Settings, "origin">,
  trusted: TrustedOrigins,
): string | null {
  if (raw.length > 2048 || neverInUrl.test(raw) || !raw.isWellFormed()) return null;
  if (raw.startsWith("/")) return safePath(raw, origin);
  if (!plainAuthority.test(raw) || !URL.canParse(raw)) return null;
  const url = new URL(raw);
  return trusted.trustsUrl(url) ? url.href : null;
}

function safePath(raw: string, origin: string): string | null {
  const path = raw.split(/[?#]/, 1)[0] ?? "";
  if (path.startsWith("//") || disguised.test(path) || !URL.canParse(raw, origin)) return null;
  const url = new URL(raw, origin);
  if (url.origin !== origin || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}

/** A checked target as an absolute URL, with these parameters in the query: for a `Location`. */
export function withQuery(
  { origin }: Pick<Settings, "origin">,
  checked: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(checked, origin);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Redirects a browser that followed a link to a page of the app, with the error in the query: `?error=invalid_token`.
 * Without a `callbackURL`, and for any other error than an `AuthError` below 500, rethrows the error.
 */
export function redirectWithError(
  settings: Pick<Settings, "origin">,
  callbackURL: string | undefined,
  thrown: unknown,
): RedirectOutcome {
  if (callbackURL === undefined || !isAuthError(thrown) || thrown.status >= 500) throw thrown;
  return redirect(withQuery(settings, callbackURL, { error: thrown.callbackCode }));
}

/** The error page for a browser that gave no redirect URL: `errorURL` with the error in the query. */
export const redirectToErrorPage = (
  { settings }: { readonly settings: Pick<Settings, "origin" | "errorURL"> },
  { callbackCode: error }: AuthError,
): RedirectOutcome => seeOther(withQuery(settings, settings.errorURL, { error }));
