import { createRouter, type Endpoint as Route } from "better-call";

/** What a path belongs to, and its path parameters, decoded. */
export interface Found<T> {
  readonly target: T;
  readonly params: Params;
}
type Params = Readonly<Record<string, string>>;

/** The whole of routing, whatever the method; `engineConformance` holds every implementation to it. */
export interface Engine<T> {
  /** Null when nothing is there. */
  find(request: Request): Promise<Found<T> | null>;
}

/** To the router, no method means every method: which ones a path has is known after it, and answered with 405. */
const method = "";

/**
 * The only file that imports better-call, of which it uses the router. A route is a plain function here:
 * `createEndpoint` would parse, validate and copy headers, which the stages after this one do (decision 0003).
 */
export function createEngine<T>(basePath: string, targets: ReadonlyMap<string, T>): Engine<T> {
  const routes = [...targets].map(([path, target]) => {
    const find = async ({ params }: { params: Params }): Promise<Found<T> | null> => {
      const decoded = decode(params);
      return decoded && { target, params: decoded };
    };
    return [path, Object.assign(find, { path, options: { method, disableBody: true } })] as const;
  });
  const router = createRouter(Object.fromEntries(routes) as unknown as Record<string, Route>, {
    basePath,
    openapi: { disabled: true },
    throwError: true,
  });
  return {
    async find(request) {
      // The router hands on what the function answers, and has a response of its own for a path that it does not know.
      const found: unknown = await router.handler(request);
      return found instanceof Response ? null : (found as Found<T> | null);
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
