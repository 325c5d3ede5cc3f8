/** The used part of `@tauri-apps/plugin-deep-link`. */
export interface TauriDeepLink {
  /** Calls the listener with the links of the running app. */
  onOpenUrl(listener: (urls: string[]) => void): Promise<unknown>;
  /** The links of the launch, or null. */
  getCurrent(): Promise<string[] | null>;
}

/** The used part of `@tauri-apps/plugin-opener`. */
export interface TauriOpener {
  openUrl(url: string): Promise<void>;
}

/** A store in the keyring of the system, e.g. `tauri-plugin-keyring-api`. */
export interface TauriKeyring {
  getPassword(service: string, user: string): Promise<string | null>;
  setPassword(service: string, user: string, password: string): Promise<unknown>;
  deletePassword(service: string, user: string): Promise<unknown>;
}
