export {
  checkKnownKeys,
  type ForeignOptions,
  isObject,
  type KeyCheck,
  type KeyTree,
  type KnownKeys,
  keysOf,
  nearestName,
  unknownKeyErrors,
} from "../contract/known-keys.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
