// For authors of adapters: databases and secondary storages.
export type {
  Adapter,
  AnyLocked,
  CounterBounds,
  Database,
  JoinColumns,
  ListOptions,
  ReadOptions,
  RowWith,
  Tx,
  Verbs,
} from "../adapter/adapter.js";
export { createAdapter } from "../adapter/create-adapter.js";
export type { DatabaseClock } from "../adapter/database-clock.js";
export { isRejectedValue, RejectedValue, type RejectedValueOptions } from "../adapter/rejected.js";
export type {
  AnyFindOptions,
  AnyListOptions,
  AnyRow,
  AnyWhere,
  RowBounds,
  RowDatabase,
  RowStore,
  SharedRows,
  TransactionRowStore,
  UnderParent,
} from "../adapter/row-store.js";
export { type ReadTogether, together } from "../adapter/together.js";
export {
  isStorageUnavailable,
  StorageUnavailable,
  type StorageUnavailableOptions,
  type UnavailableReason,
} from "../adapter/unavailable.js";
export { Comparison, isComparison } from "../adapter/where.js";
export { type Capabilities, type ColumnCodec, columnCodec } from "../model/codec.js";
export type { ColumnFacts, ColumnKind, Flag, Primitive } from "../model/column.js";
export { type Flagged, type ModelUse, type OneTime, type Removable, searchedColumns } from "../model/model.js";
export { coreModels } from "../model/models.js";
export { fullModel, mergeSchema, type Schema, type SchemaPart } from "../model/schema.js";
export type { Increment, SecondaryStorage } from "../storage/secondary-storage.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
