export type {
  Answer,
  AnyClientPlugin,
  AuthClient,
  CallError,
  CallOptions,
  ClientCall,
  ClientCalls,
  ClientErrorCode,
  ClientOptions,
  ClientPlugin,
  ClientStores,
  Endpoint,
  Issue,
  ListedAccount,
  ListedSession,
  Retry,
  RowsOf,
  SessionErrorCode,
  SessionOf,
  SessionRow,
  Store,
  StoreState,
  Together,
  User,
  UserOf,
} from "@keyhold/client";
export {
  type AccountListStores,
  type AccountLists,
  accountLists,
} from "@keyhold/client";
export { createAuthClient, type ReactAuthClient, type StoreHooks } from "./client.js";
export type { SessionView, StoreView } from "./store-view.js";
