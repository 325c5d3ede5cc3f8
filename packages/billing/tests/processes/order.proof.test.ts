import { describe, expect, inject, test } from "vitest";
import { orderWire, refundOf, subscriptionWire } from "../../../../tests/harness/billing/purchases.ts";
import { racedByProcesses } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { useRaceBench } from "../../../../tests/harness/processes/race-bench.ts";
import { creditOf, orderModel, subscriptionModel } from "../../../../tests/harness/processes/race-purchases.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { delivery, race } from "./deliveries.ts";

const services = inject("services");

/** The handlers of examples/billing-webhooks/handlers.ts, as in docs/billing/webhooks.md. */
describe.each(racedByProcesses(services, { outages: "at night" }))(
  "the handlers of the page by several processes on %s:",
  (type) => {
    const bench = useRaceBench({ type, services, config: "purchases" });

    const deliveries = (round: string, payloads: readonly unknown[]): Promise<readonly RacedRequest[]> =>
      Promise.all(payloads.map((payload, index) => delivery(`${round}-${index}`, payload)));

    /** Eight states of a subscription, a microsecond apart; in the last state the subscription has ended. */
    const versions = (id: string): readonly unknown[] =>
      Array.from({ length: 8 }, (_, index) => ({
        type: index === 7 ? "subscription.revoked" : "subscription.updated",
        data: {
          ...subscriptionWire,
          id,
          modified_at: `2026-05-04T09:30:00.00000${index + 1}Z`,
          status: index === 7 ? "canceled" : "active",
        },
      }));

    const newest = { version: "2026-05-04T09:30:00.000008Z", status: "canceled" };

    test("of eight first versions of one subscription at once the newest stays", { timeout }, async () => {
      await eachRound(type, async (round) => {
        const id = `first-${round}`;
        const answers = await race(bench(), await deliveries(id, versions(id)));
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        expect(await bench().db.find(subscriptionModel, { id }), id).toMatchObject(newest);
      });
    });

    test("of seven later versions of one subscription at once the newest stays", { timeout }, async () => {
      await eachRound(type, async (round) => {
        const id = `later-${round}`;
        const [first, ...later] = await deliveries(id, versions(id));
        if (first) await race(bench(), [first]);
        // The newest version arrives first, in the middle and last.
        const turned = [...later.slice(round % later.length), ...later.slice(0, round % later.length)];
        const answers = await race(bench(), turned);
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        expect(await bench().db.find(subscriptionModel, { id }), id).toMatchObject(newest);
      });
    });

    test("an order and its refunds at once leave the right credit", { timeout }, async () => {
      await eachRound(type, async (round) => {
        const id = `order-${round}`;
        const at = (second: number): string => `2026-05-04T09:30:0${second}.250000Z`;
        const order = { ...orderWire, id, modified_at: at(1) };
        const payloads = [
          { type: "order.created", data: { ...order, modified_at: null, status: "pending", paid: false } },
          { type: "order.paid", data: order },
          { type: "refund.created", data: refundOf(id, "one", { created_at: at(2), status: "pending" }) },
          { type: "refund.updated", data: refundOf(id, "one", { created_at: at(2), modified_at: at(3) }) },
          { type: "order.refunded", data: { ...order, modified_at: at(3), refunded_amount: 500 } },
          { type: "refund.created", data: refundOf(id, "two", { created_at: at(4), status: "pending" }) },
          {
            type: "refund.updated",
            data: refundOf(id, "two", { created_at: at(4), modified_at: at(5), status: "failed" }),
          },
        ];
        await race(bench(), await deliveries(id, payloads));
        expect(await creditOf(bench().db, id), id).toBe(1500);
        expect((await bench().db.find(orderModel, { id }))?.version).toBe(at(3));
      });
    });
  },
);
