export {
  type ApplyOptions,
  type DialectName,
  type MigrationPlan,
  type MigrationStep,
  planMigration,
  type WaitOptions,
} from "@keyhold/adapter-sql";
export { type KyselyAdapterOptions, type KyselyDatabase, kyselyAdapter, type Tables } from "./kysely-adapter.js";
export type { KyselyPool } from "./watched-pool.js";
