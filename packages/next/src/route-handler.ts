import type { Auth } from "@keyhold/core";
import { peerAddress } from "./peer-address.js";

/** The exports of a route file. */
export interface RouteHandler {
  readonly GET: (request: Request) => Promise<Response>;
  readonly POST: (request: Request) => Promise<Response>;
}

/**
 * The routes of an auth, for `app/api/auth/[...all]/route.ts`.
 *
 * @example export const { GET, POST } = toRouteHandler(auth);
 */
export function toRouteHandler(auth: Pick<Auth, "handler">): RouteHandler {
  const handle = (request: Request): Promise<Response> =>
    auth.handler(request, { ipAddress: peerAddress(request.headers) });
  return { GET: handle, POST: handle };
}
