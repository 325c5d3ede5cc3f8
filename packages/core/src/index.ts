export { type PasswordSignIn, type SignedIn, type SignInRefusal, signInWithPassword } from "./account/sign-in.js";
export type {
  Adapter,
  AnyHeld,
  CounterBounds,
  Database,
  Held,
  ListOptions,
  RowWith,
  Tx,
  Verbs,
} from "./adapter/adapter.js";
export { Conflict, isConflict } from "./adapter/conflict.js";
export { isStorageUnavailable, StorageUnavailable } from "./adapter/unavailable.js";
export { after, before, Comparison, isIn, type Where } from "./adapter/where.js";
export { type Auth, createAuth, type Handler } from "./auth.js";
export type {
  CallOptions,
  CodeOf,
  InputOf,
  NodeHeaders,
  OutputOf,
  ServerCall,
  ServerCalls,
  Together,
  UserOf,
} from "./calls.js";
export {
  type AccountConfig,
  type AuthConfig,
  type ClientAddressConfig,
  ConfigError,
  type CookieConfig,
  type EmailAndPasswordConfig,
  type EmailVerificationConfig,
  type Log,
  type LogEntry,
  type PasswordCheck,
  type PasswordPerson,
  type RateLimitConfig,
  type SessionConfig,
  type Settings,
  type TrustedOriginsOf,
  type UserConfig,
} from "./config.js";
export type { Caller, Context, Session, TxContext } from "./context.js";
export {
  type Access,
  type AnyEndpoint,
  type Call,
  type ChangesUserColumns,
  type Declaration,
  type Declare,
  type Endpoint,
  endpointsFor,
  type TakesUserColumns,
  type Wire,
} from "./endpoint.js";
export {
  AuthError,
  type AuthErrorOptions,
  type CommonErrorCode,
  type CoreErrorCode,
  commonErrors,
  coreErrors,
  type ErrorCatalogue,
  type ErrorEntry,
  type Issue,
  isAuthError,
} from "./errors.js";
export type { CoreEvent, EventListener, SessionEnd, SignInMethod } from "./events.js";
export type { Connection } from "./http/caller.js";
export type { ClientAddresses } from "./http/client-address.js";
export { type Reply, toResponse } from "./http/reply.js";
export type { TrustedOrigins } from "./http/trusted-origins.js";
export type { Limit, Limiter, Verdict } from "./limit.js";
export type { Letter, LetterContent, LetterOf, Mail } from "./mail.js";
export { type Capabilities, columnCodec, completeRow } from "./model/codec.js";
export {
  type AnyColumn,
  bool,
  Column,
  type ColumnFacts,
  type ColumnKind,
  type ColumnMap,
  counter,
  date,
  type Flag,
  integer,
  json,
  state,
  text,
} from "./model/column.js";
export {
  defineChild,
  defineModel,
  defineOneTime,
  type Flagged,
  type Insert,
  type Model,
  type OneTime,
  type Patch,
  type Public,
  type Row,
  type Table,
  withColumns,
} from "./model/model.js";
export {
  accountModel,
  coreModels,
  type SessionRow,
  sessionModel,
  type User,
  userModel,
  verificationModel,
} from "./model/models.js";
export { fullModel, mergeSchema, type Schema, type SchemaPart } from "./model/schema.js";
export {
  type DataOutcome,
  type Outcome,
  ok,
  type PageOutcome,
  page,
  type RedirectOutcome,
  redirect,
} from "./outcome.js";
export { type AnyPlugin, definePlugin, type Plugin, type Rules, type UserChange, type UserDraft } from "./plugin.js";
export type { ImportedUser } from "./routes/import-users.js";
export type { CoreEndpoints, OperatorEndpoints } from "./routes/index.js";
export type { Increment, SecondaryStorage } from "./secondary-storage.js";
export { argon2idRecipe, defaultRecipe, scryptRecipe } from "./secret/password.js";
export type { Recipe } from "./secret/password-format.js";
export type { PasswordVerifier } from "./secret/password-verifier.js";
export { randomText } from "./secret/random.js";
export { issueTicket, redeemTicket, type TicketKind } from "./secret/ticket.js";
export type { Given, Parsed, Shape } from "./shape.js";
export type { ListedAccount, ListedSession } from "./shapes.js";
export { deleteUser } from "./user/delete.js";
export { publicUser } from "./user/public.js";
