import type { Auth } from "@keyhold/core";
import { getRequestIP } from "@tanstack/react-start/server";

/** The `server.handlers` of a route. */
export interface RouteHandlers {
  readonly ANY: (context: { readonly request: Request }) => Promise<Response>;
}

/**
 * The routes of an auth, for `src/routes/api/auth/$.ts`. The client's address is the address of the connection.
 *
 * @example export const Route = createFileRoute("/api/auth/$")({ server: { handlers: toRouteHandlers(auth) } });
 */
export const toRouteHandlers = (auth: Pick<Auth, "handler">): RouteHandlers => ({
  ANY: ({ request }) => auth.handler(request, { ipAddress: getRequestIP() }),
});
