import { connection } from "next/server.js";
import { cache } from "react";
import { currentHeaders } from "./current-headers.js";

/** What `toSession` needs of an auth. */
export interface SessionCheck<Session> {
  readonly session: (request: Headers) => Promise<Session>;
}

/**
 * The session of the current request, for server components, actions and route handlers. All components of a request
 * share a query. Changes no row and sets no cookie.
 *
 * @example
 * export const session = toSession(auth);
 * const found = await session(); // { session, user } or null
 */
export const toSession = <Session>(auth: SessionCheck<Session>): (() => Promise<Session>) =>
  cache(async () => {
    // Next.js may render a page ahead with the headers of a request: it reports the clock of the query then.
    await connection();
    return auth.session(await currentHeaders());
  });
