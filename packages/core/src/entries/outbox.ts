// The outbox: work for other servers that follows from changes in the database. Loaded by plugins that declare a kind.
export type { WriteEmail } from "../contract/mail.js";
export type {
  FinishedOutboxEntry,
  IfUnknown,
  KnownOutcome,
  NewOutboxEntry,
  OutboxAttempt,
  OutboxKind,
  OutboxModule,
} from "../contract/outbox.js";
export { type EmailOutboxPlugin, type EmailOutboxTypes, emailOutbox } from "../flows/email/email-outbox.js";
export type { OutboxServerEndpoints } from "../outbox/endpoints.js";
export { OutboxError, type OutboxFailure } from "../outbox/entry/failure.js";
export { defineOutboxKind, type OutboxKindDeclaration } from "../outbox/kind.js";
export { type OutboxRow, type OutboxState, outboxModel } from "../outbox/models.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
