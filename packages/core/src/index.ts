export { contest, settleContest } from "./account/contested.js";
export { accountsOf, scopesIn } from "./account/list.js";
export { type PasswordSignIn, type SignedIn, type SignInRefusal, signInWithPassword } from "./account/sign-in.js";
export { type TakeOver, takeOver } from "./account/take-over.js";
export { type AccountName, chooseAccount } from "./account/unlink.js";
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
  type Refusal,
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
export { safeRedirect, withQuery } from "./http/redirect.js";
export { type Reply, toResponse } from "./http/reply.js";
export type { TrustedOrigins } from "./http/trusted-origins.js";
export { type Lease, takeLease } from "./limit/lease.js";
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
export { fingerprint } from "./secret/hash.js";
export { argon2idRecipe, defaultRecipe, scryptRecipe } from "./secret/password.js";
export type { Recipe } from "./secret/password-format.js";
export type { PasswordVerifier } from "./secret/password-verifier.js";
export { randomText } from "./secret/random.js";
export type { SealedValues } from "./secret/sealed.js";
export { issueTicket, redeemTicket, type TicketKind, takeTicket } from "./secret/ticket.js";
export { cookieName, readSignedCookies, signedCookie } from "./session/cookie.js";
export { type OpenedSession, openSession, type SignIn } from "./session/open.js";
export { rotateSession } from "./session/rotate.js";
export { suspendCopies } from "./session/suspend.js";
export type { Given, Parsed, Shape } from "./shape.js";
export type { ListedAccount, ListedSession } from "./shapes.js";
export { readUserColumns } from "./user/columns.js";
export { createUser, type OnTaken, refuseTaken } from "./user/create.js";
export { deleteUser } from "./user/delete.js";
export { parseEmail } from "./user/email.js";
export { markProven } from "./user/proven.js";
export { publicUser } from "./user/public.js";
export { updateUser } from "./user/update.js";
export { sendVerification } from "./user/verification.js";
