/**
 * A store of secrets of the platform, such as a keychain. Each function may answer at once or later, and may fail: then
 * the app is signed out, or stays signed in until it is closed, and no call fails.
 */
export interface TokenStore {
  /** The item, or null. `name`: letters, digits, "." and "-". */
  get(name: string): string | null | undefined | Promise<string | null | undefined>;
  /** Stores an item. The item of a session has less than 300 bytes. */
  set(name: string, item: string): unknown;
  remove(name: string): unknown;
}

/** A store for the last session, which is no secret of a session, but names the user. It answers at once. */
export interface SessionCache {
  get(name: string): string | null | undefined;
  set(name: string, item: string): unknown;
  remove(name: string): unknown;
}
