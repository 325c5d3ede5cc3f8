// For apps: create an auth, mount it, handle its events and errors.

export { type Auth, createAuth, type Handler, type SessionOf, type UserOf } from "../auth.js";
export type { CallOptions } from "../contract/calls.js";
export type { Challenge, ChallengeAttempt, ChallengedAction } from "../contract/challenge.js";
export { type AuthConfig, ConfigError, type Log, type LogEntry } from "../contract/config.js";
export type {
  AccountConfig,
  ClientAddressConfig,
  CookieConfig,
  EmailAndPasswordConfig,
  EmailVerificationConfig,
  RateLimitConfig,
  SessionConfig,
  UserConfig,
} from "../contract/config-sections.js";
export type { Session } from "../contract/context.js";
export type {} from "../contract/entity-schemas.js";
export {
  AuthError,
  type CommonErrorCode,
  type CoreErrorCode,
  defineErrors,
  type ErrorCatalogue,
  type ErrorEntry,
  type Issue,
  isAuthError,
} from "../contract/errors.js";
export type { CoreEvent, EventListener, SessionEnd, SignInMethod } from "../contract/events.js";
export type { Limit } from "../contract/limit.js";
export type { EmailKind, EmailMessage, EmailOf, Mail } from "../contract/mail.js";
export type { UserColumns, UserColumnTypes } from "../contract/plugin-types.js";
export type { SessionRow, User, UserRow } from "../model/models.js";
export type { ImportedUser } from "../routes/import-users.js";
export type {} from "./adapter.js";
export type {} from "./passwords.js";
// Loads the other entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
export type {} from "./server.js";
export type {} from "./types.js";
