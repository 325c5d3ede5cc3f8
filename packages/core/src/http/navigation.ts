import { isForm } from "./body.js";
import type { HeaderLookup, IncomingRequest } from "./incoming-request.js";
import type { TrustedOrigins } from "./trusted-origins.js";

/** A browser navigates to a page: by a link, by a form, or by a prefetch. */
export interface Navigation {
  /** The browser or a proxy fetches the page before the user opens the page. */
  readonly isPrefetch: boolean;
}

/**
 * The navigation of a request; null if a script of a trusted page or a server asks for data. An unclear request is a
 * navigation: link scanners of mail servers send arbitrary headers, and must not change data.
 *
 * @param namesOrigin whether a script without an `Origin` or `Sec-Fetch-Site` is a navigation, too
 */
export function readNavigation(
  { method, headers }: Pick<IncomingRequest, "method" | "headers">,
  trusted: TrustedOrigins,
  namesOrigin = false,
): Navigation | null {
  if (method !== "GET") return isForm(headers) ? { isPrefetch: false } : null;
  if (isPrefetch(headers)) return { isPrefetch: true };
  return isTrustedScript(headers, trusted, namesOrigin) && asksForData(headers) ? null : { isPrefetch: false };
}

/**
 * Whether a person waits for a page: every browser asks for HTML in a navigation. Use this function only for an answer
 * without an effect, because any client may send these headers.
 */
export const asksForPage = (headers: HeaderLookup): boolean =>
  headers.get("sec-fetch-mode") === "navigate" || (headers.get("accept") ?? "").toLowerCase().includes("text/html");

/** `Sec-Purpose` is standard ("prefetch", "prefetch;prerender"); older browsers and proxies send the others. */
const isPrefetch = (headers: HeaderLookup): boolean =>
  ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) =>
    /\b(?:prefetch|prerender|preview)\b/i.test(headers.get(name) ?? ""),
  );

/** No header of the browser indicates a navigation, an embedded resource, or an untrusted page. */
function isTrustedScript(headers: HeaderLookup, trusted: TrustedOrigins, namesOrigin: boolean): boolean {
  const destination = headers.get("sec-fetch-dest");
  const mode = headers.get("sec-fetch-mode");
  if (destination !== null && destination !== "empty") return false;
  if (mode === "navigate" || mode === "no-cors") return false;
  const origin = headers.get("origin");
  if (origin !== null) return trusted.trustsOrigin(origin);
  const site = headers.get("sec-fetch-site");
  return site === "same-origin" || (site === null && !namesOrigin);
}

/** By `Accept`, or because only a script's call has an empty destination. */
function asksForData(headers: HeaderLookup): boolean {
  const accepted = (headers.get("accept") ?? "").toLowerCase();
  if (accepted.includes("text/html")) return false;
  return accepted.includes("application/json") || headers.get("sec-fetch-dest") === "empty";
}
