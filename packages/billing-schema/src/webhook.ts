export type { WebhookAnswer, WebhookAnswerBody } from "./webhook/answer.js";
export { bodyBytes, payloadOf } from "./webhook/body.js";
export { type Clock, systemClock } from "./webhook/clock.js";
export {
  type ContextOf,
  type DeliverOptions,
  deliver,
  type HandlingOptions,
  handleDelivery,
  type NextHandler,
} from "./webhook/deliver.js";
export type { Delivery, DeliveryHeaders, VerifiedDelivery } from "./webhook/delivery.js";
export {
  type WebhookVerificationCode,
  WebhookVerificationError,
  type WebhookVerificationStatus,
} from "./webhook/error.js";
export {
  type CheckedPattern,
  type EventGroup,
  type EventPattern,
  type EventsByPattern,
  type WebhookContext,
  type WebhookEvent,
  type WebhookHandlers,
  type WebhookStep,
  webhookHandlers,
} from "./webhook/handlers.js";
export { type MemoryWebhookEntry, type MemoryWebhookStore, memoryWebhookStore } from "./webhook/memory-store.js";
export type { DeliveryOutcome } from "./webhook/outcome.js";
export { type ReceiveOptions, receive } from "./webhook/receive.js";
export {
  type ReceiverOptions,
  type ReceiverOptionsWithContext,
  type WebhookReceiver,
  webhookReceiver,
} from "./webhook/receiver.js";
export type { ReportedEvent, ReportWebhook, WebhookReport } from "./webhook/report.js";
export { checkSecretLength, secretsOf, type WebhookSecret } from "./webhook/secret.js";
export { type SignedWebhookHeaders, signWebhook, type WebhookToSign } from "./webhook/signer.js";
export type { Claim, Claimed, Settlement, WebhookStore } from "./webhook/store.js";
export { type WebhookVerifier, type WebhookVerifierOptions, webhookVerifier } from "./webhook/verifier.js";
