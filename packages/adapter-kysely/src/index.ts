export type { DialectName, Tables } from "./dialect/dialect.js";
export type { WaitOptions } from "./driver/waits.js";
export { type KyselyAdapterOptions, type KyselyDatabase, kyselyAdapter } from "./kysely-adapter.js";
export { type MigrationPlan, planMigration } from "./migrate/plan.js";
