import type { TokenStore } from "@keyhold/client/token";
import type { SecureStorage } from "./plugins.js";

/**
 * The store of the token in a plugin for the keychain or the keystore. A plugin with other functions: write a `TokenStore`.
 *
 * @throws TypeError for `localStorage` and `sessionStorage`, which each script of the page can read
 * @example const store = secureStore(SecureStorage); // of @aparajita/capacitor-secure-storage
 */
export function secureStore(storage: SecureStorage): TokenStore {
  if (typeof Storage === "function" && storage instanceof Storage)
    throw new TypeError("secureStore() takes a plugin for the keychain: each script of the page reads localStorage.");
  return {
    get: (name) => storage.getItem(name),
    set: (name, item) => storage.setItem(name, item),
    remove: (name) => storage.removeItem(name),
  };
}
