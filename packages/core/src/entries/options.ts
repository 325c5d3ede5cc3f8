// For authors of plugins: options, each declared in one place.
export {
  checkKnownKeys,
  type ForeignOptions,
  isObject,
  type KeyCheck,
  type KeyTree,
  type KnownKeys,
  nearestName,
  unknownKeyErrors,
} from "../contract/known-keys.js";
export {
  checked,
  defineOptions,
  flag,
  type GivenOptions,
  given,
  group,
  isWhole,
  limit,
  type Option,
  type OptionFields,
  type OptionRules,
  type OptionsDefinition,
  type OptionsInput,
  oneOf,
  path,
  type ReadOption,
  required,
  string,
  whole,
} from "../contract/options.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
