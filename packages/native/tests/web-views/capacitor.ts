import { createAuthClient } from "@keyhold/client";
import {
  type CapacitorApp,
  type CapacitorBrowser,
  capacitorPlatform,
  createCapacitorSignIn,
  secureStore,
} from "@keyhold/native/capacitor";
import { nativeAppsClient } from "@keyhold/native/client";
import { given, items, leave } from "./page.ts";

const { baseURL, redirect, openInSystem } = given;
let take = (_event: { readonly url: string }): void => undefined;

const App: CapacitorApp = {
  async addListener(event: string, listener: never) {
    if (event === "appUrlOpen") take = listener;
    return { remove: async () => undefined };
  },
  getLaunchUrl: async () => undefined,
};
const Browser: CapacitorBrowser = {
  open: async ({ url }) => void openInSystem(url).then((link) => take({ url: link })),
  close: async () => undefined,
  addListener: async () => ({ remove: async () => undefined }),
};
const store = secureStore({
  getItem: async (name) => items.get(name) ?? null,
  setItem: async (name, item) => items.set(name, item),
  removeItem: async (name) => items.delete(name),
});
const platform = capacitorPlatform({ App, store });
const client = createAuthClient({ baseURL, platform, plugins: [nativeAppsClient()] });
leave({ client, flows: createCapacitorSignIn({ App, Browser, store, client, baseURL, clientId: "ios", redirect }) });
