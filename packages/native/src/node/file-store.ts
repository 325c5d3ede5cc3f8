import { randomBytes } from "node:crypto";
import { constants, mkdirSync, type Stats, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { TokenStore } from "@keyhold/client/token";

type Items = Readonly<Record<string, string>>;

/**
 * Keeps the items of `tokenPlatform` in a file of the user. On systems with file modes: the file has the mode 0600, a new
 * folder 0700, and a file or folder that other users may read or change is an error. Windows has no modes: the file has
 * the permissions of its folder, so choose a folder of the user's profile.
 *
 * A new file replaces the old file at once, so that another process reads no half of it.
 *
 * @param path of the file, e.g. `join(homedir(), ".config", "example", "session.json")`
 * @throws Error if other users may read the file, or may change its folder
 * @example tokenPlatform({ store: fileStore(path) })
 */
export function fileStore(path: string): TokenStore {
  const file = resolve(path);
  const folder = dirname(file);
  /** Changes follow each other: each change reads the items of the change before. */
  let changing: Promise<unknown> = Promise.resolve();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  checkFolder(folder);
  const present = statSync(file, { throwIfNoEntry: false });
  if (present) checkFile(file, present);

  function change(next: (items: Items) => Items): Promise<void> {
    const changed = changing.then(async () => write(file, next(await read(file))));
    changing = changed.catch(() => undefined);
    return changed;
  }

  return {
    async get(name) {
      await changing;
      return (await read(file))[name] ?? null;
    },
    set: (name, item) => change((items) => ({ ...items, [name]: item })),
    remove: (name) => change(({ [name]: _, ...items }) => items),
  };
}

const hasModes = process.platform !== "win32";

const isOfOther = ({ uid }: Stats): boolean => hasModes && uid !== process.getuid?.();

function checkFolder(folder: string): void {
  const stats = statSync(folder);
  // 0o1000: in a folder such as /tmp a user may replace own files only.
  const isOpen = hasModes && (stats.mode & 0o022) !== 0 && (stats.mode & 0o1000) === 0;
  if (isOpen) throw new Error(`Other users may change files in ${folder}: run chmod go-w on it.`);
}

function checkFile(file: string, stats: Stats): void {
  if (isOfOther(stats)) throw new Error(`${file} belongs to another user: remove it.`);
  if (hasModes && (stats.mode & 0o077) !== 0)
    throw new Error(`Other users may read ${file}: remove it, or run chmod 600 on it, and sign in again.`);
}

async function read(file: string): Promise<Items> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(ifMissing);
  if (!handle) return {};
  try {
    checkFile(file, await handle.stat());
    return itemsIn(await handle.readFile("utf8"));
  } finally {
    await handle.close();
  }
}

/** A file of another form has no items: the user is signed out. */
function itemsIn(text: string): Items {
  try {
    const items = Object.entries(Object(JSON.parse(text)));
    return Object.fromEntries(items.filter((item): item is [string, string] => typeof item[1] === "string"));
  } catch {
    return {};
  }
}

async function write(file: string, items: Items): Promise<void> {
  if (Object.keys(items).length === 0) return rm(file, { force: true });
  const next = `${file}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    const handle = await open(next, "wx", 0o600);
    try {
      await handle.writeFile(JSON.stringify(items));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
