import type { TokenStore } from "@keyhold/client/token";
import { openLock } from "./file-lock.js";
import { itemsFile } from "./items-file.js";

/**
 * Keeps the items of `tokenPlatform` in a file of the user. On systems with file modes: the file has the mode 0600, a new
 * folder 0700, and a file or folder that other users may read or change is an error. Windows has no modes: the file has
 * the permissions of its folder, so choose a folder of the user's profile.
 *
 * A new file replaces the old file at once, so that another process reads no half of it. Processes change the file one
 * after the other: the new file is the lock `<path>.lock` until then. A process removes an item only if no other process
 * has replaced the item since.
 *
 * @param path of the file, e.g. `join(homedir(), ".config", "example", "session.json")`
 * @throws Error if other users may read the file, or may change its folder
 * @example tokenPlatform({ store: fileStore(path) })
 */
export const fileStore = (path: string): TokenStore => itemsFile(path, openLock);
