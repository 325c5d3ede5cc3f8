// For authors of plugins: the client half.

export type { Together } from "@keyhold/core/types";
export type { Action, CallName, CallTable, CallTree, Declared, Routes, RouteTable } from "./calls.js";
// Loads the other entry point: a compiler names the types of an app by them.
export type {} from "./index.js";
export {
  type AnyClientPlugin,
  type ClientPlugin,
  type ClientPluginDeclaration,
  clientPlugin,
  type EmptyStores,
  type HooksOf,
  type Refreshes,
} from "./plugin.js";
