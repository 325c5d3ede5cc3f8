/** A listener of a plugin. */
interface ListenerHandle {
  remove(): Promise<unknown>;
}

/** The used part of `App` of `@capacitor/app`. */
export interface CapacitorApp {
  addListener(event: "appUrlOpen", listener: (event: { readonly url: string }) => void): Promise<ListenerHandle>;
  addListener(
    event: "appStateChange",
    listener: (state: { readonly isActive: boolean }) => void,
  ): Promise<ListenerHandle>;
  /** The link of the launch; iOS: the last link. */
  getLaunchUrl(): Promise<{ readonly url: string } | undefined>;
}

/** The used part of `Browser` of `@capacitor/browser`. */
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
