import { memory } from "@keyhold/adapter-memory";
import { planMigration } from "@keyhold/adapter-sql";
import type { Database } from "@keyhold/core/adapter";
import { inject } from "vitest";
import { freshDatabase, type RaceType, raceTypes } from "./databases.ts";
import { openDatabase } from "./processes/open.ts";
import { raceWaits } from "./processes/waits.ts";
import type { Services } from "./services.ts";

/**
 * The databases of races in a single process: memory, too. The everyday tier leaves out SQLite, which runs the
 * statements of a process in turn.
 */
export function racedInOneProcess(services: Services): readonly (RaceType | "memory")[] {
  const types = raceTypes(services);
  if (inject("outages")) return types;
  return ["memory", ...(inject("tier") === "quick" ? types.filter((type) => type !== "sqlite") : types)];
}

/** An empty database of its own for one test file. */
export interface RaceDatabase {
  readonly database: Database;
  /** Creates the tables of an auth. */
  migrate(schema: Parameters<typeof planMigration>[1]): Promise<void>;
  close(): Promise<void>;
}

export async function openRaceDatabase(type: RaceType | "memory", services: Services): Promise<RaceDatabase> {
  if (type === "memory") {
    // Without a pause reads from memory would never yield to other callers.
    const database = memory({ ...raceWaits, pause: () => new Promise(setImmediate) });
    return { database, migrate: async () => undefined, close: async () => undefined };
  }
  const fresh = await freshDatabase(type, services);
  const database = openDatabase(fresh);
  return {
    database,
    migrate: async (schema) => (await planMigration(database, schema)).apply(),
    async close() {
      await database.close();
      await fresh.drop();
    },
  };
}
