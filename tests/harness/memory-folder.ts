import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const shared = "/dev/shm";
const minFreeBytes = 128 * 1024 * 1024;

/**
 * The folder for small files of tests. On Linux it is in memory: SQLite waits for the disk at each commit, up to a
 * hundred times longer than for all else that the commit does, and no test takes the power away.
 */
export function memoryFolder(): string {
  try {
    accessSync(shared, constants.W_OK);
    const { bavail, bsize } = statfsSync(shared);
    // Containers often have 64 MiB there, too few for two workers.
    return bavail * bsize < minFreeBytes ? tmpdir() : shared;
  } catch {
    return tmpdir();
  }
}
