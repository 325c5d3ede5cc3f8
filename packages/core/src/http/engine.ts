import { createRouter, type Endpoint as Route } from "better-call";

/** Finds what a path belongs to. The whole of routing; `engineConformance` holds every implementation to it. */
export interface Engine {
  handle(request: Request): Promise<Response>;
}

/** Answers a request whose path was found. `params` are the decoded path parameters. */
export type Serve<T> = (target: T, request: Request, params: Params) => Promise<Response>;
type Params = Readonly<Record<string, string>>;

/** To the router, no method means every method: the one that fits is chosen by `Serve`, which knows 405. */
const method = "";

/**
 * The only file that imports better-call, of which it uses the router. A route is a plain function here:
 * `createEndpoint` would parse, validate and copy headers, which the stages after this one do (decision 0003).
 */
export function createEngine<T>(
  basePath: string,
  targets: ReadonlyMap<string, T>,
  serve: Serve<T>,
  notFound: () => Response,
): Engine {
  const routes = [...targets].map(([path, target]) => {
    const run = async ({ request, params }: { request: Request; params: Params }): Promise<Response> => {
      const decoded = decode(params);
      return decoded ? serve(target, request, decoded) : notFound();
    };
    return [path, Object.assign(run, { path, options: { method, disableBody: true } })] as const;
  });
  const router = createRouter(Object.fromEntries(routes) as unknown as Record<string, Route>, {
    basePath,
    openapi: { disabled: true },
    throwError: true,
  });
  return {
    async handle(request) {
      const response = await router.handler(request);
      return response.status === 404 && response.body === null ? notFound() : response;
    },
  };
}

/** better-call leaves parameters as they were written. Null for a percent sign that begins no character. */
function decode(params: Params): Params | null {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
}
