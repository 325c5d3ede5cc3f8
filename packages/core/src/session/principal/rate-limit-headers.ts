import type { Principal, PrincipalLimit } from "../../contract/principal.js";

/**
 * The headers `RateLimit-Policy` and `RateLimit` for the answer to a caller with a limit, e.g. `"key";q=100;w=60` and
 * `"key";r=99;t=60`: requests and seconds. Without a limit no headers.
 *
 * @example new Response(body, { headers: rateLimitHeaders(principal) })
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/
 */
export function rateLimitHeaders(of: Principal | { readonly limit: PrincipalLimit | null }): Record<string, string> {
  const limit = "limit" in of ? of.limit : null;
  if (limit === null) return {};
  const { policy, max, windowSeconds, remaining, resetSeconds } = limit;
  return {
    "ratelimit-policy": `"${policy}";q=${max};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  };
}
