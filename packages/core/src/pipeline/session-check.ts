import type { NodeHeaders } from "../contract/calls.js";
import { checkKnownKeys, type KnownKeys } from "../contract/known-keys.js";
import { getSession } from "../routes/get-session.js";
import type { Route } from "../startup/define-auth.js";
import { headersError, toHeaders } from "./call-arguments.js";
import type { Pipeline } from "./pipeline.js";
import { callRoute } from "./server-calls.js";

/** The headers of a request, or an object that has them, e.g. a `Request` or the `IncomingMessage` of Node. */
export type RequestHeaders = Headers | NodeHeaders | { readonly headers: Headers | NodeHeaders };

/** The options of `auth.session`. */
export interface SessionOptions {
  /**
   * Extends the session if due, and receives each `Set-Cookie` line; hand the lines to the response. Default: the
   * session is read only.
   */
  readonly setCookie?: (line: string) => void;
  /** Reads the database even if a cached copy is there. Default false. */
  readonly disableCookieCache?: boolean;
}

const optionKeys = { setCookie: true, disableCookieCache: true } as const satisfies KnownKeys<SessionOptions>;

const where = "auth.session()";

export type SessionCheck = (request: RequestHeaders, options?: SessionOptions) => Promise<unknown>;

/** The session of a request: the route get-session, which without `setCookie` changes no row and sets no cookie. */
export function createSessionCheck(pipeline: Pipeline, routes: readonly Route[]): SessionCheck {
  const route = routes.find(({ endpoint }) => endpoint === getSession);
  if (!route) throw new Error("The route get-session is missing.");
  return async (request, options = {}) => {
    const headers = headersOf(request);
    checkKnownKeys(where, options, optionKeys);
    const { setCookie, disableCookieCache = false } = options;
    const isReadOnly = setCookie === undefined;
    return callRoute(pipeline, route, { input: { disableCookieCache }, options: { headers, setCookie }, isReadOnly });
  };
}

function headersOf(request: RequestHeaders): Headers {
  const object: object = Object(request);
  const given: unknown = hasHeaders(object) ? object.headers : request;
  const problem = headersError(given);
  if (problem !== null) throw new TypeError(`${where}: ${problem}. Write auth.session(request.headers)`);
  return toHeaders(given as Headers | NodeHeaders);
}

/** An object with headers inside; a Node header of that name is a text or a list. */
const hasHeaders = (request: object): request is { readonly headers: unknown } =>
  "headers" in request && typeof request.headers !== "string" && !Array.isArray(request.headers);
