// Databases and storages that count their calls, or fail when a test says so.
export { type CountedDatabase, counted } from "./counted.js";
export { type Fault, type FaultPlan, faulty } from "./faulty.js";
export { faultyStorage, type StorageCall, type StorageFaultPlan } from "./faulty-storage.js";
export { type Interceptor, intercept, type Verb, type VerbCall } from "./intercept.js";
