import type { Schema } from "@keyhold/core/adapter";
import type { Connection, Driver } from "./driver/driver.js";
import type { Turns } from "./driver/turns.js";
import type { DeclaredTables } from "./tables/app-tables.js";
import type { TableOptions } from "./tables/options.js";

/** The key of the parts of a database. A symbol: apps need none of them, and compilers name only what apps can use. */
export const parts: unique symbol = Symbol.for("keyhold.sql-database");

/** The parts of a database, for adapters on the database's connections and for the command line. */
export interface SqlParts {
  readonly driver: Driver;
  /** The read replica; null without a replica. */
  readonly replica: Connection | null;
  /** The names of tables and columns, and the kind of ids. */
  readonly tables: Required<TableOptions>;
  /** SQLite: the queue for the connection of all writes. */
  readonly turns?: Turns;
  /** The tables that the app declares, if the app's database layer has them as values. */
  readonly declared?: (schema: Schema) => DeclaredTables;
  /** What is wrong with existing rows, for the command line. Reads the users. */
  readonly rowWarnings: (schema: Schema) => Promise<readonly string[]>;
}
