import { isAuthError } from "@keyhold/core";
import {
  type Principal,
  type PrincipalPermissions,
  principalAllows,
  type RequestUrl,
  rateLimitHeaders,
} from "@keyhold/core/principal";
import { auth } from "./auth.ts";

type Headers = NonNullable<NonNullable<Parameters<typeof auth.api.getPrincipal>[1]>["headers"]>;

/** A request of a framework. */
interface Asked {
  readonly headers: Headers;
  readonly method: string;
  readonly url?: RequestUrl | undefined;
}

/** The caller, or the status to answer with; and the headers of the answer. */
export async function protectApi(
  { headers, method, url }: Asked,
  permission: PrincipalPermissions = {},
): Promise<({ principal: Principal } | { principal: null; status: number }) & { headers: Record<string, string> }> {
  try {
    const principal = await auth.api.getPrincipal({ href: url, method }, { headers });
    if (!principal) return { principal: null, status: 401, headers: { "www-authenticate": "Bearer" } };
    const limits = rateLimitHeaders(principal);
    return principalAllows(principal, permission)
      ? { principal, headers: limits }
      : { principal: null, status: 403, headers: limits };
  } catch (error) {
    if (!isAuthError(error)) throw error;
    return { principal: null, status: error.status, headers: { ...error.headers } };
  }
}
