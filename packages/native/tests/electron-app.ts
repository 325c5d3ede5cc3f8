import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import type { ElectronFrame, ElectronIpcMain, ElectronSafeStorage } from "@keyhold/native/electron";
import { exposeBridge, type RendererBridge } from "@keyhold/native/electron/preload";

type Cipher = Readonly<Record<"encrypt" | "decrypt", (bytes: Uint8Array) => Uint8Array>>;

/** A keyring, as Chromium uses one: a version in front of the encrypted text. */
function keyring(version: string): Cipher {
  const key = randomBytes(32);
  return {
    encrypt(bytes) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([Buffer.from(version), iv, cipher.getAuthTag(), encrypted]);
    },
    decrypt(bytes) {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(3, 15));
      decipher.setAuthTag(bytes.subarray(15, 31));
      return Buffer.concat([decipher.update(bytes.subarray(31)), decipher.final()]);
    },
  };
}

/** `safeStorage` of Electron up to 45, with synchronous functions. */
export function syncSafeStorage({ backend = "gnome_libsecret", version = "v11", isAvailable = true } = {}) {
  const { encrypt, decrypt } = keyring(version);
  return {
    isEncryptionAvailable: () => isAvailable,
    encryptString: (text: string) => encrypt(Buffer.from(text)),
    decryptString: (encrypted: Uint8Array) => Buffer.from(decrypt(encrypted)).toString(),
    getSelectedStorageBackend: () => backend,
  } satisfies ElectronSafeStorage;
}

/** `safeStorage` of Electron from 46 on, with promises. A first item takes longer to encrypt than later ones. */
export function asyncSafeStorage(options: Parameters<typeof syncSafeStorage>[0] = {}) {
  const { isEncryptionAvailable, encryptString, decryptString, ...rest } = syncSafeStorage(options);
  let first: Promise<unknown> | null = new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return {
    ...rest,
    isAsyncEncryptionAvailable: async () => isEncryptionAvailable(),
    async encryptStringAsync(text: string) {
      const wait = first;
      first = null;
      await wait;
      return encryptString(text);
    },
    decryptStringAsync: async (encrypted: Uint8Array) => ({ shouldReEncrypt: false, result: decryptString(encrypted) }),
  } satisfies ElectronSafeStorage;
}

/** The main process and the windows of an app with Electron, played by hand. */
export function createElectron() {
  const app = new EventEmitter();
  const opened: string[] = [];
  const channels = new Map<string, Parameters<ElectronIpcMain["handle"]>[1]>();
  const prevented: string[] = [];

  /** A window with the frame: the page finds the bridge as `window.keyhold`. */
  function openWindow(frame: ElectronFrame | null): RendererBridge {
    let bridge: RendererBridge | undefined;
    exposeBridge({
      contextBridge: {
        exposeInMainWorld(name, api) {
          if (name === "keyhold") bridge = api as RendererBridge;
        },
      },
      ipcRenderer: {
        async invoke(channel, ...inputs) {
          const listener = channels.get(channel);
          if (!listener) throw new Error(`No handler registered for '${channel}'`);
          return structuredClone(await listener({ senderFrame: frame }, ...structuredClone(inputs)));
        },
      },
    });
    if (!bridge) throw new Error("no bridge");
    return bridge;
  }

  return {
    app,
    ipcMain: { handle: (name, listener) => void channels.set(name, listener) } satisfies ElectronIpcMain,
    opened,
    prevented,
    /** What the user does in the browser. */
    visit: (_url: string): unknown => undefined,
    shell() {
      return {
        openExternal: async (url: string) => {
          opened.push(url);
          void this.visit(url);
        },
      };
    },
    openWindow,
    /** A link on macOS. */
    openURL: (url: string) => app.emit("open-url", { preventDefault: () => prevented.push(url) }, url),
    /** A link on Windows and Linux: the system starts a second process, and the first process gets the arguments. */
    secondInstance: (...args: readonly string[]) =>
      app.emit("second-instance", {}, ["example.exe", "--original-process-start-time=1", ...args], "/"),
  };
}
