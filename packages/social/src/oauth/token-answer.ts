import type { JsonObject } from "../provider.js";

/**
 * The JSON of a token endpoint in the form of RFC 6749, section 5.1, from which many providers differ: null for a
 * missing member, no `token_type`, a list as `scope`, an empty `error` or refresh token, a lifetime that is no number.
 */
export function normalizeTokenAnswer(given: JsonObject, scopeSeparator: string): JsonObject {
  const members = Object.entries(given).filter(([name, value]) => value !== null && !isLeftOut(name, value));
  const { token_type = "bearer", scope, ...others } = Object.fromEntries(members) as Record<string, unknown>;
  return { ...others, token_type, ...(scope !== undefined && { scope: joinScopes(scope, scopeSeparator) }) };
}

function isLeftOut(name: string, value: unknown): boolean {
  if (name === "refresh_token" || name === "token_type" || name === "error") return value === "";
  return name === "expires_in" && !(Number.parseFloat(String(value)) >= 0);
}

const joinScopes = (scope: unknown, separator: string): unknown =>
  Array.isArray(scope) && scope.every((one) => typeof one === "string") ? scope.join(separator) : scope;

/** The status of an answer: 200 for every success. Some providers answer 200 with an error, which must be 400. */
export const tokenStatus = (response: Pick<Response, "ok" | "status">, { error }: JsonObject): number => {
  if (!response.ok) return response.status;
  return typeof error === "string" ? 400 : 200;
};
