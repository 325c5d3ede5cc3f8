// Databases and storages that count their calls, or fail when a test says so.
export { type CountedDatabase, counted } from "./counted.js";
export { type Fault, type FaultPlan, faulty } from "./faulty.js";
export { faultyStorage, type StorageCall, type StorageFaultPlan } from "./faulty-storage.js";
// Loads the other entry point: a compiler names the types of an app by them.
export type {} from "./index.js";
export { type Interceptor, intercept, type Verb, type VerbCall } from "./intercept.js";
