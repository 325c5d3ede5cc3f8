export {
  type AdapterConformanceOptions,
  adapterConformance,
  type ConformanceWaits,
  type MakeAdapter,
} from "./conformance/adapter-conformance.js";
export {
  type MakeStorage,
  type StorageConformanceOptions,
  secondaryStorageConformance,
} from "./conformance/storage-conformance.js";
