import type { TrustedOriginsOf } from "../contract/config.js";
import type { Caller } from "../contract/context.js";
import { type AuthError, commonError } from "../contract/errors.js";
import type { HeaderLookup, IncomingRequest } from "./incoming-request.js";
import { type TrustedOrigins, trustedOrigins } from "./trusted-origins.js";

/**
 * OWASP CSRF, "Verifying Origin". The strongest header decides: Origin, then Sec-Fetch-Site, then Referer. A request
 * without any of them does not come from a browser and may pass, but not with a session cookie.
 */
export function originError(
  { trustedOrigins: trusted, hasSessionCookie }: Pick<Caller, "trustedOrigins" | "hasSessionCookie">,
  headers: HeaderLookup,
): AuthError | null {
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

/** Without a list no origin is trusted: throws 403, and the cause is logged. */
export async function askTrustedOrigins(
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
