/** The used part of `app` of Electron. */
export interface ElectronApp {
  /** macOS: the system opens a link. */
  on(event: "open-url", listener: (event: { preventDefault(): void }, url: string) => void): unknown;
  /** Windows and Linux: a second process of the app was started, with a link in its arguments. */
  on(event: "second-instance", listener: (event: unknown, argv: string[]) => void): unknown;
}

/** The used part of `shell` of Electron. */
export interface ElectronShell {
  openExternal(url: string): Promise<void>;
}

/** The used part of `safeStorage` of Electron. Electron 46 has the functions with promises only. */
export interface ElectronSafeStorage {
  isAsyncEncryptionAvailable?(): Promise<boolean>;
  encryptStringAsync?(text: string): Promise<Uint8Array>;
  decryptStringAsync?(encrypted: Uint8Array): Promise<{ readonly result: string }>;
  isEncryptionAvailable?(): boolean;
  encryptString?(text: string): Uint8Array;
  decryptString?(encrypted: Uint8Array): string;
  /** Linux: "basic_text" without a keyring, "unknown" before the app is ready. */
  getSelectedStorageBackend?(): string;
}

/** The used part of `ipcMain` of Electron. */
export interface ElectronIpcMain {
  handle(channel: string, listener: (event: ElectronIpcEvent, ...inputs: unknown[]) => unknown): void;
}

/** The sender of a message, as Electron names it. */
export interface ElectronIpcEvent {
  /** Null if the frame has left its page meanwhile. */
  readonly senderFrame: ElectronFrame | null;
}

/** A frame of a window. */
export interface ElectronFrame {
  /** The origin of the page (RFC 6454), e.g. "app://-". */
  readonly origin: string;
  /** Null: the frame is the window's page. */
  readonly parent: object | null;
}

/** The part of Electron for the preload script. */
export interface ElectronPreload {
  readonly contextBridge: { exposeInMainWorld(name: string, api: object): void };
  readonly ipcRenderer: { invoke(channel: string, ...inputs: unknown[]): Promise<unknown> };
}
