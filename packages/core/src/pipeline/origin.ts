import { type AuthError, commonError } from "../contract/errors.js";
import type { TrustedOrigins } from "../http/trusted-origins.js";

/**
 * Whether the page that sends a request may change something here (OWASP CSRF, "Verifying Origin").
 * The strongest word decides: Origin, then Sec-Fetch-Site, then Referer. A request with none of them is no
 * browser's and may pass, but not together with a session cookie.
 */
export function originProblem(trusted: TrustedOrigins, headers: Headers, hasSessionCookie: boolean): AuthError | null {
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
