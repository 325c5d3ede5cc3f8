// What the type of a client is made of: named here too, so that an app depends on this package only.

export type { Issue, SessionRow, User, UserColumns, UserColumnTypes } from "@keyhold/core";
export type { EmailChange, ListedAccount, ListedSession } from "@keyhold/core/entity-schemas";
export type { Endpoint, MoreAsked, PluginTypes, StepUpNeed } from "@keyhold/core/plugin";
export type {
  Added,
  AddedBy,
  ChangesUserColumns,
  ColumnsTaken,
  TakesSignUp,
  TakesUserColumns,
  Typed,
} from "@keyhold/core/types";
export {
  type AccountListHooks,
  type AccountListStores,
  type AccountLists,
  type AccountListTypes,
  accountLists,
} from "./account-lists.js";
export type { Answer, CallError, ClientErrorCode } from "./answer.js";
export type { CallOptions, ClientCall, ClientCalls, ClientStores } from "./calls.js";
export {
  type AuthClient,
  type ClientOptions,
  createAuthClient,
  type SessionErrorCode,
  type SessionOf,
} from "./client.js";
// Loads the other entry points: a compiler names the types of an app by them.
export type {} from "./for-plugins.js";
export type { AuthSession, Platform, PlatformEvents, PlatformHeaders, PlatformServer } from "./platform.js";
export type { Pages } from "./redirect.js";
export type { Retry } from "./retry.js";
export type { OnStepUp } from "./step-up.js";
export type { RefetchOptions, Store, StoreState } from "./store.js";
export { type AuthWithUserColumns, userColumns } from "./user-columns.js";
