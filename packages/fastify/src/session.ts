import { AuthError, type SessionOf } from "@keyhold/core";
import { commonErrors } from "@keyhold/core/plugin";
import type { FastifyRequest } from "fastify";
import type { RegisteredAuth } from "./index.js";

/** The session of a request with the user. */
export type RegisteredSession = SessionOf<RegisteredAuth>;

declare module "fastify" {
  interface FastifyRequest {
    /** The session and the user of the request, or null. One query for each request. Changes no row. */
    session(): Promise<RegisteredSession | null>;
  }
}

/**
 * The session of a request. Without a session, throws 401 `UNAUTHORIZED`, and Fastify answers so. Protects a route, or
 * all routes of a scope, as `preHandler`; in a handler, returns the session without a second query.
 *
 * @throws AuthError with status 401.
 * @example
 * app.get("/me", { preHandler: requireSession }, async () => "for users");
 * app.get("/name", async (request) => (await requireSession(request)).user.name);
 */
export async function requireSession(request: FastifyRequest): Promise<RegisteredSession> {
  const found = await request.session();
  if (found) return found;
  throw new AuthError(commonErrors.UNAUTHORIZED);
}
