import { checkSecretLength, type WebhookVerifierOptions, webhookVerifier } from "@keyhold/billing-schema/webhook";
import { checked, defineOptions, given, group, isWhole, oneOf, required, whole } from "@keyhold/core/options";
import { type BillingHandlers, billingHandlers } from "./webhook/handlers.js";

/** The options of `billing`. */
export interface BillingOptions {
  readonly webhook: WebhookOptions;
}

/** The options of the webhook: the secret, the handlers and the times in seconds and days. */
export interface WebhookOptions {
  /**
   * As the provider shows it, prefix included; 24 bytes at least, after the prefix. A list while one is changed for
   * another. Required.
   */
  readonly secret: string | readonly string[] | undefined;
  /** The handlers of events, made by `billingHandlers()`. Required. */
  readonly handlers: BillingHandlers;
  /**
   * How far the time of a delivery may be from this server's clock, in both directions; less than `rememberDays`. Default
   * 300.
   */
  readonly toleranceSeconds?: number;
  /**
   * How long a delivery has its event for itself, so this is the wait after a crash. Renewed while handlers run, for an
   * hour at most. The clocks of all processes must agree to within it. Default 60.
   */
  readonly leaseSeconds?: number;
  /**
   * The answer to a signed event that cannot be decoded: 202, or with "refuse" 400 so that the provider sends it again.
   * Default "acknowledge".
   */
  readonly undecodable?: "acknowledge" | "refuse";
  /**
   * Which bodies are kept, encrypted, for 30 days or for `rememberDays` if that is less: those of undecodable events, or
   * with "all" those of all events, so that `auth.api.readWebhookEvent()` shows each and
   * `auth.api.retryWebhookEvent()` handles a failed one again. "all" adds the table `billingEventBody`. Default
   * "undecodable".
   *
   * @see docs/billing/event-list.md
   */
  readonly keepBodies?: "undecodable" | "all";
  /** Retention of the records of handled events; null: for ever. Default 90. */
  readonly rememberDays?: number | null;
}

/** The options with their defaults. */
export interface BillingSettings {
  readonly webhook: Required<WebhookOptions> & Pick<WebhookVerifierOptions, "secret">;
}

export const billingOptions = defineOptions<BillingSettings>(
  {
    webhook: group<BillingSettings["webhook"]>({
      secret: given<WebhookVerifierOptions["secret"]>(""),
      handlers: required(
        checked(
          billingHandlers(),
          "be made by billingHandlers()",
          (given) => typeof Object(given).stepsFor === "function",
        ),
      ),
      toleranceSeconds: given(300),
      leaseSeconds: whole(60, 5, 3600),
      undecodable: oneOf("acknowledge", ["acknowledge", "refuse"]),
      keepBodies: oneOf("undecodable", ["undecodable", "all"]),
      rememberDays: checked<number | null>(
        90,
        "be a whole number from 1 to 36500, or null",
        (given) => given === null || isWhole(given, 1, 36_500),
      ),
    }),
  },
  {
    check: ({ webhook }) => [
      ...(webhook.secret === "" ? [] : verifierErrors(webhook)),
      // Otherwise an attacker could replay a delivery after its record is removed.
      ...(webhook.rememberDays !== null && webhook.toleranceSeconds >= webhook.rememberDays * 86_400
        ? ["webhook.toleranceSeconds: must be less than webhook.rememberDays"]
        : []),
    ],
  },
);

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
