import type { House, Mounted } from "./assemble.js";
import type { Log } from "./config.js";
import type { Context } from "./context.js";
import { commonError } from "./errors.js";
import type { Connection } from "./http/caller.js";
import { createEngine } from "./http/engine.js";
import { type RawInput, readInput } from "./http/input.js";
import { originProblem } from "./http/origin.js";
import { respond, respondError } from "./http/respond.js";
import { admit, answer, identify, recognise, toAuthError } from "./stages.js";

/** What one path has for each method. */
type Methods = ReadonlyMap<string, Mounted>;

export type Handler = (request: Request, connection?: Connection) => Promise<Response>;

/** The life of a request, top to bottom: every exit is an error value, answered in one place. */
export function createHandler(ctx: Context, house: House, log: Log | undefined): Handler {
  const connections = new WeakMap<Request, Connection>();

  async function serve(methods: Methods, request: Request, params: RawInput): Promise<Response> {
    let cookies: readonly string[] = [];
    try {
      const mounted = chooseMethod(methods, request.method);
      const { access } = mounted.endpoint;
      const caller = recognise(ctx, request.headers, connections.get(request) ?? {});
      refuseForeignOrigin(ctx, request, caller.hasSessionCookie);
      const { session, cookies: told } = await identify(ctx, access, caller);
      cookies = told;
      admit(ctx, access, session);
      const raw = await readInput(request, params);
      return respond(await answer(ctx, mounted, { caller, session, raw }), cookies);
    } catch (thrown) {
      // The route's declaration, never the request's path: a path may hold a token.
      const where = methods.get(request.method)?.endpoint.wire ?? "a request";
      return respondError(toAuthError(thrown, log, where), cookies);
    }
  }

  const engine = createEngine(ctx.settings.basePath, byPath(house.mounted), serve, () =>
    respondError(commonError("NOT_FOUND")),
  );
  return (request, connection) => {
    if (connection) connections.set(request, connection);
    return engine.handle(request);
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
