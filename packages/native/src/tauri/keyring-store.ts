import type { TokenStore } from "@keyhold/client/token";
import type { TauriKeyring } from "./plugins.js";

/**
 * The store of the token in the keyring of the system, by a plugin. A plugin with other functions: write a `TokenStore`.
 *
 * @param service the name of the items in the keyring, e.g. the identifier of the app
 * @example const store = keyringStore(keyring, "com.example.app"); // of tauri-plugin-keyring-api
 */
export function keyringStore(keyring: TauriKeyring, service: string): TokenStore {
  return {
    get: (name) => keyring.getPassword(service, name),
    set: (name, item) => keyring.setPassword(service, name, item),
    remove: (name) => keyring.deletePassword(service, name),
  };
}
