import { AuthError, type SessionOf } from "@keyhold/core";
import { commonErrors } from "@keyhold/core/plugin";
import type { FastifyRequest } from "fastify";
import type { RegisteredAuth, RegisteredDecorator } from "./index.js";

/** The session of a request with the user. */
export type RegisteredSession = SessionOf<RegisteredAuth>;

/** What the plugin adds to a request: `session()`, or the name in the app's `Register`. */
export type RequestDecorator = {
  /** The session and the user of the request, or null. One query for each request. Changes no row. */
  readonly [Name in RegisteredDecorator]: () => Promise<RegisteredSession | null>;
};

declare module "fastify" {
  interface FastifyRequest extends RequestDecorator {}
}

/** The key of the session's reader in a request: a symbol is never the name of a decorator. */
export const reader: unique symbol = Symbol.for("keyhold.fastify.session");

/**
 * The session and the user of a request, or null. One query for each request. Changes no row. For apps with
 * a different plugin's `request.session`.
 *
 * @throws Error if the plugin is not registered in the scope of the request or above.
 * @example
 * app.get("/name", async (request) => (await readSession(request))?.user.name ?? "Sign in first");
 */
export const readSession = (request: FastifyRequest): Promise<RegisteredSession | null> => read("readSession", request);

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
  const found = await read("requireSession", request);
  if (found) return found;
  throw new AuthError(commonErrors.UNAUTHORIZED);
}

async function read(caller: string, request: FastifyRequest): Promise<RegisteredSession | null> {
  if (reader in request && typeof request[reader] === "function") return request[reader]();
  throw new Error(
    `${caller}: Keyhold is not registered here. Write app.register(keyhold, { auth }) in this scope or above.`,
  );
}
