import { type FileHandle, lstat, open, rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** A change takes a few milliseconds: a lock that stays the same for some 5 seconds is of a process that has ended. */
const maxTries = 500;

/** Opens a new file, and waits while another process has the file. */
export async function openLock(lock: string): Promise<FileHandle> {
  let seen: number | undefined;
  let tries = 0;
  for (;;) {
    const handle = await openNew(lock);
    if (handle) return handle;
    const time = await timeOf(lock);
    tries = time === seen ? tries + 1 : 0;
    seen = time;
    if (time !== undefined && tries > maxTries) await removeAbandoned(lock, time, tries);
    // Processes that began together do not come back together.
    await pause(5 + (process.pid % 10));
  }
}

/** Makes a file of the user; null if the file exists. */
const openNew = (path: string): Promise<FileHandle | null> =>
  open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return null;
    throw error;
  });

/** When the file was written; `undefined` without a file. */
const timeOf = async (path: string): Promise<number | undefined> => (await lstat(path).catch(() => null))?.mtimeMs;

/** Of many processes that wait a single process removes the lock: else one would remove the lock of another. */
async function removeAbandoned(lock: string, time: number, tries: number): Promise<void> {
  const remover = `${lock}-${time}`;
  const handle = await openNew(remover);
  if (handle && (await timeOf(lock)) === time) await rm(lock, { force: true });
  await handle?.close();
  // The process that was to remove the lock may have ended, too.
  if (handle || tries > 2 * maxTries) await rm(remover, { force: true });
}
