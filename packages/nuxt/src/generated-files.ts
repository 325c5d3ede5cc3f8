/** The two files of the app for the generated files: paths without an extension. */
export interface AppFiles {
  readonly auth: string;
  readonly client: string;
}

const quoted = (path: string): string => JSON.stringify(path);

/**
 * The files for `.nuxt/keyhold`: there the types of the app's own auth and client are known. The files of the server
 * are plain JavaScript: Nuxt may keep its folder below node_modules, and Nitro does not compile TypeScript there.
 */
export const generatedFiles = {
  /**
   * The routes. `getRequestIP` answers the address of the socket: the header of a proxy is for `trustedProxies`. The
   * development server passes requests on by a socket without an address.
   */
  handler: ({ auth }: AppFiles): string => `import { defineEventHandler, getRequestIP, toWebRequest } from "h3";
import { auth } from ${quoted(auth)};

export default defineEventHandler((event) => {
  const request = toWebRequest(event);
  // The path of the event is without \`app.baseURL\`, as the routes are.
  const url = new URL(request.url);
  url.pathname = event.path.replace(/\\?.*/s, "");
  return auth.handler(url.href === request.url ? request : new Request(url, request), {
    ipAddress: getRequestIP(event) ?? (import.meta.dev ? "127.0.0.1" : undefined),
  });
});
`,

  /** The server's auto-import. */
  "session-of": ({ auth }: AppFiles): string => `import { toSessionOf } from "@keyhold/nuxt/server";
import { auth } from ${quoted(auth)};

/** The session and user of a request, or null. All calls for an event share one query. */
export const sessionOf = toSessionOf(auth);
`,

  /**
   * Ends a start without a secret, and hands `sessionOf` to the pages, a bundle of their own. A prerendered or cached
   * page gets no session: several users share its HTML.
   * Prerendering, a part of the build, does not even load the auth: the environment may be empty.
   */
  "server-plugin": ({ auth }: AppFiles): string => `import { endUnlessReady, whenLoaded } from "@keyhold/nuxt/server";
import { defineNitroPlugin, getRouteRules } from "nitropack/runtime";

const pageSession = whenLoaded(() => import("./session-of"));

export default defineNitroPlugin((nitro) => {
  if (import.meta.prerender) return;
  if (!import.meta.dev) endUnlessReady(import(${quoted(auth)}));
  nitro.hooks.hook("request", (event) => {
    const { cache, isr } = getRouteRules(event);
    event.context.keyhold = cache || isr ? undefined : pageSession;
  });
});
`,

  /** The auto-import of pages and components. */
  "use-session": ({ client }: AppFiles): string => `import { useState } from "#imports";
import { authClient } from ${quoted(client)};

type Session = (typeof authClient)["$"]["session"];

/**
 * The session and its user: \`data\` is null if the user is signed out, and undefined until the browser knows, on pages
 * without server rendering and on those that are prerendered or cached. \`refresh\` reads it again, in the browser.
 */
export const useSession = () => ({
  data: useState<Session | null | undefined>("keyhold-session"),
  refresh: authClient.session.refetch,
});
`,

  /** Fills the state on the server; in the browser it follows the store of the client. */
  plugin: ({ client }: AppFiles): string => `import { defineNuxtPlugin, onNuxtReady, useRequestEvent } from "#imports";
import { authClient } from ${quoted(client)};
import { useSession } from "./use-session";

export default defineNuxtPlugin({
  name: "keyhold",
  async setup() {
    const { data } = useSession();
    if (import.meta.server) {
      const event = useRequestEvent();
      data.value = await event?.context.keyhold?.(event);
      return;
    }
    const { session } = authClient;
    if (data.value !== undefined) session.hydrate(data.value);
    const follow = () => {
      const state = session.get();
      if (!state.isPending) data.value = state.data;
    };
    onNuxtReady(() => {
      session.subscribe(follow);
      follow();
    });
  },
});
`,
} as const;
