// For authors of plugins: routes, hooks, columns and tables of their own.
export type { Locked } from "../adapter/adapter.js";
export { Conflict, isConflict } from "../adapter/conflict.js";
export {
  type EncryptedColumn,
  encryptAgain,
  encryptedColumn,
  type Reencrypted,
} from "../adapter/encrypted-columns.js";
export {
  defineExpiringValue,
  type ExpiringValue,
  type ExpiringValueDeclaration,
  type Finder,
  type StoredValue,
  type ValuePlace,
} from "../adapter/expiring-value.js";
export { lockAll } from "../adapter/lock-all.js";
export { pagesOf } from "../adapter/pages.js";
export { removePages } from "../adapter/remove-pages.js";
export { after, before, isIn, startsWith, type Where } from "../adapter/where.js";
export type { Access, FreshAge } from "../contract/access.js";
export { type Ask, type KeptWrites, type MoreAsked, moreAsked, type Pass } from "../contract/asked.js";
export type { AuthMethod } from "../contract/auth-method.js";
export type { Call, SignedDelivery } from "../contract/call.js";
export type { Settings } from "../contract/config.js";
export type { Caller, Context, HookContext, ReadingContext, TxContext } from "../contract/context.js";
export {
  type AnyEndpoint,
  type Declaration,
  type Endpoint,
  endpointsFor,
  type Route,
} from "../contract/endpoint.js";
export { type AuthErrorOptions, commonErrors, coreErrors, type Fail } from "../contract/errors.js";
export type { PluginEvent, PluginEventListener } from "../contract/events.js";
export type { AddedColumns, Hooks, HookTypes, UserChange, UserCreation, UserDraft } from "../contract/hooks.js";
export { type HookReader, hooksFor } from "../contract/hooks-for.js";
export type { Limiter, Verdict } from "../contract/limit.js";
export type { EmailContent, EmailTexts, PluginEmail } from "../contract/mail.js";
export type { ModelExtension, ModelTypes } from "../contract/model-extension.js";
export {
  accepted,
  askedOf,
  type ErrorRedirect,
  type OtherAnswer,
  type Outcome,
  ok,
  page,
  type RedirectOutcome,
  redirect,
  seeOther,
} from "../contract/outcome.js";
export {
  type AnyPlugin,
  type ConfigErrors,
  definePlugin,
  type Plugin,
  type PluginDeclaration,
  type PluginHooks,
} from "../contract/plugin.js";
export { eventsFor } from "../contract/plugin-events.js";
export type {
  InputColumns,
  OutputColumns,
  PluginTypes,
  SignUpFields,
} from "../contract/plugin-types.js";
export type { ValidationSchema } from "../contract/standard-schema.js";
export type { StepUpNeed } from "../contract/step-up.js";
export type { TakesColumns } from "../contract/taken-columns.js";
export { withoutDirections } from "../contract/text-direction.js";
export { updateUser } from "../flows/user/update.js";
export { confirmPage, continuePage, donePage } from "../http/confirm-page.js";
export { escapeHtml } from "../http/escape.js";
export type { Navigation } from "../http/navigation.js";
export { redirectToErrorPage, safeRedirect, withQuery } from "../http/redirect.js";
export { mayEmail } from "../limit/email-limit.js";
export { acquireLease, type Lease } from "../limit/lease.js";
export {
  type AnyColumn,
  bool,
  Column,
  type ColumnMap,
  counter,
  date,
  id,
  integer,
  json,
  state,
  text,
} from "../model/column.js";
export { type CursorPlace, failCursor, pageOf, readCursor, writeCursor } from "../model/cursor.js";
export { differences } from "../model/differences.js";
export { storedForm, storedRow } from "../model/input.js";
export {
  defineChild,
  defineModel,
  defineOneTime,
  type Insert,
  type Model,
  type Patch,
  type Public,
  type Row,
  type Table,
  withColumns,
} from "../model/model.js";
export {
  accountModel,
  originColumns,
  proofColumns,
  sessionModel,
  userModel,
  verificationModel,
} from "../model/models.js";
export { publicColumns, publicRow } from "../model/public.js";
export { verificationIdentifier } from "../model/verification.js";
export {
  consumeOneTimeToken,
  issueOneTimeToken,
  type OneTimeTokenKind,
  redeemOneTimeToken,
} from "../records/one-time-token.js";
export { publicUser } from "../records/user/public.js";
export { type EncryptedValues, failUnreadable, type OpenedValue, unreadable } from "../secret/encrypted-values.js";
export { fingerprint } from "../secret/hash.js";
export { randomText } from "../secret/random.js";
export { updateSession } from "../session/update.js";
export type {} from "./adapter.js";
export type {} from "./entity-schemas.js";
// Loads the other entry points: a compiler names the types of an app by them.
export type {} from "./index.js";
export type {} from "./limits.js";
export type {} from "./mailbox.js";
export type {} from "./outbox.js";
export type {} from "./passwords.js";
export type {} from "./principal.js";
export type {} from "./schema.js";
export type {} from "./server.js";
export type {} from "./session.js";
export type {} from "./tools.js";
export type {} from "./types.js";
export type {} from "./users.js";
