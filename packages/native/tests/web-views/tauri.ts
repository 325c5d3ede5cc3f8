import { createAuthClient } from "@keyhold/client";
import { nativeAppsClient } from "@keyhold/native/client";
import {
  createTauriSignIn,
  keyringStore,
  type TauriDeepLink,
  type TauriOpener,
  tauriPlatform,
} from "@keyhold/native/tauri";
import { given, items, leave } from "./page.ts";

const { baseURL, redirect, openInSystem } = given;
let take = (_urls: string[]): void => undefined;

const deepLink: TauriDeepLink = {
  async onOpenUrl(listener) {
    take = listener;
  },
  getCurrent: async () => null,
};
const opener: TauriOpener = { openUrl: async (url) => void openInSystem(url).then((link) => take([link])) };
const keyring = {
  getPassword: async (_service: string, name: string) => items.get(name) ?? null,
  setPassword: async (_service: string, name: string, item: string) => items.set(name, item),
  deletePassword: async (_service: string, name: string) => items.delete(name),
};
const store = keyringStore(keyring, "com.example.app");
const client = createAuthClient({ baseURL, platform: tauriPlatform({ store }), plugins: [nativeAppsClient()] });
leave({
  client,
  flows: createTauriSignIn({ deepLink, opener, store, client, baseURL, clientId: "ios", redirect }),
});
