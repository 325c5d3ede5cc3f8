import type { TokenStore } from "@keyhold/client/token";
import { itemsFile, openAlone } from "../node/items-file.js";
import type { ElectronSafeStorage } from "./modules.js";

/** Options of `encryptedFileStore`. */
export interface EncryptedFileStoreOptions {
  /** `safeStorage` of Electron. */
  readonly safeStorage: ElectronSafeStorage;
  /** The file, e.g. `join(app.getPath("userData"), "session.json")`. */
  readonly path: string;
  /** Default: `process.platform`. */
  readonly platform?: string;
}

/**
 * Keeps the token in a file of the user, encrypted with a key of the system's keyring: `fileStore` of `@keyhold/native/node`
 * with `safeStorage`. Call it after `app.whenReady()`. Without the key of an item the app is signed out.
 *
 * @throws Error if the system has no keyring: the token is never stored as plain text
 * @throws Error as `fileStore`, if other users may read the file
 * @example
 * await app.whenReady();
 * const store = await encryptedFileStore({ safeStorage, path: join(app.getPath("userData"), "session.json") });
 */
export async function encryptedFileStore(options: EncryptedFileStoreOptions): Promise<TokenStore> {
  const { safeStorage, path, platform = process.platform } = options;
  const backend = platform === "linux" ? safeStorage.getSelectedStorageBackend?.() : undefined;
  const isEncrypted = await isAvailable(safeStorage);
  if (!isEncrypted || backend === "basic_text" || backend === "unknown") throw new Error(noKeyring(backend));
  // The app runs in a single process: see `electronLinks`.
  const file = itemsFile(path, openAlone);
  /** A removal must not overtake the encryption of an item. */
  let changing: Promise<unknown> = Promise.resolve();
  function change(next: () => unknown): Promise<unknown> {
    const changed = changing.then(next);
    changing = changed.catch(() => undefined);
    return changed;
  }

  return {
    async get(name) {
      await changing;
      const item = await file.get(name);
      return item == null ? null : decrypt(safeStorage, Buffer.from(item, "base64"));
    },
    set: (name, item) =>
      change(async () => {
        const encrypted = Buffer.from(await encrypt(safeStorage, item));
        if (platform === "linux" && encrypted.subarray(0, 3).equals(publicKey))
          throw new Error(noKeyring("basic_text"));
        await file.set(name, encrypted.toString("base64"));
      }),
    remove: (name) => change(() => file.remove(name)),
  };
}

/** On Linux the text begins with "v10" if Chromium has used its built-in key. */
const publicKey = Buffer.from("v10");

const noKeyring = (backend = "none"): string =>
  `encryptedFileStore(): the system has no keyring for the token (backend "${backend}"). Call it after app.whenReady(). On Linux the user needs a keyring, such as GNOME Keyring or KWallet. Without a keyring keep the token in memory: the user signs in at each start.`;

const isAvailable = async (safeStorage: ElectronSafeStorage): Promise<boolean> =>
  (await safeStorage.isAsyncEncryptionAvailable?.()) ?? safeStorage.isEncryptionAvailable?.() ?? false;

/** Each kind of functions decrypts the text of the other kind. */
async function encrypt(safeStorage: ElectronSafeStorage, text: string): Promise<Uint8Array> {
  const encrypted = (await safeStorage.encryptStringAsync?.(text)) ?? safeStorage.encryptString?.(text);
  if (!encrypted) throw new Error(noKeyring());
  return encrypted;
}

async function decrypt(safeStorage: ElectronSafeStorage, encrypted: Buffer): Promise<string | null> {
  const answer = await safeStorage.decryptStringAsync?.(encrypted);
  return answer?.result ?? safeStorage.decryptString?.(encrypted) ?? null;
}
