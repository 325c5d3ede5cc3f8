import type { AuthError } from "../errors.js";
import type { Outcome } from "../outcome.js";

/** An answer as data: for `toResponse`, and for bridges that write to something else. */
export interface Reply {
  readonly status: number;
  /** In lower case, without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whole `Set-Cookie` lines, one per cookie. */
  readonly cookies: readonly string[];
  readonly body: string;
}

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
export function replyWith(outcome: Outcome<unknown>, cookies: readonly string[]): Reply {
  if (outcome.kind === "page") return { status: 200, headers: html, cookies, body: outcome.html };
  const body = JSON.stringify(outcome.data);
  return { status: 200, headers: json, cookies: merge(cookies, outcome.cookies), body };
}

/** The answer for a refusal: `{ code, message }`, and the fields that were wrong. */
export function refuseWith(error: AuthError, cookies: readonly string[]): Reply {
  const { code, message, status, issues } = error;
  const body = JSON.stringify(issues.length > 0 ? { code, message, issues } : { code, message });
  return { status, headers: { ...json, ...error.headers }, cookies, body };
}

/** The only `new Response`. */
export function toResponse({ status, headers, cookies, body }: Reply): Response {
  const response = new Response(body, { status, headers });
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
