import { isEventType, safeDecodeEvent } from "../events/billing-event.js";
import type { BillingSchemaError } from "../schema/error.js";
import { unknownsIn } from "../schema/unknowns.js";
import { answerOf, type WebhookAnswer } from "./answer.js";
import type { VerifiedDelivery } from "./delivery.js";
import type { WebhookContext, WebhookEvent, WebhookHandlers, WebhookStep } from "./handlers.js";
import { checkLeaseSeconds, keepLease } from "./lease.js";
import type { DeliveryOutcome } from "./outcome.js";
import { quietly, type ReportedEvent, type ReportWebhook, type WebhookReport } from "./report.js";
import type { Claim, Settlement, WebhookStore } from "./store.js";

/** The handler that runs next. */
export interface NextHandler {
  readonly name: string;
  /** Whether the event is handled after this step. */
  readonly isLast: boolean;
}

/** Makes the context of a handler. */
export type ContextOf<Context extends WebhookContext> = (
  base: WebhookContext,
  claim: Claim,
  handler: NextHandler,
) => Context | Promise<Context>;

/** The options of handling: the handlers, and the store of handled events. */
export interface HandlingOptions<Context extends WebhookContext = WebhookContext> {
  readonly handlers: WebhookHandlers<Context>;
  /** Records handled events. Without a store every delivery runs the handlers, also when an event comes twice. */
  readonly store?: WebhookStore;
  /**
   * How long a delivery has the event alone, 60 by default and a day at most. The lease is renewed while handlers run,
   * for an hour at most, so this is how long an event waits after a process has died.
   */
  readonly leaseSeconds?: number;
  /**
   * The answer to a signed event that cannot be decoded. `acknowledge`, the default, accepts and reports the event:
   * providers disable a webhook after too many errors. `refuse` answers 400, and the provider sends the event again.
   */
  readonly undecodable?: "acknowledge" | "refuse";
  readonly report?: ReportWebhook;
}

/** The options of `deliver` and `handleDelivery`: `contextOf` makes each handler's context. */
export interface DeliverOptions<Context extends WebhookContext> extends HandlingOptions<Context> {
  readonly contextOf: ContextOf<Context>;
  /** Treats a decoded event as undecodable, e.g. because no database stores one of its values. Null: it is handled. */
  readonly check?: (event: WebhookEvent) => BillingSchemaError | null;
}

/**
 * Runs the handlers of a delivery with a verified signature, except handlers that earlier deliveries of the event
 * completed. Answers 200, 202 or, with `undecodable: "refuse"`, 400; 409 when another delivery has the event; 500 when
 * a handler or the store failed. Never throws.
 *
 * A handler interrupted by an error or a crash of the process runs again: a handler's effects must be idempotent.
 */
export async function deliver<Context extends WebhookContext>(
  delivery: VerifiedDelivery,
  options: DeliverOptions<Context>,
): Promise<WebhookAnswer> {
  return answerOf(await handleDelivery(delivery, options), options.undecodable);
}

/** Like `deliver`, for a server with answers of its own. Never throws. */
export async function handleDelivery<Context extends WebhookContext>(
  delivery: VerifiedDelivery,
  options: DeliverOptions<Context>,
): Promise<DeliveryOutcome> {
  const about = { id: delivery.id, type: typeName(delivery.payload.type) };
  const report = quietly(options.report);
  try {
    const leaseSeconds = checkLeaseSeconds(options.leaseSeconds);
    const store = options.store ?? noStore;
    return await claimAndHandle({ ...options, delivery, about, report, store, leaseSeconds });
  } catch (error) {
    const failed = { kind: "failed", handler: null, error } as const;
    await report({ ...about, ...failed });
    return failed;
  }
}

interface Work<Context extends WebhookContext> extends Omit<DeliverOptions<Context>, "report"> {
  readonly delivery: VerifiedDelivery;
  readonly about: ReportedEvent;
  readonly report: (report: WebhookReport) => Promise<void>;
  readonly store: WebhookStore;
  readonly leaseSeconds: number;
}

async function claimAndHandle<Context extends WebhookContext>(work: Work<Context>): Promise<DeliveryOutcome> {
  const { about, delivery, report, store, leaseSeconds } = work;
  const decoded = safeDecodeEvent(delivery.payload, { mode: "tolerant" });
  const claimed = await store.claim({ ...about, leaseSeconds });
  if (claimed.outcome === "settled") {
    await report({ kind: "duplicate", ...about });
    return { kind: "duplicate" };
  }
  if (claimed.outcome === "busy") {
    const { retryAfterSeconds } = claimed;
    await report({ kind: "busy", ...about, retryAfterSeconds });
    return { kind: "busy", retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)) };
  }
  const { claim } = claimed;
  if (!decoded.success) return setAside(work, decoded.error, claim);
  const error = work.check?.(decoded.data) ?? null;
  return error === null ? handle(work, decoded.data, claim) : setAside(work, error, claim);
}

