import type { Caller, Context } from "../../contract/context.js";
import { isCrossSite } from "../../contract/cross-site.js";
import type { AnyEndpoint } from "../../contract/endpoint.js";
import type { HeaderLookup } from "../../http/incoming-request.js";
import { askTrustedOrigins, originError } from "../../http/origin.js";
import type { TrustedOrigins } from "../../http/trusted-origins.js";
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
