// For the generated files, in the bundle of the server.

import type { Auth } from "@keyhold/core";
import { sharedRead } from "@keyhold/core/server";

/** What an event of the server has: the headers. */
export interface RequestEvent {
  readonly headers: Headers;
}

/** What `toSessionOf` needs of an auth. */
export interface SessionCheck<Session> {
  readonly session: (request: Headers) => Promise<Session>;
}

/**
 * The session of an event: calls within five seconds share a query. Kept by the event and not in `event.context`: a
 * cached handler gets an event without cookies, but with the context of the first request.
 *
 * @example
 * const sessionOf = toSessionOf(auth);
 * const found = await sessionOf(event); // { session, user } or null
 */
export function toSessionOf<Session>(auth: SessionCheck<Session>): (event: RequestEvent) => Promise<Session> {
  const share = sharedRead<RequestEvent, Session>();
  return (event) => share(event, () => auth.session(event.headers));
}

/** `sessionOf` of a module, loaded at the first call: a build loads no auth. */
export const whenLoaded =
  <Session>(load: () => Promise<{ readonly sessionOf: (event: RequestEvent) => Promise<Session> }>) =>
  async (event: RequestEvent): Promise<Session> =>
    (await load()).sessionOf(event);

/** Ends the process if the config lacks the secret or another value: Nitro waits for no promise of a plugin. */
export function endUnlessReady(loaded: Promise<{ readonly auth: Pick<Auth, "ready"> }>): void {
  loaded
    .then(({ auth }) => auth.ready())
    .catch((error: unknown) => {
      // biome-ignore lint/suspicious/noConsole: the process ends, and Nitro has no log.
      console.error(error);
      globalThis.process?.exit?.(1);
    });
}
