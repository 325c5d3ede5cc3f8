export type { DialectName, IdOption, SqlDatabase, WaitOptions } from "@keyhold/adapter-sql";
export {
  type DrizzleAdapterOptions,
  type DrizzleDatabase,
  drizzleAdapter,
  type TransactionOf,
} from "./drizzle-adapter.js";
export type { GivenTable } from "./tables.js";
