import { constants, mkdirSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { TokenStore } from "@keyhold/client/token";

type Items = Readonly<Record<string, string>>;

/**
 * Keeps items in a file of the user. A new file replaces the old file at once: until then it is the lock, which
 * `openLock` makes.
 *
 * @throws Error if other users may read the file, or may change its folder
 */
export function itemsFile(path: string, openLock: (lock: string) => Promise<FileHandle>): TokenStore {
  const file = resolve(path);
  const folder = dirname(file);
  /** Changes follow each other: each change reads the items of the change before. */
  let changing: Promise<unknown> = Promise.resolve();
  /** The items that this process has read or written last. */
  const known = new Map<string, string | undefined>();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  checkFolder(folder);
  const present = statSync(file, { throwIfNoEntry: false });
  if (present) checkFile(file, present);

  function change(next: (items: Items) => Items): Promise<void> {
    const changed = changing.then(async () => replace(file, await openLock(`${file}.lock`), next));
    changing = changed.catch(() => undefined);
    return changed;
  }

  return {
    async get(name) {
      await changing;
      const item = (await read(file))[name];
      known.set(name, item);
      return item ?? null;
    },
    async set(name, item) {
      await change((items) => ({ ...items, [name]: item }));
      known.set(name, item);
    },
    remove: (name) =>
      change((items) => {
        const { [name]: item, ...others } = items;
        return known.has(name) && known.get(name) !== item ? items : others;
      }),
  };
}

/** Opens the new file for a program that runs in a single process. */
export const openAlone = (lock: string): Promise<FileHandle> => open(lock, "w", 0o600);

const hasModes = process.platform !== "win32";

const isOfOther = ({ uid }: Stats): boolean => hasModes && uid !== process.getuid?.();

function checkFolder(folder: string): void {
  const stats = statSync(folder);
  if (isOfOther(stats) && stats.uid !== 0) throw new Error(`${folder} belongs to another user.`);
  // 0o1000: in a folder such as /tmp a user may replace own files only.
  const isOpen = hasModes && (stats.mode & 0o022) !== 0 && (stats.mode & 0o1000) === 0;
  if (isOpen) throw new Error(`Other users may change files in ${folder}: run chmod go-w on it.`);
}

function checkFile(file: string, stats: Stats): void {
  if (isOfOther(stats)) throw new Error(`${file} belongs to another user: remove it.`);
  if (hasModes && (stats.mode & 0o077) !== 0)
    throw new Error(`Other users may read ${file}: run chmod 600 on it, and sign in again.`);
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

async function replace(file: string, handle: FileHandle, next: (items: Items) => Items): Promise<void> {
  const lock = `${file}.lock`;
  const own = (await handle.stat()).ino;
  // No other file has the number of an open file. A process that was stopped for seconds has lost its lock.
  const isLocked = async (): Promise<boolean> => (await stat(lock).catch(() => null))?.ino === own;
  try {
    const items = next(await read(file));
    await handle.writeFile(JSON.stringify(items));
    await handle.sync();
    if (!(await isLocked())) throw new Error(`${lock} has changed.`);
    await (Object.keys(items).length > 0 ? rename(lock, file) : rm(file, { force: true }));
  } finally {
    if (await isLocked()) await rm(lock, { force: true });
    await handle.close();
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
