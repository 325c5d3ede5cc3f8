/** A listener of a plugin. */
interface ListenerHandle {
  remove(): Promise<unknown>;
}

/** What this entry uses of `App` of `@capacitor/app`. */
export interface CapacitorApp {
  addListener(event: "appUrlOpen", listener: (event: { readonly url: string }) => void): Promise<ListenerHandle>;
  addListener(
    event: "appStateChange",
    listener: (state: { readonly isActive: boolean }) => void,
  ): Promise<ListenerHandle>;
  /** The link that has started the app; iOS: the link that came last. */
  getLaunchUrl(): Promise<{ readonly url: string } | undefined>;
}

/** What this entry uses of `Browser` of `@capacitor/browser`. */
export interface CapacitorBrowser {
  open(options: { readonly url: string }): Promise<void>;
  /** Fails on iOS if no window is open. */
  close(): Promise<void>;
  addListener(event: "browserFinished", listener: () => void): Promise<ListenerHandle>;
}

/** A store in the keychain or the keystore, e.g. `SecureStorage` of `@aparajita/capacitor-secure-storage`. */
export interface SecureStorage {
  getItem(name: string): Promise<string | null>;
  setItem(name: string, item: string): Promise<unknown>;
  removeItem(name: string): Promise<unknown>;
}
