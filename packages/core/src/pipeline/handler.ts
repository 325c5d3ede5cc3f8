import type { Outages } from "../adapter/outages.js";
import { isStorageUnavailable } from "../adapter/unavailable.js";
import type { Log } from "../contract/config.js";
import type { Context, Session } from "../contract/context.js";
import type { AnyEndpoint } from "../contract/endpoint.js";
import { type AuthError, commonError, isAuthError } from "../contract/errors.js";
import { logFailure } from "../contract/log.js";
import { type ErrorRedirect, redirect } from "../contract/outcome.js";
import { isForm } from "../http/body.js";
import type { Connection } from "../http/caller.js";
import { asksForDatePaths } from "../http/date-paths.js";
import type { IncomingRequest } from "../http/incoming-request.js";
import { asksForPage } from "../http/navigation.js";
import { redirectToErrorPage } from "../http/redirect.js";
import { emptyReply, type Reply, replyWith, replyWithError } from "../http/reply.js";
import { createRouter } from "../http/router.js";
import type { Route } from "../startup/define-auth.js";
import type { EntryChecks } from "./incoming-call.js";
import type { Pipeline } from "./pipeline.js";

/** Answers a request, with data or with an error. Never rejects. */
export type Replier = (request: IncomingRequest, connection?: Connection) => Promise<Reply>;

const checks: EntryChecks = { origin: true, rateLimit: true, challenge: true };

interface ReplierOptions extends Reports {
  readonly pipeline: Pipeline;
}

/** The targets of failure reports. */
interface Reports {
  readonly outages: Outages;
  readonly log: Log | undefined;
}

/** The entry point for HTTP: finds the route, runs the pipeline, and converts the outcome to a reply. */
export function createReplier(
  ctx: Context,
  routes: readonly Route[],
  { pipeline, ...reports }: ReplierOptions,
): Replier {
  const find = createRouter(ctx.settings.basePath, byPath(routes));

  return async (request, connection = {}) => {
    const cookies: string[] = [];
    const extra: Record<string, string> = {};
    let route: Route | null = null;
    let session: Session | null = null;
    const onSession = (read: Session | null): void => {
      session = read;
    };
    try {
      const found = find(request.path);
      if (!found) {
        adviseOfPath(ctx, request);
        throw commonError("NOT_FOUND");
      }
      // A browser or a mail scanner that prefetches a link sends HEAD: the client gets a response, and no endpoint
      // runs.
      if (request.method === "HEAD" && found.target.has("GET")) return emptyReply;
      route = chooseRoute(found.target, request.method);
      const { headers } = request;
      const setCookie = (line: string): void => void cookies.push(line);
      const setHeader = (name: string, value: string): void => {
        extra[name] = value;
      };
      const input = found.params;
      const call = { route, request, headers, connection, input, checks, setCookie, setHeader, onSession };
      let reply = replyWith(await pipeline(call), cookies, asksForDatePaths(headers));
      for (const hook of ctx.hooks("reply.answer"))
        reply = await hook(reply, { route: route.endpoint.route, headers, session }, ctx);
      return withHeaders(reply, extra);
    } catch (thrown) {
      await request.body?.discard(ctx.later);
      const reply = await replyToThrown(ctx, thrown, { route, request, session, cookies, reports });
      return withHeaders(reply, extra);
    }
  };
}

/** Words of a route: no token of a link is logged. */
const words = /^(?:\/[a-z-]{1,32}){1,2}(?![^/])/;

function adviseOfPath({ advise, settings: { basePath } }: Context, { method, path }: IncomingRequest): void {
  const [route] = (path.startsWith(basePath) && words.exec(path.slice(basePath.length))) || [];
  if (route) advise("path", `${method} ${route} was answered 404: is the plugin of the route in \`plugins\`?`);
}

const withHeaders = (reply: Reply, extra: Readonly<Record<string, string>>): Reply =>
  Object.keys(extra).length === 0 ? reply : { ...reply, headers: { ...reply.headers, ...extra } };

/** The routes of a path by method. */
type Methods = ReadonlyMap<string, Route>;

function byPath(routes: readonly Route[]): ReadonlyMap<string, Methods> {
  const paths = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    if (route.endpoint.isServerOnly) continue;
    const [method = "", path = ""] = route.endpoint.route.split(" ");
    const methods = paths.get(path) ?? new Map<string, Route>();
    paths.set(path, methods.set(method, route));
  }
  return paths;
}

function chooseRoute(methods: Methods, method: string): Route {
  const route = methods.get(method);
  if (route) return route;
  const allowed = [...methods.keys(), ...(methods.has("GET") ? ["HEAD"] : [])];
  throw commonError("METHOD_NOT_ALLOWED", { headers: { allow: allowed.join(", ") } });
}

interface Failed {
  readonly route: Route | null;
  readonly request: IncomingRequest;
  readonly session: Session | null;
  /** The cookies of the session stage: an error response contains them, too. */
  readonly cookies: readonly string[];
  readonly reports: Reports;
}

/** The error as JSON, as the hooks answer it, or the endpoint's response to the error. */
async function replyToThrown(
  ctx: Context,
  thrown: unknown,
  { route, request, session, cookies, reports }: Failed,
): Promise<Reply> {
  // The log gets the route's declaration and never the request's path, since that may contain a token.
  const where = route?.endpoint.route ?? "a request";
  const errorRedirect = route && errorRedirectFor(route.endpoint, request);
  let error = toAuthError(thrown, reports, where);
  try {
    if (errorRedirect) return replyWith(errorRedirect(ctx, error), cookies);
    const { headers } = request;
    // The standard's description is ASCII (RFC 6749, section 5.2): no hook translates the error.
    if (!route?.endpoint.isMachine)
      for (const hook of ctx.hooks("error.answer")) error = await hook(error, { headers, session }, ctx);
  } catch (thrownLater) {
    error = toAuthError(thrownLater, reports, where);
  }
  return replyWithError(error, cookies, route?.endpoint);
}

/** Browsers that navigate are redirected. With `takesNavigation` a script gets the error as JSON. */
function errorRedirectFor(
  { errorRedirect, takesNavigation }: AnyEndpoint,
  { method, headers }: IncomingRequest,
): ErrorRedirect | null {
  if (!takesNavigation) return errorRedirect;
  if (method !== "GET") return isForm(headers) ? errorRedirect : null;
  return errorRedirect ?? (asksForPage(headers) ? redirectVisitor : null);
}

/** After a GET no form is posted again, so the status is the usual status of a redirect. */
const redirectVisitor: ErrorRedirect = (ctx, error) => redirect(redirectToErrorPage(ctx, error).location);

/**
 * Any thrown value, as an error that may be shown. A value other than an `AuthError` is logged and shown as 500 or 503.
 */
function toAuthError(thrown: unknown, { outages, log }: Reports, where: string): AuthError {
  if (isAuthError(thrown)) {
    if (isStorageUnavailable(thrown.cause)) outages.failed(` at ${where}`, thrown.cause);
    else if (thrown.cause !== undefined) logFailure(log, `${thrown.code} at ${where}.`, thrown.cause);
    return thrown;
  }
  if (isStorageUnavailable(thrown)) {
    outages.failed(` at ${where}`, thrown);
    return commonError("SERVICE_UNAVAILABLE", { headers: { "retry-after": "1" } });
  }
  logFailure(log, `Unexpected error at ${where}.`, thrown);
  return commonError("INTERNAL_SERVER_ERROR");
}
