import { createHash, randomBytes } from "node:crypto";
import type { ExpoModules, NetworkState } from "../src/ports.ts";

type Opened = Awaited<ReturnType<ExpoModules["WebBrowser"]["openAuthSessionAsync"]>>;

/** A phone: the modules of Expo, replaced where the platform begins. */
export interface Phone {
  readonly modules: ExpoModules;
  /** The items of the keychain. */
  readonly keychain: Map<string, string>;
  /** The accessibility of each written item. */
  readonly accessible: Set<unknown>;
  /** The calls of the browser. */
  readonly opened: { readonly url: string; readonly redirect: string; readonly options: object }[];
  installedAt: Date;
  network: NetworkState;
  /** What the browser does with a URL. Default: the user closes it. */
  browser: (url: string) => Opened | Promise<Opened>;
  /** The error of each access to the keychain. */
  keychainError: Error | null;
  readonly link: (url: string) => void;
  readonly appState: (state: string) => void;
  readonly connect: (state: NetworkState) => void;
  readonly listeners: () => number;
}

/** Listeners of an event. */
function emitter<Event>() {
  const listeners = new Set<(event: Event) => void>();
  const add = (listener: (event: Event) => void) => {
    listeners.add(listener);
    return { remove: () => void listeners.delete(listener) };
  };
  const emit = (event: Event): void => {
    for (const listener of listeners) listener(event);
  };
  return { add, emit, count: () => listeners.size };
}

export function createPhone(): Phone {
  const [links, states, networks] = [emitter<{ url: string }>(), emitter<string>(), emitter<NetworkState>()];
  const accessible = new Set<unknown>();
  async function keychain(): Promise<Map<string, string>> {
    if (phone.keychainError) throw phone.keychainError;
    return phone.keychain;
  }
  const modules: ExpoModules = {
    Application: { getInstallationTimeAsync: async () => phone.installedAt },
    AppState: { addEventListener: (_, listener) => states.add(listener) },
    Crypto: {
      getRandomBytes: (count) => new Uint8Array(randomBytes(count)),
      digest: async (_, data) => new Uint8Array(createHash("sha256").update(data).digest()).buffer,
      CryptoDigestAlgorithm: { SHA256: "SHA-256" },
    },
    Linking: { addEventListener: (_, listener) => links.add(listener) },
    Network: {
      getNetworkStateAsync: async () => phone.network,
      addNetworkStateListener: (listener) => networks.add(listener),
    },
    SecureStore: {
      AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: 1,
      getItemAsync: async (name) => (await keychain()).get(name) ?? null,
      async setItemAsync(name, item, options) {
        if (!/^[\w.-]+$/.test(name)) throw new Error(`Invalid key ${name}`);
        accessible.add(options?.keychainAccessible);
        (await keychain()).set(name, item);
      },
      deleteItemAsync: async (name) => void (await keychain()).delete(name),
    },
    WebBrowser: {
      async openAuthSessionAsync(url, redirect, options) {
        phone.opened.push({ url, redirect, options });
        return phone.browser(url);
      },
    },
  };
  const phone: Phone = {
    modules,
    keychain: new Map(),
    accessible,
    opened: [],
    installedAt: new Date("2026-11-01T08:00:00.123Z"),
    network: { isConnected: true, isInternetReachable: true },
    browser: () => ({ type: "cancel" }),
    keychainError: null,
    link: (url) => links.emit({ url }),
    appState: states.emit,
    connect: networks.emit,
    listeners: () => links.count() + states.count() + networks.count(),
  };
  return phone;
}
