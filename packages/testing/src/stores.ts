import { isMemoryDatabase } from "@keyhold/adapter-memory";
import type { Database, SecondaryStorage } from "@keyhold/core/adapter";
import { forkMemoryStorage } from "./memory-storage.js";

/** The database and the secondary storage of an auth. */
export interface Stores {
  readonly database: Database;
  readonly secondaryStorage?: SecondaryStorage | undefined;
}

/** Stores with copies of the rows and values. Throws if they are not in memory. */
export const forkStores = ({ database, secondaryStorage }: Stores): Stores => ({
  database: forkDatabase(database),
  secondaryStorage: secondaryStorage && forkStorage(secondaryStorage),
});

function forkDatabase(database: Database): Database {
  if (isMemoryDatabase(database)) return database.snapshot().fork();
  throw new Error(
    `fork() copies rows of memory() only: "${database.name}" is another database, or a wrapper of memory(). Leave out \`config.database\`, or make a test auth for each test.`,
  );
}

function forkStorage(storage: SecondaryStorage): SecondaryStorage {
  const fork = forkMemoryStorage(storage);
  if (fork) return fork;
  throw new Error(
    `fork() copies values of memoryStorage() only: "${storage.name}" is another storage, or a wrapper of memoryStorage(). Give memoryStorage() as \`config.secondaryStorage\`, or make a test auth for each test.`,
  );
}
