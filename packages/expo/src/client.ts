import { tokenPlatform } from "@keyhold/client/token";
import { createBrowserSignIn, type NativeCalls } from "@keyhold/native/app";
import { nativeAppsClient } from "@keyhold/native/client";
import { type AnyClientPlugin, createAuthClient as createReactClient } from "@keyhold/react";
import { openAuthSession } from "./browser/open-auth-session.js";
import { withFlows } from "./browser/with-flows.js";
import type { ExpoAuthClient } from "./client-types.js";
import type { ExpoClientOptions } from "./options.js";
import { listenWith } from "./platform/listen.js";
import type { ExpoModules } from "./ports.js";
import { secureStore } from "./storage/secure-store.js";

/** The client of an app, by the modules of the app. */
export function createExpoClient<const Plugins extends readonly AnyClientPlugin[] = readonly []>(
  modules: ExpoModules,
  options: ExpoClientOptions<Plugins>,
): ExpoAuthClient<Plugins> {
  const { clientId, redirect, issuer, cache, name, plugins = [], ...rest } = options;
  const { baseURL, basePath } = rest;
  const { Crypto, Linking } = modules;
  const store = secureStore(modules);
  const named = { store, clientId, ...(name !== undefined && { name }) };
  const platform = tokenPlatform({ ...named, listen: listenWith(modules), ...(cache && { cache }) });
  const client = createReactClient({ ...rest, plugins: [nativeAppsClient(), ...plugins], platform });
  const flows = createBrowserSignIn({
    ...named,
    client: client as unknown as NativeCalls,
    baseURL,
    redirect,
    ...(basePath !== undefined && { basePath }),
    ...(issuer !== undefined && { issuer }),
    openAuthSession: (url, back) => openAuthSession(modules, url, back),
    crypto: {
      randomBytes: Crypto.getRandomBytes,
      sha256: (data) => Crypto.digest(Crypto.CryptoDigestAlgorithm.SHA256 as never, data),
    },
  });
  return withFlows(client, flows, Linking) as unknown as ExpoAuthClient<Plugins>;
}
