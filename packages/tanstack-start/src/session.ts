import { currentHeaders } from "./current-headers.js";

/** What `toSession` needs of an auth. */
export interface SessionCheck<Session> {
  readonly session: (request: Headers) => Promise<Session>;
}

/**
 * The session of the current request, for server functions and server routes; after a sign-in or sign-out in the same
 * request, the new session. Changes no row and sets no cookie.
 *
 * @example
 * const session = toSession(auth);
 * export const getSession = createServerFn().handler(() => session()); // { session, user } or null
 */
export const toSession =
  <Session>(auth: SessionCheck<Session>): (() => Promise<Session>) =>
  () =>
    auth.session(currentHeaders());
