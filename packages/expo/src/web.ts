// The entry for web, and for servers that render pages.

import { clientPlugin } from "@keyhold/client/plugin";
import { nativeAppsClient } from "@keyhold/native/client";
import { type AnyClientPlugin, createAuthClient as createReactClient } from "@keyhold/react";
import { withPages } from "./browser/with-pages.js";
import type { ExpoAuthClient } from "./client-types.js";
import type { ExpoClientOptions } from "./options.js";

/** The routes of `social()` that lead to a provider. */
const providers = clientPlugin<never>({
  id: "expo-web",
  routes: { signIn: { social: "POST" }, stepUp: { social: "POST" }, linkSocial: "POST" } as never,
  refreshes: { session: ["signIn.social", "linkSocial"] as never },
}) as AnyClientPlugin;

/** The client of the browser, with the calls of the native client. Options of the keychain and the app have no effect. */
export function createAuthClient<const Plugins extends readonly AnyClientPlugin[] = readonly []>(
  options: ExpoClientOptions<Plugins>,
): ExpoAuthClient<Plugins> {
  const {
    clientId: _id,
    redirect: _redirect,
    issuer: _issuer,
    cache: _cache,
    name: _name,
    plugins = [],
    ...rest
  } = options;
  const client = createReactClient({ ...rest, plugins: [nativeAppsClient(), providers, ...plugins] });
  return withPages(client) as ExpoAuthClient<Plugins>;
}
