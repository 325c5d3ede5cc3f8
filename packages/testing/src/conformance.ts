export {
  type AdapterConformanceOptions,
  adapterConformance,
  type MakeAdapter,
} from "./conformance/adapter-conformance.js";
