import type { AuthError } from "../contract/errors.js";
import type { Outcome, PageOutcome } from "../contract/outcome.js";
import { writeJson } from "./json.js";

/** An answer as data: for `toResponse`, and for bridges that write to something else. */
export interface Reply {
  readonly status: number;
  /** In lower case, without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whole `Set-Cookie` lines, one per cookie. */
  readonly cookies: readonly string[];
  readonly body: string;
}

/** On every answer: none may be kept by a cache, be taken for another visitor's, or be read as another type. */
const always = { "cache-control": "no-store", vary: "cookie", "x-content-type-options": "nosniff" };
const json = { "content-type": "application/json", ...always };
const html = {
  "content-type": "text/html; charset=utf-8",
  ...always,
  // For browsers that do not know frame-ancestors.
  "x-frame-options": "DENY",
};

/** With "no-referrer" a form would be posted with `Origin: null`; "strict-origin" keeps the page's path and query in. */
const pageHeaders = ({ formTargets = ["'none'"] }: PageOutcome): Readonly<Record<string, string>> => ({
  ...html,
  "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${formTargets.join(" ")}; frame-ancestors 'none'`,
  "referrer-policy": formTargets.includes("'none'") ? "no-referrer" : "strict-origin",
});

/** The answer to HEAD. */
export const emptyReply: Reply = { status: 200, headers: always, cookies: [], body: "" };

/** The answer for what a handler settled on, with the cookies of the stages before it. */
export function replyWith(outcome: Outcome<unknown>, cookies: readonly string[]): Reply {
  if (outcome.kind === "page") {
    return { status: 200, headers: pageHeaders(outcome), cookies: merge(cookies, outcome.cookies), body: outcome.html };
  }
  if (outcome.kind === "redirect") {
    const headers = { ...always, location: outcome.location, "referrer-policy": "no-referrer" };
    return { status: outcome.status ?? 302, headers, cookies: merge(cookies, outcome.cookies), body: "" };
  }
  const body = writeJson(outcome.data);
  return { status: outcome.status ?? 200, headers: json, cookies: merge(cookies, outcome.cookies), body };
}

/** The answer for an error: `{ code, message }`, and the fields that were wrong. */
export function replyWithError(error: AuthError, cookies: readonly string[]): Reply {
  const { code, message, status, issues } = error;
  const body = JSON.stringify(issues.length > 0 ? { code, message, issues } : { code, message });
  return { status, headers: { ...json, ...error.headers }, cookies, body };
}

/** The only `new Response`. */
export function toResponse({ status, headers, cookies, body }: Reply): Response {
  // An empty text would be labelled as one.
  const response = new Response(body === "" ? null : body, { status, headers });
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
