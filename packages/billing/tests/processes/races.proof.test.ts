import { once } from "node:events";
import { webhookEventModel } from "@keyhold/billing";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { every, failures, rounds, useRaceBench } from "../../../../tests/harness/processes/race-bench.ts";
import { effectModel, racePlugins, webhookSecret } from "../../../../tests/harness/processes/race-plugins.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { refundCreated } from "../webhook-fixture.ts";

const services = inject("services");
const timeout = 240_000;
/** A live process renews its lease: so the test ends the lease in the row. */
const longAgo = new Date(0);

describe.each(databaseTypes(services))("webhooks by several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "webhooks", plugins: racePlugins.webhooks() });

  async function delivery(id: string): Promise<RacedRequest> {
    const text = JSON.stringify(refundCreated);
    const headers = await signWebhook({ secret: webhookSecret, id, sentAt: new Date(), body: text });
    return { method: "POST", path: "/billing/webhook", text, headers };
  }

  /** The recorded effects of an event's handlers. */
  async function effectsOf(eventId: string): Promise<readonly string[]> {
    const rows = await bench().db.list(effectModel, { eventId }, { orderBy: "id", limit: 100 });
    return rows.map(({ handler }) => handler).sort();
  }

  /** Simulates the end of a claim's lease. */
  async function endLease(eventId: string): Promise<void> {
    const row = await bench().db.find(webhookEventModel, { eventId });
    if (row) await bench().db.update(webhookEventModel, row.id, { leaseEndsAt: longAgo });
  }

  test("of sixteen deliveries of one event at once each handler runs once, fifty rounds", { timeout }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const id = `raced-${round}`;
      const request = await delivery(id);
      const answers = await bench().race(every(() => request));
      expect(await effectsOf(id)).toEqual(["by itself", "committed", "committed last"]);
      expect(failures(answers).filter((code) => code !== "WEBHOOK_BUSY")).toEqual([]);
      expect(await bench().db.find(webhookEventModel, { eventId: id })).toMatchObject({
        status: "handled",
        attempts: 1,
      });
    }
  });

  test("of sixteen events four times each, all are handled, and each once", { timeout }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const requests = await Promise.all(Array.from({ length: 16 }, (_, index) => delivery(`many-${round}-${index}`)));
      await bench().race([...requests, ...requests, ...requests, ...requests]);
      for (let index = 0; index < 16; index += 1) {
        expect(await effectsOf(`many-${round}-${index}`)).toHaveLength(3);
      }
    }
  });

  test("after a kill at any step the next process handles the event, and a commit writes once", {
    timeout,
  }, async () => {
    // A process takes a second to start: where there are many steps, some are enough on the second and third database.
    const stride = type === "sqlite" ? 1 : 4;
    let step = 1;
    for (; step < 60; step += stride) {
      const id = `killed-${step}`;
      const request = await delivery(id);
      const worker = await bench().startDying(step);
      worker.send([request]);
      const [message] = await Promise.race([once(worker, "exit"), once(worker, "message")]);
      worker.kill("SIGKILL");
      // It completed before the step: the earlier steps were all of them.
      if (Array.isArray(message)) break;
      await endLease(id);
      const [again] = await bench().race([await delivery(id)]);
      expect(again, `killed at step ${step}`).toMatchObject({ status: 200 });
      const effects = await effectsOf(id);
      expect(effects.filter((handler) => handler.startsWith("committed"))).toEqual(["committed", "committed last"]);
      // Its effect is not in one transaction with its record: after a kill between the two, it runs again.
      const byItself = effects.length - 2;
      expect([1, 2]).toContain(byItself);
      expect(await bench().db.find(webhookEventModel, { eventId: id })).toMatchObject({ status: "handled" });
    }
    expect(step).toBeGreaterThan(10);
  });

  test("after a process was killed, one of sixteen deliveries continues with the event", { timeout }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = `taken-over-${round}`;
      const worker = await bench().startDying(6);
      worker.send([await delivery(id)]);
      await once(worker, "exit");
      await endLease(id);
      const request = await delivery(id);
      await bench().race(every(() => request));
      expect(await effectsOf(id)).toEqual(["by itself", "committed", "committed last"]);
      expect(await bench().db.find(webhookEventModel, { eventId: id })).toMatchObject({
        status: "handled",
        attempts: 2,
      });
    }
  });
});
