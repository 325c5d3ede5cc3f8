export { type AccountClaim, claimAccount } from "./account/claim.js";
export { accountsOf, scopesIn } from "./account/list.js";
export { notifyAccountOwner } from "./account/notify.js";
export { type AccountName, chooseAccount } from "./account/unlink.js";
export type {
  Adapter,
  AnyLocked,
  CounterBounds,
  Database,
  JoinColumns,
  ListOptions,
  Locked,
  RowWith,
  Tx,
  Verbs,
} from "./adapter/adapter.js";
export { Conflict, isConflict } from "./adapter/conflict.js";
export type { DatabaseClock } from "./adapter/database-clock.js";
export { lockAll } from "./adapter/lock-all.js";
export { pagesOf } from "./adapter/pages.js";
export { removePages } from "./adapter/remove-pages.js";
export {
  isStorageUnavailable,
  StorageUnavailable,
  type StorageUnavailableOptions,
  type UnavailableReason,
} from "./adapter/unavailable.js";
export { after, before, Comparison, isIn, startsWith, type Where } from "./adapter/where.js";
export { type Auth, createAuth, type Handler } from "./auth.js";
export type {
  CallOptions,
  CodeOf,
  GrownRows,
  InputOf,
  NodeHeaders,
  OutputOf,
  RowsOf,
  ServerCall,
  ServerCalls,
  SessionRowOf,
  Together,
  UserOf,
} from "./contract/calls.js";
export type { Challenge, ChallengeAttempt, ChallengedAction } from "./contract/challenge.js";
export {
  type AccountConfig,
  type AuthConfig,
  type ClientAddressConfig,
  ConfigError,
  type CookieConfig,
  type EmailAndPasswordConfig,
  type EmailsOf,
  type EmailVerificationConfig,
  type EventsOf,
  type HooksOf,
  type Log,
  type LogEntry,
  type PasswordCheck,
  type PasswordPerson,
  type RateLimitConfig,
  type SessionConfig,
  type Settings,
  type TrustedOriginsOf,
  type UserConfig,
} from "./contract/config.js";
export type { Caller, Context, Session, TxContext } from "./contract/context.js";
export {
  type Access,
  type AnyEndpoint,
  type Call,
  type ChangesUserColumns,
  type ColumnsTaken,
  type Declaration,
  type Declare,
  type Endpoint,
  type EndpointDefaults,
  endpointsFor,
  type FreshAge,
  type Refusal,
  type Route,
  type SignedDelivery,
  type TakesColumns,
  type TakesUserColumns,
} from "./contract/endpoint.js";
export type { ListedAccount, ListedSession } from "./contract/entity-schemas.js";
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
} from "./contract/errors.js";
export type {
  CoreEvent,
  EventListener,
  PluginEvent,
  PluginEventListener,
  SessionEnd,
  SignInMethod,
} from "./contract/events.js";
export type {
  CoreEmail,
  Delivered,
  EmailContent,
  EmailKind,
  EmailMessage,
  EmailOf,
  EmailTexts,
  Mail,
  PluginEmail,
} from "./contract/mail.js";
export {
  accepted,
  type DataOutcome,
  type Outcome,
  ok,
  type PageOutcome,
  page,
  type RedirectOutcome,
  redirect,
  seeOther,
} from "./contract/outcome.js";
export {
  type AddedColumns,
  type Additions,
  type AnyPlugin,
  type ConfigErrors,
  definePlugin,
  eventsFor,
  type HookReader,
  type Hooks,
  hooksFor,
  type ModelExtension,
  type ModelFaces,
  type NoAdditions,
  type Plugin,
  type PluginDeclaration,
  type PluginHooks,
  type UserChange,
  type UserDraft,
} from "./contract/plugin.js";
export { oneLine, safeName } from "./contract/safe-name.js";
export type { Given, Parsed, ValidationSchema } from "./contract/standard-schema.js";
export type { Connection } from "./http/caller.js";
export type { ClientAddresses } from "./http/client-address.js";
export type { HeaderLookup, IncomingBody, IncomingRequest } from "./http/incoming-request.js";
export type { Navigation } from "./http/navigation.js";
export { safeRedirect, withQuery } from "./http/redirect.js";
export { type Reply, toResponse } from "./http/reply.js";
export type { TrustedOrigins } from "./http/trusted-origins.js";
export { acquireLease, type Lease } from "./limit/lease.js";
export type { Limit, Limiter, Verdict } from "./limit/limit.js";
export { type Capabilities, type ColumnCodec, columnCodec, completeRow } from "./model/codec.js";
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
  type Primitive,
  state,
  text,
} from "./model/column.js";
export { type CursorPlace, pageOf, readCursor, refuseCursor, writeCursor } from "./model/cursor.js";
export { differences } from "./model/differences.js";
export { readColumns, storedForm, storedRow } from "./model/input.js";
export {
  defineChild,
  defineModel,
  defineOneTime,
  type Flagged,
  type Insert,
  type Model,
  type ModelUse,
  type OneTime,
  type Patch,
  type Public,
  type Removable,
  type Row,
  searchedColumns,
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
export { publicColumns, publicRow } from "./model/public.js";
export { fullModel, mergeSchema, type Schema, type SchemaPart } from "./model/schema.js";
export { forgetGuesses } from "./password/attempt.js";
export { createCredential, setCredential } from "./password/credential.js";
export type { PasswordHashing } from "./password/format.js";
export { argon2idHashing, defaultHashing, scryptHashing } from "./password/hash.js";
export { hashNewPassword } from "./password/policy.js";
export { type PasswordSignIn, type SignedIn, type SignInRefusal, signInWithPassword } from "./password/sign-in.js";
export type { PasswordVerifier } from "./password/verifier.js";
export type { ImportedUser } from "./routes/import-users.js";
export type { CoreEndpoints, CoreServerEndpoints } from "./routes/index.js";
export type { EncryptedValues } from "./secret/encrypted-values.js";
export { fingerprint } from "./secret/hash.js";
export {
  consumeOneTimeToken,
  issueOneTimeToken,
  type OneTimeTokenKind,
  redeemOneTimeToken,
} from "./secret/one-time-token.js";
export { randomText } from "./secret/random.js";
export { actorOf } from "./session/actor.js";
export { invalidateSessionCache } from "./session/cache/invalidate.js";
export {
  type EndSessions,
  endActing,
  endNamed,
  endSession,
  endSessions,
  type NamedSession,
  refuseEnded,
} from "./session/close.js";
export { clearedCookies, cookieName, readSignedCookies, signedCookie } from "./session/cookie.js";
export { activeSessions, type ShownSession, shownToken, tokenFor } from "./session/list.js";
export { type OpenedSession, openSession, type SignIn } from "./session/open.js";
export { type ResumedSession, resumeSession } from "./session/resume.js";
export { rotateSession } from "./session/rotate.js";
export { updateSession } from "./session/update.js";
export type { Increment, SecondaryStorage } from "./storage/secondary-storage.js";
export { readUserColumns } from "./user/columns.js";
export { createUser, type OnTaken } from "./user/create.js";
export { deleteUser } from "./user/delete.js";
export { recordDuplicateSignUp, resolveDuplicateSignUp } from "./user/duplicate-sign-up.js";
export { parseEmail } from "./user/email.js";
export { mayEmail } from "./user/email-limit.js";
export { markVerified } from "./user/mark-verified.js";
export { publicUser } from "./user/public.js";
export { sendVerification } from "./user/send-verification.js";
export { refuseTaken } from "./user/taken.js";
export { confirmedCookies, hasFollowedEmail, isConfirmed, isUnconfirmed } from "./user/unconfirmed.js";
export { updateUser } from "./user/update.js";
