import type { AuthError } from "../errors.js";
import type { Outcome } from "../outcome.js";

/** On every answer: none may be kept by a cache or read as another type. */
const always = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const json = { "content-type": "application/json", ...always };
const html = {
  "content-type": "text/html; charset=utf-8",
  ...always,
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

/** The answer for what a handler settled on, with the cookies of the stages before it. */
export function respond(outcome: Outcome<unknown>, cookies: readonly string[]): Response {
  if (outcome.kind === "page") return withCookies(outcome.html, { headers: html }, cookies);
  return withCookies(JSON.stringify(outcome.data), { headers: json }, merge(cookies, outcome.cookies));
}

/** The answer for a refusal: `{ code, message }`, and the fields that were wrong. */
export function respondError(
  { code, message, status, issues, headers }: AuthError,
  cookies: readonly string[] = [],
): Response {
  const body = issues.length > 0 ? { code, message, issues } : { code, message };
  return withCookies(JSON.stringify(body), { status, headers: { ...json, ...headers } }, cookies);
}

function withCookies(body: string, init: ResponseInit, cookies: readonly string[]): Response {
  const response = new Response(body, init);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** One line per cookie: what the handler says replaces what a stage said before. */
function merge(earlier: readonly string[], later: readonly string[]): readonly string[] {
  if (earlier.length === 0) return later;
  const nameOf = (line: string): string => line.slice(0, line.indexOf("="));
  const replaced = new Set(later.map(nameOf));
  return [...earlier.filter((line) => !replaced.has(nameOf(line))), ...later];
}
