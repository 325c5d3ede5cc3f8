import { rejected, type WebhookAnswer } from "./answer.js";
import { type DeliverOptions, deliver } from "./deliver.js";
import type { Delivery, VerifiedDelivery } from "./delivery.js";
import { WebhookVerificationError } from "./error.js";
import type { WebhookContext } from "./handlers.js";
import { quietly, type ReportWebhook } from "./report.js";
import type { WebhookVerifier } from "./verifier.js";

/** The options of `receive`: the options of `deliver`, and the verifier of the signature. */
export interface ReceiveOptions<Context extends WebhookContext> extends DeliverOptions<Context> {
  readonly verifier: Pick<WebhookVerifier, "verify">;
}

/**
 * Verifies a delivery and runs the handlers, for servers without `Request`. Answers as `deliver` does, and 400 or 403
 * if the verification fails. Never throws. The server must limit the size of the body.
 */
export async function receive<Context extends WebhookContext>(
  delivery: Delivery,
  { verifier, ...options }: ReceiveOptions<Context>,
): Promise<WebhookAnswer> {
  let verified: VerifiedDelivery;
  try {
    verified = await verifier.verify(delivery);
  } catch (error) {
    return answerUnverified(error, options.report);
  }
  return deliver(verified, options);
}

/** The answer after the verifier threw an error. */
export async function answerUnverified(error: unknown, reporter: ReportWebhook | undefined): Promise<WebhookAnswer> {
  const report = quietly(reporter);
  if (error instanceof WebhookVerificationError) {
    await report({ kind: "rejected", error });
    return rejected(error.status, error);
  }
  await report({ kind: "failed", id: "", type: "", handler: null, error });
  return rejected(500, { code: "WEBHOOK_VERIFIER_FAILED", message: "The delivery could not be verified." });
}
