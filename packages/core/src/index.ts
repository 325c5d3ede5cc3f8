export { forgetGuesses } from "./account/attempt.js";
export { contest, settleContest } from "./account/contested.js";
export { createCredential, setCredential } from "./account/credential.js";
export { accountsOf, scopesIn } from "./account/list.js";
export { hashNewPassword } from "./account/new-password.js";
export { noticeAccount } from "./account/notice.js";
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
export { holdAll } from "./adapter/hold-all.js";
export { pagesOf } from "./adapter/pages.js";
export { isStorageUnavailable, StorageUnavailable } from "./adapter/unavailable.js";
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
} from "./calls.js";
export {
  type AccountConfig,
  type AuthConfig,
  type ClientAddressConfig,
  ConfigError,
  type CookieConfig,
  type EmailAndPasswordConfig,
  type EmailVerificationConfig,
  type EventsOf,
  type LettersOf,
  type Log,
  type LogEntry,
  type PasswordCheck,
  type PasswordPerson,
  type RateLimitConfig,
  type RulesOf,
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
  type ColumnsTaken,
  type Declaration,
  type Declare,
  type Endpoint,
  endpointsFor,
  type Refusal,
  type SignedDelivery,
  type TakesColumns,
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
export type {
  CoreEvent,
  EventListener,
  PluginEvent,
  PluginEventListener,
  SessionEnd,
  SignInMethod,
} from "./events.js";
export type { Connection } from "./http/caller.js";
export type { ClientAddresses } from "./http/client-address.js";
export { safeRedirect, withQuery } from "./http/redirect.js";
export { type Reply, toResponse } from "./http/reply.js";
export type { TrustedOrigins } from "./http/trusted-origins.js";
export { type Lease, takeLease } from "./limit/lease.js";
export type { Limit, Limiter, Verdict } from "./limit.js";
export type {
  CoreLetter,
  Delivered,
  Letter,
  LetterContent,
  LetterKind,
  LetterOf,
  Mail,
  PlainWords,
  PluginLetter,
} from "./mail.js";
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
  type OneTime,
  type Patch,
  type Public,
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
export {
  accepted,
  type DataOutcome,
  type Outcome,
  ok,
  type PageOutcome,
  page,
  type RedirectOutcome,
  redirect,
} from "./outcome.js";
export {
  type AddedColumns,
  type Additions,
  type AnyPlugin,
  definePlugin,
  eventsFor,
  type ModelExtension,
  type ModelFaces,
  type NoAdditions,
  type Plugin,
  type PluginDeclaration,
  type PluginRules,
  type Problems,
  type RuleReader,
  type Rules,
  rulesFor,
  type UserChange,
  type UserDraft,
} from "./plugin.js";
export type { ImportedUser } from "./routes/import-users.js";
export type { CoreEndpoints, OperatorEndpoints } from "./routes/index.js";
export { oneLine, safeName } from "./safe-name.js";
export type { Increment, SecondaryStorage } from "./secondary-storage.js";
export { fingerprint } from "./secret/hash.js";
export { argon2idRecipe, defaultRecipe, scryptRecipe } from "./secret/password.js";
export type { Recipe } from "./secret/password-format.js";
export type { PasswordVerifier } from "./secret/password-verifier.js";
export { randomText } from "./secret/random.js";
export type { SealedValues } from "./secret/sealed.js";
export { issueTicket, redeemTicket, type TicketKind, takeTicket } from "./secret/ticket.js";
export { actorOf } from "./session/actor.js";
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
export { livingSessions, shownToken } from "./session/list.js";
export { type OpenedSession, openSession, type SignIn } from "./session/open.js";
export { type ResumedSession, resumeSession } from "./session/resume.js";
export { rotateSession } from "./session/rotate.js";
export { suspendCopies } from "./session/suspend.js";
export { updateSession } from "./session/update.js";
export type { Given, Parsed, Shape } from "./shape.js";
export type { ListedAccount, ListedSession } from "./shapes.js";
export { readUserColumns } from "./user/columns.js";
export { createUser, type OnTaken, refuseTaken } from "./user/create.js";
export { deleteUser } from "./user/delete.js";
export { parseEmail } from "./user/email.js";
export { mayWriteTo } from "./user/letter-limit.js";
export { markProven } from "./user/proven.js";
export { publicUser } from "./user/public.js";
export { updateUser } from "./user/update.js";
export { sendVerification } from "./user/verification.js";
