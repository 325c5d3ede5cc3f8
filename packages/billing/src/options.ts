import { checkSecretLength, type WebhookVerifierOptions, webhookVerifier } from "@keyhold/billing-schema/webhook";
import { type KnownKeys, unknownKeyErrors } from "@keyhold/core/known-keys";
import type { BillingHandlers } from "./webhook/handlers.js";

/** The options of `billing`. */
export interface BillingOptions {
  readonly webhook: WebhookOptions;
}

/** The options of the webhook: the secret, the handlers and the times in seconds and days. */
export interface WebhookOptions {
  /** As the provider shows it, prefix included; 24 bytes at least. Several while one is changed for another. */
  readonly secret: string | readonly string[] | undefined;
  /** The handlers of events, made by `billingHandlers()`. */
  readonly handlers: BillingHandlers;
  /** How far the time of a delivery may be from this server's, either way. Default 300. */
  readonly toleranceSeconds?: number;
  /**
   * How long a delivery has its event for itself, so this is the wait after a crash. Renewed while handlers run, for an
   * hour at most. The clocks of all processes must agree to within it. Default 60.
   */
  readonly leaseSeconds?: number;
  /**
   * The answer to a signed event that cannot be decoded: 202, or 400 so that the provider sends it again. Default
   * "acknowledge".
   */
  readonly undecodable?: "acknowledge" | "refuse";
  /**
   * Which bodies are kept, encrypted, for 30 days or for `rememberDays` if that is less: those of undecodable events, or
   * those of all events, so that `auth.api.readWebhookEvent()` shows each and `auth.api.retryWebhookEvent()` handles a
   * failed one again. "all" adds the table `billingEventBody`. Default "undecodable".
   */
  readonly keepBodies?: "undecodable" | "all";
  /** Retention of the records of handled events; null: for ever. Default 90. */
  readonly rememberDays?: number | null;
}

/** The options with their defaults. */
export interface BillingSettings {
  readonly webhook: Required<WebhookOptions> & Pick<WebhookVerifierOptions, "secret">;
}

export const readOptions = ({ webhook }: BillingOptions): BillingSettings => ({
  webhook: {
    secret: webhook.secret ?? "",
    handlers: webhook.handlers,
    toleranceSeconds: webhook.toleranceSeconds ?? 300,
    leaseSeconds: webhook.leaseSeconds ?? 60,
    undecodable: webhook.undecodable ?? "acknowledge",
    keepBodies: webhook.keepBodies ?? "undecodable",
    rememberDays: webhook.rememberDays === undefined ? 90 : webhook.rememberDays,
  },
});

const maxBodyDays = 30;

const optionKeys = {
  webhook: {
    secret: true,
    handlers: true,
    toleranceSeconds: true,
    leaseSeconds: true,
    undecodable: true,
    keepBodies: true,
    rememberDays: true,
  },
} as const satisfies KnownKeys<BillingOptions>;

export const keepsAllBodies = ({ webhook }: BillingSettings): boolean => webhook.keepBodies === "all";

/** How long the body of an event that could not be read is kept: never longer than it is remembered what was handled. */
export const bodyDaysOf = ({ webhook: { rememberDays } }: BillingSettings): number =>
  Math.min(maxBodyDays, rememberDays ?? maxBodyDays);

/** Why the webhook cannot be opened as it is configured, each a sentence. */
export function configErrorsOf(given: BillingOptions, { webhook }: BillingSettings): readonly string[] {
  const { leaseSeconds, rememberDays, toleranceSeconds } = webhook;
  return [
    ...unknownKeyErrors(given, optionKeys),
    ...(webhook.secret === "" ? [] : verifierErrors(webhook)),
    ...(typeof webhook.handlers?.stepsFor === "function" ? [] : ["webhook.handlers must be made by billingHandlers()"]),
    ...(["acknowledge", "refuse"].includes(webhook.undecodable)
      ? []
      : ['webhook.undecodable must be "acknowledge" or "refuse"']),
    ...(["undecodable", "all"].includes(webhook.keepBodies)
      ? []
      : ['webhook.keepBodies must be "undecodable" or "all"']),
    ...within("webhook.leaseSeconds", leaseSeconds, 5, 3600),
    ...(rememberDays === null ? [] : within("webhook.rememberDays", rememberDays, 1, 36_500)),
    // Otherwise an attacker could replay a delivery after its record is removed.
    ...(rememberDays !== null && toleranceSeconds >= rememberDays * 86_400
      ? ["webhook.toleranceSeconds must be less than webhook.rememberDays"]
      : []),
  ];
}

/** What the environment did not give, each a sentence. */
export const missingIn = ({ webhook }: BillingSettings): readonly string[] =>
  webhook.secret === "" ? ["webhook.secret is missing; copy it from the provider's webhook settings"] : [];

/** The errors of the verifier, and the one for a secret that is too short. */
function verifierErrors({ secret, toleranceSeconds }: WebhookVerifierOptions): readonly string[] {
  try {
    webhookVerifier({ secret, toleranceSeconds });
    checkSecretLength(secret);
    return [];
  } catch (error) {
    return [`webhook.${error instanceof Error ? error.message : String(error)}`];
  }
}

const within = (option: string, value: number, least: number, most: number): readonly string[] =>
  Number.isInteger(value) && value >= least && value <= most
    ? []
    : [`${option} must be a whole number from ${least} to ${most}`];
