import type { TrustedOriginsOf } from "../../contract/config.js";
import type { Caller, Context } from "../../contract/context.js";
import { isCrossSite } from "../../contract/cross-site.js";
import type { AnyEndpoint } from "../../contract/endpoint.js";
import { type AuthError, commonError } from "../../contract/errors.js";
import type { HeaderLookup, IncomingRequest } from "../../http/incoming-request.js";
import { type TrustedOrigins, trustedOrigins } from "../../http/trusted-origins.js";
import type { IncomingCall } from "../incoming-call.js";

/** Throws 403 if the page that sends the request may not change data here. */
export function checkOrigin(
  { advise }: Pick<Context, "advise">,
  { route, headers }: IncomingCall,
  caller: Caller,
): void {
  // In token mode a browser adds no credential by itself, and the header needs a CORS preflight.
  if (caller.isBearer || !needsTrustedOrigin(route.endpoint)) return;
  const error = originError(caller, headers);
  if (!error) return;
  if (error.code === "INVALID_ORIGIN") advise("origin", originAdvice(caller, headers));
  throw error;
}

/** Scheme and host, at most as long as a host name may be. A referer begins with them. */
const beginning = /^[\w+.-]{1,32}:\/\/[\w.:[\]-]{0,260}(?=[/?#]|$)/;

function originAdvice({ trustedOrigins: { entries } }: Caller, headers: HeaderLookup): string {
  const [origin = "another site"] = beginning.exec(headers.get("origin") ?? headers.get("referer") ?? "") ?? [];
  return `A request of a page at ${origin} was answered 403 INVALID_ORIGIN; trusted: ${entries.slice(0, 9).join(", ")}. If the page is yours, add its origin to \`trustedOrigins\`, or make \`baseURL\` what the address bar of the browser shows.`;
}

/** A GET changes no data, so any page may send a GET. */
const needsTrustedOrigin = (endpoint: AnyEndpoint): boolean =>
  !endpoint.route.startsWith("GET ") && !isCrossSite(endpoint);

/**
 * OWASP CSRF, "Verifying Origin". The strongest header decides: Origin, then Sec-Fetch-Site, then Referer. A request
 * without any of them does not come from a browser and may pass, but not with a session cookie.
 */
function originError({ trustedOrigins: trusted, hasSessionCookie }: Caller, headers: HeaderLookup): AuthError | null {
  const origin = headers.get("origin");
  if (origin === "null") return commonError("MISSING_OR_NULL_ORIGIN");
  if (origin !== null) return trusted.trustsOrigin(origin) ? null : commonError("INVALID_ORIGIN");

  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none" ? null : commonError("INVALID_ORIGIN");

  const referer = headers.get("referer");
  if (referer !== null) {
    const isTrusted = URL.canParse(referer) && trusted.trustsOrigin(new URL(referer).origin);
    return isTrusted ? null : commonError("INVALID_ORIGIN");
  }
  return hasSessionCookie ? commonError("MISSING_OR_NULL_ORIGIN") : null;
}

/**
 * The trusted origins: the list of the config, or the answer of the app's function for this request. The function is
 * called only for a request that may change data, or that redirects to a URL of this or an earlier request.
 */
export function findTrustedOrigins(
  { settings }: Context,
  { route: { endpoint }, request, checks }: IncomingCall,
): TrustedOrigins | Promise<TrustedOrigins> {
  const { trustedOriginsOf: ask } = settings;
  const isRedirecting = endpoint.redirects.length > 0 || endpoint.hasStoredRedirects;
  const isAsked = isRedirecting || (checks.origin && needsTrustedOrigin(endpoint));
  return ask && isAsked ? askTrustedOrigins(ask, settings.origin, request) : settings.trustedOrigins;
}

/** Without a list no origin is trusted: throws 403, and the cause is logged. */
async function askTrustedOrigins(
  ask: TrustedOriginsOf,
  own: string,
  request: IncomingRequest | null,
): Promise<TrustedOrigins> {
  try {
    const list: unknown = await ask(request ? request.toRequest() : null);
    if (!Array.isArray(list)) throw new TypeError("The function `trustedOrigins` did not answer with a list.");
    return trustedOrigins([own, ...list]);
  } catch (cause) {
    throw commonError("INVALID_ORIGIN", { cause });
  }
}
