import { allowInsecureRequests, customFetch, revocationRequest } from "oauth4webapi";
import type { TokenToRevoke } from "../token-revocation.js";
import { authenticate, clientOf } from "./client-authentication.js";
import type { Connection } from "./connection.js";
import { isLoopback, readJsonOrForm, userAgent } from "./http.js";

/** The answer of a revocation endpoint that has not revoked a token. */
export interface RevocationFailure {
  readonly status: number;
  /** The error code of RFC 6749, section 5.2, or RFC 7009, section 2.2.1; null without a code. */
  readonly error: string | null;
  /** The value of `Retry-After` in seconds; null if missing. */
  readonly retryAfterSeconds: number | null;
}

/**
 * Revokes a token (RFC 7009, section 2). Answers null if the token is not valid any more. Throws if the provider does
 * not answer.
 */
export async function revokeAt(
  connection: Connection,
  endpoint: string,
  { token, tokenType, signal }: Pick<TokenToRevoke, "token" | "tokenType"> & { readonly signal: AbortSignal },
): Promise<RevocationFailure | null> {
  const { provider, server, net } = connection;
  const as = { issuer: server.issuer ?? new URL(endpoint).origin, revocation_endpoint: endpoint };
  const response = await revocationRequest(as, clientOf(connection), await authenticate(connection), token, {
    signal,
    additionalParameters: { token_type_hint: tokenType },
    [allowInsecureRequests]: isLoopback(endpoint),
    [customFetch](url, init) {
      const headers = new Headers(init.headers);
      headers.set("user-agent", provider.declaration.userAgent ?? userAgent);
      return net.fetch(url, { ...init, headers });
    },
  });
  if (response.ok) return null;
  const error = await errorIn(response);
  // The RFC says 200 for an unknown token. Google answers 400 for a token that has expired or was revoked.
  if (error === "invalid_token") return null;
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return { status: response.status, error, retryAfterSeconds: seconds >= 0 ? seconds : null };
}

async function errorIn(response: Response): Promise<string | null> {
  const body = await readJsonOrForm(response).catch(() => null);
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  return typeof error === "string" ? error.slice(0, 64).replace(/[^\w.-]/g, "") : null;
}
