import { answerResponse, rejected, type WebhookAnswer } from "./answer.js";
import type { ContextOf, HandlingOptions } from "./deliver.js";
import type { WebhookContext } from "./handlers.js";
import { checkLeaseSeconds } from "./lease.js";
import { answerUnverified, type ReceiveOptions, receive } from "./receive.js";
import { quietly, reportToConsole } from "./report.js";
import { readBody } from "./request-body.js";
import { checkSecretLength } from "./secret.js";
import { type WebhookVerifier, type WebhookVerifierOptions, webhookVerifier } from "./verifier.js";

/** Mounts wherever requests and responses are the web's. Never throws. */
export type WebhookReceiver = (request: Request) => Promise<Response>;

/** The options of `webhookReceiver`: the secret, the handlers, the store and the limits. */
export interface ReceiverOptions<Context extends WebhookContext = WebhookContext>
  extends WebhookVerifierOptions,
    HandlingOptions<Context> {
  /** Larger bodies are answered with 413 and not read to their end. 1 MiB by default. */
  readonly maxBytes?: number;
}

interface PlainOptions extends ReceiverOptions {
  readonly contextOf?: undefined;
}

/** For handlers with a context of their own, say the app's database. */
export interface ReceiverOptionsWithContext<Context extends WebhookContext> extends ReceiverOptions<Context> {
  /** Makes the context of a handler. */
  readonly contextOf: ContextOf<Context>;
}

/**
 * A webhook endpoint: verifies a request, runs the handlers, and answers so that the provider sends the event again or
 * not. Only a failure of a handler or of the store answers with 500.
 *
 * The body must not have been read before. The endpoint reads the body after verifying the headers.
 *
 * @throws TypeError for invalid options, e.g. a secret of fewer than 24 bytes; RangeError for numbers out of range
 * @example
 * const receiver = webhookReceiver({
 *   secret: env.WEBHOOK_SECRET,
 *   handlers: webhookHandlers().on("order.paid", async ({ data }) => …),
 *   store: memoryWebhookStore(),
 * });
 */
export function webhookReceiver(options: PlainOptions): WebhookReceiver;
export function webhookReceiver<Context extends WebhookContext>(
  options: ReceiverOptionsWithContext<Context>,
): WebhookReceiver;
export function webhookReceiver<Context extends WebhookContext>(
  options: PlainOptions | ReceiverOptionsWithContext<Context>,
): WebhookReceiver {
  return options.contextOf ? receiverOf(options) : receiverOf({ ...options, contextOf: (base) => base });
}

const mebibyte = 1024 * 1024;

function receiverOf<Context extends WebhookContext>(options: ReceiverOptionsWithContext<Context>): WebhookReceiver {
  const {
    secret,
    toleranceSeconds,
    now,
    maxBytes = mebibyte,
    leaseSeconds,
    report = reportToConsole,
    ...others
  } = options;
  checkHandling(options);
  checkSecretLength(secret);
  checkLeaseSeconds(leaseSeconds);
  if (!(maxBytes > 0)) throw new RangeError("maxBytes: not a number above 0.");
  const verifier = webhookVerifier({
    secret,
    ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    ...(now && { now }),
  });
  const receiving: Receiving<Context> = { ...others, leaseSeconds, report, verifier, maxBytes };
  return async (request) => answerResponse(await answerTo(request, receiving));
}

/** The checks of the compiler, for JavaScript. */
function checkHandling({
  handlers,
  undecodable = "acknowledge",
}: {
  readonly handlers?: unknown;
  readonly undecodable?: string;
}): void {
  if (typeof handlers !== "object" || handlers === null || !("stepsFor" in handlers)) {
    throw new TypeError("handlers: not made by webhookHandlers().");
  }
  if (!["acknowledge", "refuse"].includes(undecodable)) {
    throw new TypeError('undecodable: neither "acknowledge" nor "refuse".');
  }
}

interface Receiving<Context extends WebhookContext> extends ReceiveOptions<Context> {
  readonly verifier: WebhookVerifier;
  readonly maxBytes: number;
}

async function answerTo<Context extends WebhookContext>(
  request: Request,
  options: Receiving<Context>,
): Promise<WebhookAnswer> {
  if (request.method !== "POST") {
    return rejected(405, { code: "WEBHOOK_METHOD_NOT_ALLOWED", message: "Webhooks are POST." }, { allow: "POST" });
  }
  try {
    options.verifier.checkHeaders(request.headers);
  } catch (error) {
    return answerUnverified(error, options.report);
  }
  const body = await readBody(request, options.maxBytes);
  if (body.outcome === "read") return receive({ headers: request.headers, body: body.bytes }, options);
  await quietly(options.report)({ kind: "unread", reason: body.outcome });
  return body.outcome === "too large"
    ? rejected(413, { code: "WEBHOOK_BODY_TOO_LARGE", message: `The body has more than ${options.maxBytes} bytes.` })
    : rejected(400, { code: "WEBHOOK_BODY_UNREADABLE", message: "The body was read before, or broke off." });
}
