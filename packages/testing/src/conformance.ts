export {
  type AdapterConformanceOptions,
  adapterConformance,
  type MakeAdapter,
} from "./conformance/adapter-conformance.js";
export {
  type EngineUnderTest,
  engineConformance,
  type MakeEngine,
  type Params,
} from "./conformance/engine-conformance.js";
export {
  type MakeStorage,
  type StorageConformanceOptions,
  secondaryStorageConformance,
} from "./conformance/storage-conformance.js";