async function setAside<Context extends WebhookContext>(
  work: Work<Context>,
  error: BillingSchemaError,
  claim: Claim,
): Promise<DeliveryOutcome> {
  const { about, report, store } = work;
  await report({ kind: "undecodable", ...about, error });
  const isOurs = await store.settle(claim, { status: "undecodable", error: errorText(error) });
  return isOurs ? { kind: "undecodable", error } : lost(work);
}

async function handle<Context extends WebhookContext>(
  work: Work<Context>,
  event: WebhookEvent,
  claim: Claim,
): Promise<DeliveryOutcome> {
  const { about, report, store, handlers } = work;
  const unknowns = unknownsIn(event);
  const steps = handlers.stepsFor(event);
  const isKnown = isEventType(event.type);
  if (!isKnown) await report({ kind: "unknown", ...about, hasHandler: steps.length > 0 });
  else if (unknowns.length > 0) await report({ kind: "drift", ...about, unknowns });

  const { id, sentAt } = work.delivery;
  const { attempt } = claim;
  const base: WebhookContext = { id, sentAt, attempt, isReplay: attempt > 1, unknowns };
  const left = steps.filter(({ name }) => !claim.done.has(name));
  const ran = await runSteps(work, left, { base, claim });
  if (ran === "lost") return lost(work);
  if (ran !== "done") return fail(work, claim, { kind: "failed", ...ran });
  // Unhandled events may be sent again when there is a handler.
  const isUnheard = steps.length === 0;
  const last = left.at(-1);
  const handled: Settlement = { status: "handled", ...(last && { handler: last.name }) };
  if (!(await store.settle(claim, isUnheard ? { status: "unhandled" } : handled))) return lost(work);
  if (isUnheard) return { kind: "unhandled" };
  await report({ kind: "handled", ...about, attempt });
  return { kind: "handled", attempt };
}

async function fail<Context extends WebhookContext>(
  { about, report, store }: Work<Context>,
  claim: Claim,
  failed: DeliveryOutcome & { readonly kind: "failed" },
): Promise<DeliveryOutcome> {
  await report({ ...about, ...failed });
  try {
    await store.settle(claim, { status: "failed", error: errorText(failed.error) });
  } catch (error) {
    // The outcome is the handler's failure: without a settlement the event waits until the lease ends.
    await report({ kind: "failed", ...about, handler: null, error });
  }
  return failed;
}

async function lost<Context extends WebhookContext>({ about, report }: Work<Context>): Promise<DeliveryOutcome> {
  await report({ kind: "lost", ...about });
  return { kind: "lost" };
}

interface Failure {
  readonly handler: string | null;
  readonly error: unknown;
}

/** Runs the remaining handlers sequentially, and renews the lease meanwhile. The settlement records the last. */
async function runSteps<Context extends WebhookContext>(
  { about, report, store, contextOf, leaseSeconds }: Work<Context>,
  left: readonly WebhookStep<Context>[],
  { base, claim }: { readonly base: WebhookContext; readonly claim: Claim },
): Promise<"done" | "lost" | Failure> {
  if (left.length === 0) return "done";
  const onError = (error: unknown): Promise<void> => report({ kind: "unrenewed", ...about, error });
  const lease = keepLease(store, claim, { leaseSeconds, onError });
  try {
    for (const [index, { name, run }] of left.entries()) {
      if (lease.isLost()) return "lost";
      const isLast = index === left.length - 1;
      const context = await attemptTo(null, () => contextOf(base, claim, { name, isLast }));
      if (!context.isDone) return context.failure;
      const ran = await attemptTo(name, () => run(context.value));
      if (!ran.isDone) return ran.failure;
      if (!isLast && !(await store.markDone(claim, name))) return "lost";
    }
    return "done";
  } finally {
    lease.release();
  }
}

type Attempt<Value> =
  | { readonly isDone: true; readonly value: Value }
  | { readonly isDone: false; readonly failure: Failure };

async function attemptTo<Value>(handler: string | null, act: () => Value | Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { isDone: true, value: await act() };
  } catch (error) {
    return { isDone: false, failure: { handler, error } };
  }
}

/** Every delivery is the first. */
const noStore: WebhookStore = {
  claim: async ({ id }) => ({ outcome: "claimed", claim: { id, lease: "", attempt: 1, done: new Set() } }),
  renew: async () => true,
  markDone: async () => true,
  settle: async () => true,
};

/** The type if the type is a name: any other text does not belong in a database or a log. */
function typeName(type: unknown): string {
  return typeof type === "string" && /^[\w.:-]{1,100}$/.test(type) ? type : "";
}

const maxErrorLength = 1000;

/** For the store: a line that every database accepts. */
function errorText(error: unknown): string {
  return textOf(error)
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, maxErrorLength);
}

/** A handler may throw a value that throws in `String(value)`: the event's claim must still be released. */
function textOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return "Something that has no text.";
  }
}
