import type { House, Mounted } from "./assemble.js";
import type { Log } from "./config.js";
import type { Context } from "./context.js";
import { commonError } from "./errors.js";
import type { Connection } from "./http/caller.js";
import { createEngine } from "./http/engine.js";
import { readInput } from "./http/input.js";
import { originProblem } from "./http/origin.js";
import { type Reply, refuseWith, replyWith } from "./http/reply.js";
import { admit, answer, identify, recognise, toAuthError } from "./stages.js";

/** What one path has for each method. */
type Methods = ReadonlyMap<string, Mounted>;

/** Answers a request, with data or with a refusal. Never rejects. */
export type Replier = (request: Request, connection?: Connection) => Promise<Reply>;

/** The life of a request, top to bottom: each stage works on what the one before found, and every refusal ends below. */
export function createReplier(ctx: Context, house: House, log: Log | undefined): Replier {
  const engine = createEngine(ctx.settings.basePath, byPath(house.mounted));

  return async (request, connection = {}) => {
    let cookies: readonly string[] = [];
    // Of what is logged, the route's declaration and never the request's path, which may hold a token.
    let where = "a request";
    try {
      const found = await engine.find(request);
      if (!found) throw commonError("NOT_FOUND");
      const mounted = chooseMethod(found.target, request.method);
      const { access, wire } = mounted.endpoint;
      where = wire;
      const caller = recognise(ctx, request.headers, connection);
      refuseForeignOrigin(ctx, request, caller.hasSessionCookie);
      const { session, cookies: told } = await identify(ctx, access, caller);
      cookies = told;
      admit(ctx, access, session);
      const raw = await readInput(request, found.params);
      return replyWith(await answer(ctx, mounted, { caller, session, raw }), cookies);
    } catch (thrown) {
      return refuseWith(toAuthError(thrown, log, where), cookies);
    }
  };
}

function byPath(all: readonly Mounted[]): ReadonlyMap<string, Methods> {
  const paths = new Map<string, Map<string, Mounted>>();
  for (const mounted of all) {
    const [method = "", path = ""] = mounted.endpoint.wire.split(" ");
    const methods = paths.get(path) ?? new Map<string, Mounted>();
    paths.set(path, methods.set(method, mounted));
  }
  return paths;
}

function chooseMethod(methods: Methods, method: string): Mounted {
  const mounted = methods.get(method);
  if (mounted) return mounted;
  throw commonError("METHOD_NOT_ALLOWED", { headers: { allow: [...methods.keys()].join(", ") } });
}

/** A GET changes nothing here, so any page may send one. */
function refuseForeignOrigin(ctx: Context, request: Request, hasSessionCookie: boolean): void {
  if (request.method === "GET") return;
  const problem = originProblem(ctx.settings, request.headers, hasSessionCookie);
  if (problem) throw problem;
}
