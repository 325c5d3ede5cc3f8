import type { AnyEndpoint } from "../contract/endpoint.js";
import type { AuthError } from "../contract/errors.js";
import type { Outcome, PageOutcome } from "../contract/outcome.js";
import { typeWithDatePaths } from "./date-paths.js";
import { writeJson } from "./json.js";

/** A response as data: for `toResponse`, and for bridges to other servers. */
export interface Reply {
  readonly status: number;
  /** With names in lower case, without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** Complete `Set-Cookie` lines, one per cookie. */
  readonly cookies: readonly string[];
  readonly body: string;
}

/** On every response: no caching, separate per visitor, no content sniffing. */
const always = { "cache-control": "no-store", vary: "cookie", "x-content-type-options": "nosniff" };
const json = { "content-type": "application/json", ...always };
const html = {
  "content-type": "text/html; charset=utf-8",
  ...always,
  // For browsers without support for frame-ancestors.
  "x-frame-options": "DENY",
};

/**
 * With "no-referrer" a form would be posted with `Origin: null`; "strict-origin" hides the path and query of the page.
 */
const pageHeaders = ({ formTargets = ["'none'"] }: PageOutcome): Readonly<Record<string, string>> => ({
  ...html,
  "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${formTargets.join(" ")}; frame-ancestors 'none'`,
  "referrer-policy": formTargets.includes("'none'") ? "no-referrer" : "strict-origin",
});

/** The response to HEAD. */
export const emptyReply: Reply = { status: 200, headers: always, cookies: [], body: "" };

/**
 * The response for the outcome of a handler, with the cookies of the earlier stages. `withDatePaths`: the content type
 * of data has the paths of the dates.
 */
export function replyWith(outcome: Outcome<unknown>, cookies: readonly string[], withDatePaths = false): Reply {
  if (outcome.kind === "page") {
    const { status = 200, html: body } = outcome;
    return { status, headers: pageHeaders(outcome), cookies: merge(cookies, outcome.cookies), body };
  }
  if (outcome.kind === "redirect") {
    const headers = { ...always, location: outcome.location, "referrer-policy": "no-referrer" };
    return { status: outcome.status ?? 302, headers, cookies: merge(cookies, outcome.cookies), body: "" };
  }
  const body = writeJson(outcome.data);
  const dated = withDatePaths && { "content-type": typeWithDatePaths(outcome.data) };
  const headers = { ...json, ...dated, ...outcome.headers };
  return { status: outcome.status ?? 200, headers, cookies: merge(cookies, outcome.cookies), body };
}

/** The codes of RFC 6749 and RFC 8628 for errors that any route may answer. */
const standardCodes: Readonly<Record<number, string>> = {
  400: "invalid_request",
  413: "invalid_request",
  415: "invalid_request",
  429: "slow_down",
};

/**
 * The response for an error: `{ code, message }`, the invalid fields, and what the user must prove first; or in the
 * form of RFC 6749, section 5.2.
 */
export function replyWithError(error: AuthError, cookies: readonly string[], endpoint?: AnyEndpoint): Reply {
  const { code, message, status, issues, stepUp, signal } = error;
  const standard = endpoint?.hasStandardErrors && {
    error: (!endpoint.errors.includes(code) && standardCodes[status]) || error.callbackCode,
    error_description: message,
  };
  const usual = {
    code,
    message,
    ...(issues.length > 0 && { issues }),
    ...(stepUp && { stepUp }),
    ...(signal && { signal }),
    ...standard,
  };
  const body = JSON.stringify(endpoint?.isMachine ? standard : usual);
  return { status, headers: { ...json, ...error.headers }, cookies, body };
}

/** The only `new Response`. */
export function toResponse({ status, headers, cookies, body }: Reply): Response {
  // A response with an empty text would get a content type.
  const response = new Response(body === "" ? null : body, { status, headers });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** One line per cookie: a cookie of the handler replaces the cookie of an earlier stage. */
function merge(earlier: readonly string[], later: readonly string[]): readonly string[] {
  if (earlier.length === 0) return later;
  const nameOf = (line: string): string => line.slice(0, line.indexOf("="));
  const replaced = new Set(later.map(nameOf));
  return [...earlier.filter((line) => !replaced.has(nameOf(line))), ...later];
}
