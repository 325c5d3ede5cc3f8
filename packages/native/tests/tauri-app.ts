import type { TauriDeepLink, TauriKeyring, TauriOpener } from "@keyhold/native/tauri";

/** An app with Tauri, played by hand: its plugins answer and emit as @tauri-apps/plugin-deep-link 2.5 does. */
export function createTauri() {
  const passwords = new Map<string, string>();
  const opened: string[] = [];
  let listeners: ((urls: string[]) => void)[] = [];
  let current: string[] | null = null;
  const keyring: TauriKeyring = {
    getPassword: async (service, name) => passwords.get(`${service}/${name}`) ?? null,
    setPassword: async (service, name, item) => void passwords.set(`${service}/${name}`, item),
    async deletePassword(service, name) {
      if (!passwords.delete(`${service}/${name}`)) throw new Error("No matching entry found in secure storage");
    },
  };
  return {
    passwords,
    opened,
    keyring,
    /** What the user does in the browser. */
    visit: (_url: string): unknown => undefined,
    /** The page begins, or the app starts again: no listener is left. */
    start(): { readonly deepLink: TauriDeepLink; readonly opener: TauriOpener } {
      listeners = [];
      return {
        deepLink: {
          async onOpenUrl(listener) {
            listeners.push(listener);
            return () => undefined;
          },
          getCurrent: async () => current,
        },
        opener: {
          openUrl: async (url) => {
            opened.push(url);
            void this.visit(url);
          },
        },
      };
    },
    /** The system opens the app by links. An event without a listener is lost. */
    open(...urls: string[]): void {
      current = urls;
      for (const listener of listeners) listener(urls);
    },
  };
}
