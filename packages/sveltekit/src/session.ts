import { sharedRead } from "@keyhold/core/server";
import { type CurrentEvent, currentHeaders } from "./event.js";

/** What `toSession` needs of an auth. */
export interface SessionCheck<Session> {
  readonly session: (request: Headers) => Promise<Session>;
}

/**
 * The session of the current request, for load functions, form actions and hooks. Calls of a request within five seconds
 * share a query; after a sign-in or sign-out in the same request, `session()` answers with the new session. Changes no row
 * and sets no cookie. `currentEvent`: `getRequestEvent` of `$app/server`.
 *
 * @example
 * export const session = toSession(auth, getRequestEvent);
 * const found = await session(); // { session, user } or null
 */
export function toSession<Session>(
  auth: SessionCheck<Session>,
  currentEvent: () => CurrentEvent,
): () => Promise<Session> {
  // By the request, because SvelteKit makes several events of a request.
  const share = sharedRead<Request, Session>();
  return () => {
    const event = currentEvent();
    const headers = currentHeaders(event);
    return share(event.request, () => auth.session(headers), headers.get("cookie"));
  };
}
