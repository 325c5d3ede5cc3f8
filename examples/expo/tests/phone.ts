/** What a phone keeps while the app is closed, and the modules of Expo that reach it. */

type Listener = (state: { readonly isConnected: boolean }) => void;

function createPhone(nodeFetch: typeof fetch) {
  const keychain = new Map<string, string>();
  const listeners = new Set<Listener>();
  const phone = {
    /** Requests that found no connection. */
    failed: 0,
    isOffline: false,
    requests: [] as RequestInit[],
    async fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
      if (phone.isOffline) {
        phone.failed += 1;
        throw new TypeError("Network request failed");
      }
      phone.requests.push(init);
      return nodeFetch(input, init);
    },
    /** The system tells the app that the connection was away, and is back. */
    connect(): void {
      for (const isConnected of [false, true]) for (const listener of listeners) listener({ isConnected });
    },
    /** The token in the keychain; null: signed out. An item begins with the time of the installation. */
    token(): string | null {
      const item = keychain.get("keyhold.session");
      return item === undefined ? null : JSON.parse(item.slice(item.indexOf(":") + 1)).token;
    },
    async opensSession(server: string, token: string | null): Promise<boolean> {
      const headers = { authorization: `Bearer ${token}` };
      return (await (await nodeFetch(`${server}/api/auth/get-session`, { headers })).json()) !== null;
    },
  };
  const modules = {
    application: { getInstallationTimeAsync: async () => new Date("2026-01-02T03:04:05Z") },
    network: {
      getNetworkStateAsync: async () => ({ isConnected: !phone.isOffline }),
      addNetworkStateListener(listener: Listener) {
        listeners.add(listener);
        return { remove: () => void listeners.delete(listener) };
      },
    },
    secureStore: {
      AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: 3,
      getItemAsync: async (name: string) => keychain.get(name) ?? null,
      setItemAsync: async (name: string, item: string) => void keychain.set(name, item),
      deleteItemAsync: async (name: string) => void keychain.delete(name),
    },
  };
  return { phone, modules };
}

const shared = globalThis as { nodeFetch?: typeof fetch; onePhone?: ReturnType<typeof createPhone> };
shared.onePhone ??= createPhone(shared.nodeFetch ?? fetch);

/** The same phone after each start of the app, which loads each module anew. */
export const { phone, modules } = shared.onePhone;
