// For adapters of other database layers: drivers of the clients below those layers.

export type { Fault } from "./dialect/dialect.js";
export { faultOf } from "./dialect/dialects.js";
export { guarded } from "./driver/guarded.js";
export { libsqlDriver } from "./driver/libsql.js";
export { command, waitingBriefly } from "./driver/lock-waits.js";
export { missingDriver } from "./driver/missing.js";
export { type MysqlDriverOptions, mysqlDriver } from "./driver/mysql.js";
export { checkServer } from "./driver/no-connection.js";
export { pgliteDriver } from "./driver/pglite.js";
export { postgresDriver } from "./driver/postgres.js";
export { postgresJsDriver } from "./driver/postgres-js.js";
export type { SqliteConnection, SqliteLike, SqliteStatementLike } from "./driver/sqlite/connection.js";
export { isBusy as isSqliteBusy, type SqliteParts, sqliteDriver } from "./driver/sqlite/driver.js";
export { partsOfOpen } from "./driver/sqlite/open.js";
export { createTurns, type GiveBack, inTurn, lockedByAnother, type Turns } from "./driver/turns.js";
export { inTime, type Waits, waitsOf } from "./driver/waits.js";
// Loads the other entry point: a compiler names the types of drivers by it.
export type {} from "./index.js";
export { withShared } from "./sql-database.js";
export { parts, type SqlParts } from "./sql-parts.js";
export {
  type AppColumn,
  type AppTable,
  type AppTables,
  type DeclaredTable,
  type DeclaredTables,
  idsOf,
  namingOf,
  unfitTables,
} from "./tables/app-tables.js";
export { plural, snake } from "./tables/names.js";
