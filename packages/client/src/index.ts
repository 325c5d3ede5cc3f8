// What a client's type is made of. Named here too, so that an app may infer types and depend on this package only.
export type { Endpoint, Issue, ListedAccount, ListedSession, SessionRow, User } from "@keyhold/core";
export { type AccountListHooks, type AccountListStores, type AccountLists, accountLists } from "./account-lists.js";
export type { Answer, CallError, ClientErrorCode } from "./answer.js";
export type {
  CallName,
  CallOptions,
  ClientCall,
  ClientCalls,
  ClientStores,
  Declared,
  Routes,
  RouteTable,
} from "./calls.js";
export {
  type AuthClient,
  type ClientOptions,
  createAuthClient,
  type RowsOf,
  type SessionErrorCode,
  type SessionOf,
  type UserOf,
} from "./client.js";
export {
  type AnyClientPlugin,
  type ClientPlugin,
  type ClientPluginDeclaration,
  clientPlugin,
  type EmptyStores,
  type HooksOf,
  type Refreshes,
  type Together,
} from "./plugin.js";
export type { Retry } from "./retry.js";
export type { Store, StoreState } from "./store.js";
