import type { TokenStore } from "@keyhold/client/token";
import type { ExpoModules } from "../ports.js";

/**
 * The items of an app in the keychain of iOS or the keystore of Android, on this device only. They can be read after the
 * first unlock, so that a push or a task in the background finds the session while the device is locked.
 *
 * iOS keeps items after an app was removed. Each item therefore begins with the time of the installation, and an item of
 * another installation is dropped.
 */
export function secureStore({ Application, SecureStore }: ExpoModules): TokenStore {
  const options = { keychainAccessible: SecureStore.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY };

  async function installation(): Promise<string> {
    const time = await Application.getInstallationTimeAsync();
    return `${Math.floor(time.getTime() / 1000).toString(36)}:`;
  }

  return {
    async get(name) {
      const [prefix, item] = await Promise.all([installation(), SecureStore.getItemAsync(name, options)]);
      if (item === null) return null;
      if (item.startsWith(prefix)) return item.slice(prefix.length);
      await SecureStore.deleteItemAsync(name, options);
      return null;
    },
    set: async (name, item) => SecureStore.setItemAsync(name, (await installation()) + item, options),
    remove: (name) => SecureStore.deleteItemAsync(name, options),
  };
}
