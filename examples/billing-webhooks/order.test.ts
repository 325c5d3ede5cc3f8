import { memory } from "@keyhold/adapter-memory";
import { billing } from "@keyhold/billing";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { createAuth } from "@keyhold/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { orderWire, refundOf, subscriptionWire } from "../../tests/harness/billing/purchases.ts";
import { creditOf, handlers, purchases, subscriptionModel } from "./handlers.ts";

/** The provider sends events late, twice and in any order: the final state is the same. */

const secret = "a-secret-of-the-provider-for-this-test";

const database = memory();
const auth = createAuth({
  secret: "only for this test: 4f9b7c21d8e3a650",
  baseURL: "http://localhost:3000",
  database,
  plugins: [purchases, billing({ webhook: { secret, handlers } })],
});
const db = database.connect(auth.schema);
const empty = database.snapshot();

/** An empty database, and the provider's deliveries. */
async function open() {
  await auth.idle();
  await empty.restore();
  let sent = 0;
  async function send(payload: unknown): Promise<void> {
    sent += 1;
    const body = JSON.stringify(payload);
    const headers = await signWebhook({ secret, id: `event-${sent}`, sentAt: new Date(), body });
    const url = "http://localhost:3000/api/auth/billing/webhook";
    expect((await auth.handler(new Request(url, { method: "POST", headers, body }))).status).toBe(200);
  }
  return send;
}

const at = (second: number): string => `2026-05-04T10:00:0${second}.000001Z`;
const order = (type: string, second: number, changes: object = {}) => ({
  type,
  data: { ...orderWire, created_at: at(0), modified_at: second === 0 ? null : at(second), ...changes },
});
const created = order("order.created", 0, { status: "pending", paid: false });
const paid = order("order.paid", 1);
const refunded = (second: number, refunded_amount: number) => order("order.refunded", second, { refunded_amount });
const refund = (type: string, id: string, second: number, changes: object = {}) => ({
  type,
  data: refundOf("order-1", id, { created_at: at(2), modified_at: second === 2 ? null : at(second), ...changes }),
});
const asked = refund("refund.created", "a", 2, { status: "pending" });
const granted = refund("refund.updated", "a", 3);

const credits: readonly (readonly [story: string, deliveries: readonly unknown[], credit: number])[] = [
  ["is paid", [created, paid, order("order.updated", 1)], 2000],
  ["is not paid", [created, order("order.updated", 1, { status: "pending", paid: false })], 0],
  ["is refunded in full", [created, paid, asked, refunded(3, 2000)], 0],
  ["is refunded in part", [created, paid, asked, granted, refunded(3, 500)], 1500],
  [
    "is refunded in two parts",
    [paid, granted, refunded(3, 500), refund("refund.created", "b", 4), refunded(4, 1000)],
    1000,
  ],
  ["is refunded, of which only the order tells", [created, paid, refunded(3, 500), refunded(4, 2000)], 0],
  ["is refunded, of which only the refund tells", [created, paid, asked, granted], 1500],
  ["has a refund that is pending", [created, paid, asked], 2000],
  ["has a refund that failed", [paid, asked, refund("refund.updated", "a", 3, { status: "failed" })], 2000],
  ["has a refund that was canceled", [paid, asked, refund("refund.updated", "a", 3, { status: "canceled" })], 2000],
  [
    "has a refund that failed after its success",
    [paid, asked, granted, refunded(3, 500), refund("refund.updated", "a", 4, { status: "failed" })],
    2000,
  ],
  [
    "has one failed and one succeeded refund",
    [paid, granted, refunded(3, 500), refund("refund.created", "b", 4, { status: "failed", amount: 700 })],
    1500,
  ],
  [
    "is paid after a refund of another payment",
    [created, refunded(1, 500), order("order.paid", 2, { refunded_amount: 500 })],
    1500,
  ],
];

const subscription = (type: string, second: number, status: string) => ({
  type,
  data: { ...subscriptionWire, created_at: at(0), modified_at: second === 0 ? null : at(second), status },
});

const subscriptions: readonly (readonly [story: string, deliveries: readonly unknown[], status: string])[] = [
  [
    "begins",
    [
      subscription("subscription.created", 0, "incomplete"),
      subscription("subscription.active", 1, "active"),
      subscription("subscription.updated", 1, "active"),
    ],
    "active",
  ],
  [
    "ends",
    [
      subscription("subscription.created", 0, "incomplete"),
      subscription("subscription.active", 1, "active"),
      subscription("subscription.updated", 2, "active"),
      subscription("subscription.canceled", 2, "active"),
      subscription("subscription.revoked", 3, "canceled"),
    ],
    "canceled",
  ],
  [
    "is canceled and kept after all",
    [
      subscription("subscription.active", 1, "active"),
      subscription("subscription.canceled", 2, "active"),
      subscription("subscription.uncanceled", 3, "active"),
      subscription("subscription.updated", 4, "past_due"),
    ],
    "past_due",
  ],
];

function permutations<Value>(values: readonly Value[]): readonly (readonly Value[])[] {
  if (values.length < 2) return [values];
  return values.flatMap((value, index) => permutations(values.toSpliced(index, 1)).map((others) => [value, ...others]));
}

/** Every order, and any order with repetitions. */
async function inAnyOrder(deliveries: readonly unknown[], check: () => Promise<void>) {
  const run = async (sequence: readonly unknown[]): Promise<void> => {
    const send = await open();
    for (const payload of sequence) await send(payload);
    await check();
  };
  for (const sequence of permutations(deliveries)) await run(sequence);
  const again = fc.shuffledSubarray([...deliveries, ...deliveries], { minLength: deliveries.length });
  const repeated = again.map((sequence) => [...sequence, ...deliveries.filter((one) => !sequence.includes(one))]);
  await fc.assert(fc.asyncProperty(repeated, run), { numRuns: 10 });
}

describe("in every order of events,", () => {
  test.each(credits)("an order that %s leaves the right credit", async (_, deliveries, credit) => {
    await inAnyOrder(deliveries, async () => expect(await creditOf(db, "order-1")).toBe(credit));
  });

  test.each(subscriptions)("a subscription that %s has the right status", async (_, deliveries, status) => {
    await inAnyOrder(deliveries, async () =>
      expect((await db.find(subscriptionModel, { id: "subscription-1" }))?.status).toBe(status),
    );
  });
});
