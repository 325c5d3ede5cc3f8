import type { Auth } from "@keyhold/core";
import type { Actions } from "@keyhold/core/actions";
import type { AnyPlugin } from "@keyhold/core/plugin";
import { observeAddresses } from "./instrumentation.js";
import { type RouteHandler, toRouteHandler } from "./route-handler.js";
import { toServerActions } from "./server-actions.js";
import { type SessionCheck, toSession } from "./session.js";

/** An auth in an app of Next.js. */
export interface NextAuth<Plugins extends readonly AnyPlugin[], Session> {
  /** `GET` and `POST` of `app/api/auth/[...all]/route.ts`. */
  readonly routes: RouteHandler;
  /** The session of the current request, as of `toSession`. */
  readonly session: () => Promise<Session>;
  /** The calls for server actions, as of `toServerActions`. */
  readonly actions: Actions<Plugins>;
  /**
   * The work of `register()` in `instrumentation.ts`, in the runtime "nodejs": observes addresses, and logs what is
   * missing for the auth.
   */
  readonly register: () => Promise<void>;
}

/**
 * What an app of Next.js needs of the auth, in the file of the auth.
 *
 * @example export const { routes, session, actions, register } = toNext(auth);
 */
export const toNext = <Plugins extends readonly AnyPlugin[], AppTransaction, Session>(
  auth: Auth<Plugins, AppTransaction> & SessionCheck<Session>,
): NextAuth<Plugins, Session> => ({
  routes: toRouteHandler(auth),
  session: toSession<Session>(auth),
  actions: toServerActions(auth),
  register: async () => {
    observeAddresses();
    // The routes answer 500 until the secret, table or database is there: an app goes on after an outage.
    // biome-ignore lint/suspicious/noConsole: the log of an auth may need what is missing.
    await auth.ready().catch(console.error);
  },
});
