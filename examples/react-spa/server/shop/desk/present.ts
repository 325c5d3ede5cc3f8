import { randomUUID } from "node:crypto";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import type { DeliveryAttempt } from "@keyhold/testing/billing-provider";
import type { TestEventView } from "../../../shared/shop.ts";
import { webhookSecret } from "../../settings.ts";
import { payments } from "../payments.ts";
import { goods } from "./catalogue.ts";
import { desk, webhookURL } from "./desk.ts";
import { failOnce } from "./failures.ts";
import { homes, offices } from "./people.ts";
import { pick } from "./random.ts";
import { refund, sell } from "./sales.ts";

const seller = { desk, provider: payments.provider };

/** The events of the past that the shop tells of; the mirror reads the rest by `syncAll`. */
const told = ["customer.created", "subscription.active", "subscription.canceled", "order.paid", "order.refunded"];

/** Delivers the events of the past, once. */
export async function deliverPast(): Promise<void> {
  for (const { id, type } of desk.events.filter(({ state }) => state === "unsent"))
    if (told.includes(type)) await desk.redeliver(id);
}

/** The purchases of a new customer. */
export async function buyAs(user: { readonly id: string; readonly name: string; readonly email: string }) {
  const buyer = { userId: user.id, name: user.name, email: user.email };
  await sell(seller, "club", buyer);
  await sell(seller, "kettle", buyer);
}

/** Refunds what is left of an order. */
export async function refundOrder(orderId: string): Promise<object> {
  await refund(seller, orderId, 1);
  return {};
}

/** A sample customer buys goods now. Answers the delivery of the order. */
export async function sellNext(): Promise<TestEventView> {
  const known = desk.deliveries.length;
  const buyer = pick([...homes, ...offices], Math.random);
  await sell(seller, buyer.country === "JP" ? "gyokuro" : pick(goods, Math.random), buyer);
  const paid = desk.deliveries.slice(known).findLast(({ type }) => type === "order.paid");
  return shown(paid);
}

const shown = (attempt: DeliveryAttempt | undefined): TestEventView => ({
  status: attempt?.status ?? 0,
  eventType: attempt?.type ?? "order.paid",
  code: attempt?.isAccepted ? null : codeIn(attempt?.answer ?? ""),
});

const codeIn = (answer: string): string => /"code":"(\w+)"/.exec(answer)?.[1] ?? "NO_ANSWER";

/** An event of an attacker, who does not know the secret. */
export const sendForged = (): Promise<TestEventView> => sendCopy({ secret: "an attacker's guess, long enough" });

/** An event with a last handler that throws once. */
export function sendFailing(): Promise<TestEventView> {
  const id = `msg_${randomUUID()}`;
  failOnce(id);
  return sendCopy({ id });
}

/** Delivers a copy of the newest event with an id of its own, past the provider: the provider does not send it again. */
async function sendCopy({ secret = webhookSecret, id = `msg_${randomUUID()}` }): Promise<TestEventView> {
  const event = desk.events.findLast(({ type }) => type === "order.paid");
  if (!event) throw new Error("Nothing was sold yet.");
  const { type: eventType, body } = event;
  const headers = await signWebhook({ secret, id, sentAt: new Date(), body });
  const response = await fetch(webhookURL, { method: "POST", headers, body });
  const answer: { readonly code?: string } = await response.json();
  return { status: response.status, eventType, code: answer.code ?? null };
}

/** True: events arrive in any order, each twice, with old versions of what they are about. */
export function deliverMixed(mixed: boolean): boolean {
  desk.deliver(mixed ? { order: "shuffled", duplicates: 1, stale: true } : {});
  return mixed;
}

const pauseMilliseconds = 4000;
const watchedMilliseconds = 15_000;
let watchedUntil = 0;
let timer: NodeJS.Timeout | null = null;

/** Sells goods every few seconds, while pages read the dashboard. */
export function keepSelling(): void {
  watchedUntil = Date.now() + watchedMilliseconds;
  timer ??= setInterval(sellWhileWatched, pauseMilliseconds).unref();
}

async function sellWhileWatched(): Promise<void> {
  if (Date.now() > watchedUntil) {
    if (timer) clearInterval(timer);
    timer = null;
    return;
  }
  await sellNext().catch((error: unknown) => console.error("The payments provider could not sell:", error));
}
