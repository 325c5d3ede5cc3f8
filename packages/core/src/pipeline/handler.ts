import type { Log } from "../contract/config.js";
import type { Caller, Context } from "../contract/context.js";
import { isForeign, type Refusal } from "../contract/endpoint.js";
import { type AuthError, commonError } from "../contract/errors.js";
import { logWarning } from "../contract/log.js";
import type { Connection } from "../http/caller.js";
import { createEngine } from "../http/engine.js";
import { receive } from "../http/input.js";
import { emptyReply, type Reply, refuseWith, replyWith } from "../http/reply.js";
import type { House, Mounted } from "../startup/assemble.js";
import { originProblem } from "./origin.js";
import { admit, answer, findTrusted, identify, recognise, restrain, toAuthError } from "./stages.js";

/** What one path has for each method. */
type Methods = ReadonlyMap<string, Mounted>;

/** Answers a request, with data or with a refusal. Never rejects. */
export type Replier = (request: Request, connection?: Connection) => Promise<Reply>;

/** The life of a request, top to bottom: each stage works on what the one before found, and every refusal ends below. */
export function createReplier(ctx: Context, house: House, log: Log | undefined): Replier {
  const engine = createEngine(ctx.settings.basePath, byPath(house.mounted));
  const advise = createAdvice(log);

  return async (request, connection = {}) => {
    let cookies: readonly string[] = [];
    // Of what is logged, the route's declaration and never the request's path, which may hold a token.
    let where = "a request";
    let refusal: Refusal | null = null;
    try {
      const found = await engine.find(request);
      if (!found) throw commonError("NOT_FOUND");
      // Those who fetch a link ahead ask by HEAD: it is answered and runs nothing.
      if (request.method === "HEAD" && found.target.has("GET")) return emptyReply;
      const mounted = chooseMethod(found.target, request.method);
      const { access, wire } = mounted.endpoint;
      where = wire;
      refusal = mounted.endpoint.refusal;
      const trusted = findTrusted(ctx, mounted.endpoint, request);
      const headers = isForeign(mounted.endpoint) ? withoutCredentials(request.headers) : request.headers;
      const caller = recognise(ctx, headers, connection, trusted instanceof Promise ? await trusted : trusted);
      if (!isForeign(mounted.endpoint)) refuseForeignOrigin(request, caller, advise);
      if (mounted.limit) {
        if (caller.ipAddress === null) advise("address");
        await restrain(ctx, wire, mounted.limit, caller);
      }
      // Before the session is read: no request outlives one by being slow.
      const { input, signed } = await receive(request, found.params, mounted.endpoint);
      // Whoever only wants to be shown a session says how. Everything else is looked at after 401 and 403.
      const wishes = access === "cached" ? input() : {};
      const { session, cookies: told } = await identify(ctx, access, { caller, raw: wishes });
      cookies = told;
      admit(ctx, mounted.endpoint, session);
      return replyWith(await answer(ctx, mounted, { caller, session, raw: input(), signed }), cookies);
    } catch (thrown) {
      return refuse(toAuthError(thrown, log, where));
    }

    function refuse(error: AuthError): Reply {
      try {
        return refusal ? replyWith(refusal(ctx, error), cookies) : refuseWith(error, cookies);
      } catch (thrown) {
        return refuseWith(toAuthError(thrown, log, where), cookies);
      }
    }
  };
}

/** What another site sends is nobody's, though a sibling's form brings the cookies along. */
function withoutCredentials(given: Headers): Headers {
  const headers = new Headers(given);
  headers.delete("cookie");
  headers.delete("authorization");
  return headers;
}

function byPath(all: readonly Mounted[]): ReadonlyMap<string, Methods> {
  const paths = new Map<string, Map<string, Mounted>>();
  for (const mounted of all) {
    if (mounted.endpoint.isServerOnly) continue;
    const [method = "", path = ""] = mounted.endpoint.wire.split(" ");
    const methods = paths.get(path) ?? new Map<string, Mounted>();
    paths.set(path, methods.set(method, mounted));
  }
  return paths;
}

function chooseMethod(methods: Methods, method: string): Mounted {
  const mounted = methods.get(method);
  if (mounted) return mounted;
  const allowed = [...methods.keys(), ...(methods.has("GET") ? ["HEAD"] : [])];
  throw commonError("METHOD_NOT_ALLOWED", { headers: { allow: allowed.join(", ") } });
}

/** What somebody who runs a server may have forgotten; each is said once. */
const advice = {
  address:
    "A request came without the caller's address, so all such callers share one rate limit. Pass it as the second " +
    "argument, `auth.handler(request, { ipAddress })`, which `nodeHandler` does, or set `clientAddress`.",
  origin:
    "A page of another origin was refused. If it is yours, list it in `trustedOrigins`, or make `baseURL` what the " +
    "browser's address bar shows.",
} as const;

type Advise = (about: keyof typeof advice) => void;

function createAdvice(log: Log | undefined): Advise {
  const said = new Set<keyof typeof advice>();
  return (about) => {
    if (said.has(about)) return;
    said.add(about);
    logWarning(log, advice[about]);
  };
}

/** A GET changes nothing here, so any page may send one. */
function refuseForeignOrigin(request: Request, caller: Caller, advise: Advise): void {
  if (request.method === "GET") return;
  const problem = originProblem(caller.trustedOrigins, request.headers, caller.hasSessionCookie);
  if (!problem) return;
  if (problem.code === "INVALID_ORIGIN") advise("origin");
  throw problem;
}
