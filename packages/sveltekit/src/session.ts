import { type CurrentEvent, currentHeaders } from "./event.js";

/** What `toSession` needs of an auth. */
export interface SessionCheck<Session> {
  readonly session: (request: Headers) => Promise<Session>;
}

/**
 * The session of the current request, for load functions, form actions and hooks. All of a request share a query; after
 * a sign-in or sign-out in the same request, `session()` answers with the new session. Changes no row and sets no
 * cookie. `currentEvent`: `getRequestEvent` of `$app/server`.
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
  const known = new WeakMap<Request, { readonly cookie: string | null; readonly found: Promise<Session> }>();
  return () => {
    const event = currentEvent();
    const headers = currentHeaders(event);
    const cookie = headers.get("cookie");
    const last = known.get(event.request);
    if (last?.cookie === cookie) return last.found;
    const found = auth.session(headers);
    known.set(event.request, { cookie, found });
    return found;
  };
}
