export type { Under } from "../adapter/adapter.js";
export type { ContextDb, ContextTx, ContextVerbs, OnConflict } from "../adapter/on-conflict.js";
// Types of calls and of what plugins add: for typed clients, and for the compiler to name.
export type { SessionWithUser } from "../auth.js";
export type {
  Added,
  AddedBy,
  CodeOf,
  InputOf,
  OptionalInput,
  OutputOf,
  ServerCall,
  ServerCalls,
} from "../contract/calls.js";
export type { EmailsOf, EventsOf, TrustedOriginsOf } from "../contract/config.js";
export type { Declare, EndpointDefaults } from "../contract/endpoint.js";
export type { ErrorFacts, Errors } from "../contract/errors.js";
export type { CoreEmail, Delivered } from "../contract/mail.js";
export type { DataOutcome, PageOutcome } from "../contract/outcome.js";
export type { HookNames } from "../contract/plugin.js";
export type {
  CodesOf,
  GivenFields,
  Known,
  NoColumns,
  ParsedFields,
  Together,
  Typed,
  WithUserColumns,
} from "../contract/plugin-types.js";
export type { Given, Parsed } from "../contract/standard-schema.js";
export type {
  ChangesUserColumns,
  ColumnsTaken,
  TakesSignUp,
  TakesUserColumns,
} from "../contract/taken-columns.js";
export type { ClientAddresses } from "../http/client-address.js";
export type { TrustedOrigins } from "../http/trusted-origins.js";
export type { Unique } from "../model/model.js";
export type { RequestHeaders, SessionOptions } from "../pipeline/session-check.js";
export type { AccountListEndpoints, CoreEndpoints, CoreServerEndpoints } from "../routes/endpoints.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
