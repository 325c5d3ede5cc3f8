import type { Database, Schema } from "@keyhold/core/adapter";
import { connectAdapter } from "./adapter/connect.js";
import type { DialectName } from "./dialect/dialect.js";
import { dialects } from "./dialect/dialects.js";
import type { Connection, Driver, Session } from "./driver/driver.js";
import type { MigrationPlan } from "./migrate/plan.js";
import { placeOf } from "./place.js";
import { parts, type SqlParts } from "./sql-parts.js";
import { type TableOptions, tableOptions } from "./tables/options.js";

/**
 * A database of this package: for `createAuth` and for `planMigration`. `AppTransaction`: what `auth.transaction` gives to
 * the app.
 */
export interface SqlDatabase<AppTransaction = unknown> extends Database<AppTransaction> {
  readonly type: DialectName;
  /**
   * The connection of migrations; null if the tables are made by a tool of the app.
   * @internal
   */
  readonly session: Session | null;
  /** For adapters of other layers on the database's connections. */
  readonly [parts]: SqlParts;
  /**
   * `planMigration` of this database, for the command line; null if the tables are made by a tool of the app.
   * @internal
   */
  readonly plan: ((schema: Schema) => Promise<MigrationPlan>) | null;
  /** Closes the connections opened by this package, and no others. */
  close(): Promise<void>;
}

/** The options of `sqlDatabase`: a driver, the kind of database, and the names of tables. */
export interface SqlDatabaseOptions extends TableOptions {
  /** Shown in messages, e.g. "drizzle (postgres)". */
  readonly name: string;
  readonly type: DialectName;
  readonly driver: Driver;
  /**
   * A read replica of the database: lists for display are read there. Default: no replica. The primary
   * database answers while the replica fails.
   */
  readonly replica?: Connection | undefined;
  /** What the environment did not give: see `Database`. */
  readonly missing?: readonly string[];
  /** The database's URL or path, or the connected object of the app: what tells the database from others. */
  readonly place?: string | object | undefined;
}

/**
 * Makes a database of a driver, for authors of adapters.
 *
 * @throws TypeError if `naming` or `ids` is wrong.
 * @example
 * export const acme = (client: Acme): SqlDatabase =>
 *   sqlDatabase({ name: "acme (postgres)", type: "postgres", driver: acmeDriver(client) });
 */
export function sqlDatabase<AppTransaction = never>({
  name,
  type,
  driver,
  replica,
  missing = [],
  place,
  ...options
}: SqlDatabaseOptions): SqlDatabase<AppTransaction> {
  const tables = tableOptions(name, type, options);
  const database: SqlDatabase<AppTransaction> = {
    name,
    type,
    [parts]: {
      driver,
      tables,
      replica: replica ?? null,
      rowWarnings: async (schema) => (await import("./migrate/row-warnings.js")).rowWarnings(database, schema),
    },
    hasTransactions: true,
    missing,
    place: placeOf(place, options.naming),
    session: driver.session ?? null,
    connect: (schema) => connectAdapter(schema, dialects[type], driver, tables, replica ?? null),
    // Loaded at the first use: apps do not migrate.
    plan: driver.session ? async (schema) => (await import("./migrate/plan.js")).planMigration(database, schema) : null,
    close: () => driver.close(),
  };
  return database;
}

/** The database, sharing transactions of another database layer with the app: `shared` runs on the same connections. */
export function withShared<AppTransaction>(
  database: SqlDatabase,
  shared: NonNullable<Driver["shared"]>,
): SqlDatabase<AppTransaction> {
  const { type } = database;
  const { tables, replica } = database[parts];
  const driver: Driver = { ...database[parts].driver, shared };
  const { $: _, ...rest } = database;
  return {
    ...rest,
    [parts]: { ...database[parts], driver },
    connect: (schema) => connectAdapter(schema, dialects[type], driver, tables, replica),
  };
}
