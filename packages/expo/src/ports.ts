/** What the package uses of the modules of Expo and React Native. */
export interface ExpoModules {
  readonly Application: ApplicationModule;
  readonly AppState: AppStateModule;
  readonly Crypto: CryptoModule;
  readonly Linking: LinkingModule;
  readonly Network: NetworkModule;
  readonly SecureStore: SecureStoreModule;
  readonly WebBrowser: WebBrowserModule;
}

/** A listener that can be removed. */
interface Subscription {
  remove(): void;
}

/** `expo-application`. */
export interface ApplicationModule {
  /** When the app was installed. iOS: the date of a folder of the app. An update keeps it. */
  getInstallationTimeAsync(): Promise<Date>;
}

/** `AppState` of `react-native`. */
export interface AppStateModule {
  addEventListener(type: "change", listener: (state: string) => void): Subscription;
}

/** `expo-crypto`. */
export interface CryptoModule {
  getRandomBytes(count: number): Uint8Array;
  digest(algorithm: never, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
  readonly CryptoDigestAlgorithm: { readonly SHA256: unknown };
}

/** `expo-linking`. */
export interface LinkingModule {
  addEventListener(type: "url", listener: (event: { readonly url: string }) => void): Subscription;
}

/** `expo-network`. */
export interface NetworkModule {
  getNetworkStateAsync(): Promise<NetworkState>;
  addNetworkStateListener(listener: (state: NetworkState) => void): Subscription;
}

/** The connection of a device. A platform may know only a part. */
export interface NetworkState {
  readonly isConnected?: boolean;
  readonly isInternetReachable?: boolean;
}

/** `expo-secure-store`. */
export interface SecureStoreModule {
  readonly AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: number;
  getItemAsync(key: string, options?: SecureStoreOptions): Promise<string | null>;
  setItemAsync(key: string, value: string, options?: SecureStoreOptions): Promise<void>;
  deleteItemAsync(key: string, options?: SecureStoreOptions): Promise<void>;
}

interface SecureStoreOptions {
  readonly keychainAccessible?: number;
}

/** `expo-web-browser`. */
export interface WebBrowserModule {
  openAuthSessionAsync(
    url: string,
    redirect: string,
    options: { readonly preferUniversalLinks?: boolean; readonly showInRecents?: boolean },
  ): Promise<{ readonly type: string; readonly url?: string }>;
}
