import { randomUUID } from "node:crypto";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import type { TestEventView } from "../../../shared/shop.ts";
import { port, webhookSecret } from "../../settings.ts";
import { failOnce } from "./failures.ts";
import { purchasesOf, type SampleEvent, tell } from "./story.ts";

/**
 * Imitates the payments provider, in development only: signs events, and delivers them by HTTP to the webhook route of
 * this server.
 */
const story = tell(new Date());
const webhookURL = `http://127.0.0.1:${port}/api/auth/billing/webhook`;

interface Delivering {
  readonly secret?: string;
  readonly id?: string;
}

export async function deliver(event: SampleEvent, delivering: Delivering = {}): Promise<TestEventView> {
  const { secret = webhookSecret, id = `msg_${randomUUID()}` } = delivering;
  const body = JSON.stringify(event);
  const headers = await signWebhook({ secret, id, sentAt: new Date(), body });
  const response = await fetch(webhookURL, { method: "POST", headers, body });
  const answer: { readonly code?: string } = await response.json();
  return { status: response.status, eventType: event.type, code: answer.code ?? null };
}

async function deliverAll(events: readonly SampleEvent[]): Promise<void> {
  for (const event of events) await deliver(event);
}

/** The events of the past: products, customers, and their purchases of three months. */
export const deliverPast = (): Promise<void> => deliverAll(story.past);

/** The purchases of a new customer. */
export const deliverPurchases = (user: Parameters<typeof purchasesOf>[0]): Promise<void> =>
  deliverAll(purchasesOf(user, new Date()));

export const deliverNext = (): Promise<TestEventView> => deliver(story.next(new Date()));

/** An event of an attacker, who does not know the secret. */
export const deliverForged = (): Promise<TestEventView> =>
  deliver(story.next(new Date()), { secret: "an attacker's guess, long enough" });

/** An event whose last handler throws once. */
export function deliverFailing(): Promise<TestEventView> {
  const id = `msg_${randomUUID()}`;
  failOnce(id);
  return deliver(story.next(new Date()), { id });
}

const pauseMilliseconds = 4000;
const watchedMilliseconds = 15_000;
let watchedUntil = 0;
let timer: NodeJS.Timeout | null = null;

/** Delivers an event every few seconds, while pages read the dashboard. */
export function keepDelivering(): void {
  watchedUntil = Date.now() + watchedMilliseconds;
  timer ??= setInterval(deliverWhileWatched, pauseMilliseconds).unref();
}

async function deliverWhileWatched(): Promise<void> {
  if (Date.now() > watchedUntil) {
    if (timer) clearInterval(timer);
    timer = null;
    return;
  }
  await deliverNext().catch((error: unknown) => console.error("The sample provider could not deliver:", error));
}
