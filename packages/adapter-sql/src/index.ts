export type { DialectName } from "./dialect/dialect.js";
export type { Answer, Cells, Connection, Driver, PoolFacts, Result, Session } from "./driver/driver.js";
export type { SqlOptions, WaitOptions } from "./driver/waits.js";
export { createStatements } from "./migrate/create-statements.js";
export {
  type GeneratedColumn,
  type GeneratedIndex,
  type GeneratedTable,
  generatedTables,
} from "./migrate/generate.js";
export { type ApplyOptions, type MigrationPlan, type MigrationStep, planMigration } from "./migrate/plan.js";
export { type SqlDatabase, type SqlDatabaseOptions, sqlDatabase } from "./sql-database.js";
export type { Statement } from "./statement/statement.js";
export type { IdOption } from "./tables/ids.js";
export type { NamingOptions, TableNaming } from "./tables/names.js";
export type { TableOptions } from "./tables/options.js";
export {
  type ColumnDescription,
  type IndexDescription,
  type TableDescription,
  tablesOf,
} from "./tables/tables-of.js";
