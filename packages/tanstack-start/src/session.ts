import { getRequest } from "@tanstack/react-start/server";

/** What `toSession` needs of an auth. */
export interface SessionCheck<Session> {
  readonly session: (request: Headers) => Promise<Session>;
}

/**
 * The session of the current request, for server functions and server routes. Changes no row and sets no cookie.
 *
 * @example
 * const session = toSession(auth);
 * export const getSession = createServerFn().handler(() => session()); // { session, user } or null
 */
export const toSession =
  <Session>(auth: SessionCheck<Session>): (() => Promise<Session>) =>
  () =>
    auth.session(getRequest().headers);
