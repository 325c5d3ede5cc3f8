// For authors of plugins: the client half.

export type { Together } from "@keyhold/core/types";
export type { CallName, Declared, Routes, RouteTable } from "./calls.js";
export {
  type AnyClientPlugin,
  type ClientPlugin,
  type ClientPluginDeclaration,
  clientPlugin,
  type EmptyStores,
  type HooksOf,
  type Refreshes,
} from "./plugin.js";
