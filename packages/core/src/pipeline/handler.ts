import { isStorageUnavailable } from "../adapter/unavailable.js";
import type { Log } from "../contract/config.js";
import type { Context } from "../contract/context.js";
import { type AuthError, commonError, isAuthError } from "../contract/errors.js";
import { logFailure } from "../contract/log.js";
import type { Connection } from "../http/caller.js";
import { createEngine } from "../http/engine.js";
import { emptyReply, type Reply, replyWith, replyWithError } from "../http/reply.js";
import type { Route } from "../startup/define-auth.js";
import type { EntryChecks } from "./incoming-call.js";
import type { Pipeline } from "./pipeline.js";

/** Answers a request, with data or with an error. Never rejects. */
export type Replier = (request: Request, connection?: Connection) => Promise<Reply>;

const checks: EntryChecks = { origin: true, rateLimit: true };

interface ReplierOptions {
  readonly pipeline: Pipeline;
  readonly log: Log | undefined;
}

/** The entry by HTTP: finds the route, hands the request to the pipeline, and makes a reply of what comes back. */
export function createReplier(ctx: Context, routes: readonly Route[], { pipeline, log }: ReplierOptions): Replier {
  const engine = createEngine(ctx.settings.basePath, byPath(routes));

  return async (request, connection = {}) => {
    const cookies: string[] = [];
    let route: Route | null = null;
    try {
      const found = await engine.find(request);
      if (!found) throw commonError("NOT_FOUND");
      // A browser or a mail scanner that prefetches a link asks by HEAD: it is answered and runs nothing.
      if (request.method === "HEAD" && found.target.has("GET")) return emptyReply;
      route = chooseRoute(found.target, request.method);
      const { headers } = request;
      const setCookie = (line: string): void => void cookies.push(line);
      const outcome = await pipeline({ route, request, headers, connection, input: found.params, checks, setCookie });
      return replyWith(outcome, cookies);
    } catch (thrown) {
      return replyToThrown(ctx, thrown, { route, cookies, log });
    }
  };
}

/** The routes of one path by their methods. */
type Methods = ReadonlyMap<string, Route>;

function byPath(routes: readonly Route[]): ReadonlyMap<string, Methods> {
  const paths = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    if (route.endpoint.isServerOnly) continue;
    const [method = "", path = ""] = route.endpoint.wire.split(" ");
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
  /** What the session stage has set: an error answer carries it, too. */
  readonly cookies: readonly string[];
  readonly log: Log | undefined;
}

/** The error as JSON, or what the endpoint makes of it. */
function replyToThrown(ctx: Context, thrown: unknown, { route, cookies, log }: Failed): Reply {
  // The log gets the route's declaration and never the request's path, which may hold a token.
  const where = route?.endpoint.wire ?? "a request";
  const refusal = route?.endpoint.refusal;
  const error = toAuthError(thrown, log, where);
  try {
    return refusal ? replyWith(refusal(ctx, error), cookies) : replyWithError(error, cookies);
  } catch (thrownByRefusal) {
    return replyWithError(toAuthError(thrownByRefusal, log, where), cookies);
  }
}

/** Anything thrown, as an error that may be shown. What is no `AuthError` is logged and shown as 500 or 503 only. */
function toAuthError(thrown: unknown, log: Log | undefined, where: string): AuthError {
  if (isAuthError(thrown)) {
    if (thrown.cause !== undefined) logFailure(log, `${thrown.code} at ${where}.`, thrown.cause);
    return thrown;
  }
  if (isStorageUnavailable(thrown)) {
    logFailure(log, `The database could not be reached at ${where}.`, thrown);
    return commonError("SERVICE_UNAVAILABLE", { headers: { "retry-after": "1" } });
  }
  logFailure(log, `A surprise at ${where}.`, thrown);
  return commonError("INTERNAL_SERVER_ERROR");
}
