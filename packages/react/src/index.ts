export type {
  Added,
  AddedBy,
  Answer,
  AuthClient,
  CallError,
  CallOptions,
  ClientCall,
  ClientCalls,
  ClientErrorCode,
  ClientOptions,
  ClientStores,
  Endpoint,
  Issue,
  ListedAccount,
  ListedSession,
  PluginTypes,
  Retry,
  SessionErrorCode,
  SessionOf,
  SessionRow,
  Store,
  StoreState,
  Typed,
  User,
} from "@keyhold/client";
export {
  type AccountListHooks,
  type AccountListStores,
  type AccountLists,
  type AccountListTypes,
  accountLists,
} from "@keyhold/client";
export type { AnyClientPlugin, ClientPlugin, Refreshes, Routes, Together } from "@keyhold/client/plugin";
export { createAuthClient, type ReactAuthClient, type StoreHooks } from "./client.js";
export type { SessionView, StoreView } from "./store-view.js";
