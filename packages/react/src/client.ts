import {
  type AnyClientPlugin,
  type AuthClient,
  type ClientOptions,
  createAuthClient as createPlainClient,
  type SessionOf,
} from "@keyhold/client";
import { useSyncExternalStore } from "react";
import { createViews, type SessionView } from "./session-view.js";

/** The client of `@keyhold/client` with hooks. */
export type ReactAuthClient<Plugins extends readonly AnyClientPlugin[] = readonly []> = AuthClient<Plugins> & {
  /** Who is signed in. Any number of components share one request, and render again only when the answer changes. */
  readonly useSession: () => SessionView<SessionOf<Plugins>>;
};

/**
 * The client of `@keyhold/client`, and `useSession()`.
 *
 * @example
 * export const authClient = createAuthClient({ plugins: [usernameClient()] });
 * const { data, isPending } = authClient.useSession();
 */
export function createAuthClient<const Plugins extends readonly AnyClientPlugin[] = readonly []>(
  options?: ClientOptions<Plugins>,
): ReactAuthClient<Plugins> {
  const client = createPlainClient(options);
  const { subscribe, get, getInitial } = createViews(client.session);
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each client, not for each render.
  const useSession = (): SessionView<SessionOf<Plugins>> => useSyncExternalStore(subscribe, get, getInitial);
  return { ...client, useSession };
}
