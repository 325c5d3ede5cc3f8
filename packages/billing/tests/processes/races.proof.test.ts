import { once } from "node:events";
import { webhookEventModel } from "@keyhold/billing";
import { describe, expect, inject, test } from "vitest";
import { refundCreated } from "../../../../tests/harness/billing/webhook-fixture.ts";
import { racedByProcesses } from "../../../../tests/harness/databases.ts";
import { eachRound, hasOutages, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, failures, type Raced, useRaceBench } from "../../../../tests/harness/processes/race-bench.ts";
import { effectModel } from "../../../../tests/harness/processes/race-plugins.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { delivery, endLease, race, strideOn } from "./deliveries.ts";

const services = inject("services");
describe.each(racedByProcesses(services))("webhooks by several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "webhooks" });

  const refund = (id: string): Promise<RacedRequest> => delivery(id, refundCreated);

  /** The recorded effects of an event's handlers. */
  async function effectsOf(eventId: string): Promise<readonly string[]> {
    const rows = await bench().db.list(effectModel, { eventId }, { orderBy: "id", limit: 100 });
    return rows.map(({ handler }) => handler).sort();
  }

  /**
   * Expects that each handler ran once. After a refusal the event was handled by a later delivery: then a handler without
   * a commit may have run more often.
   */
  async function expectOnce(eventId: string, answers: readonly Raced[]): Promise<void> {
    const effects = await effectsOf(eventId);
    const isCertain = answers.every(({ refusals = 0 }) => refusals === 0);
    expect(isCertain ? effects : [...new Set(effects)]).toEqual(["by itself", "committed", "committed last"]);
    expect(effects.filter((handler) => handler !== "by itself")).toHaveLength(2);
    const row = await bench().db.find(webhookEventModel, { eventId });
    expect(row?.status).toBe("handled");
    if (isCertain) expect(row?.attempts).toBe(1);
  }

  test("of sixteen deliveries of one event at once each handler runs once", { timeout }, async () => {
    await eachRound(type, async (round) => {
      const id = `raced-${round}`;
      const request = await refund(id);
      const answers = await race(
        bench(),
        every(() => request),
      );
      expect(failures(answers).filter((code) => code !== "WEBHOOK_BUSY")).toEqual([]);
      await expectOnce(id, answers);
    });
  });

  test("of sixteen events four times each, all are handled, and each once", { timeout }, async () => {
    await eachRound(
      type,
      async (round) => {
        const requests = await Promise.all(Array.from({ length: 16 }, (_, index) => refund(`many-${round}-${index}`)));
        const answers = await race(bench(), [...requests, ...requests, ...requests, ...requests]);
        for (let index = 0; index < 16; index += 1) await expectOnce(`many-${round}-${index}`, answers);
      },
      5,
    );
  });

  // A refusal of the database would come before the step of a kill.
  if (hasOutages) return;

  test("after a kill at any step the next process handles the event, and a commit writes once", {
    timeout,
  }, async () => {
    const stride = strideOn(type);
    let step = 1;
    for (; step < 60; step += stride) {
      const id = `killed-${step}`;
      const request = await refund(id);
      const worker = await bench().startDying(step);
      worker.send([request]);
      const [message] = await Promise.race([once(worker, "exit"), once(worker, "message")]);
      worker.kill("SIGKILL");
      // The delivery completed before the step: no further step exists.
      if (Array.isArray(message)) break;
      await endLease(bench(), id);
      const [again] = await bench().race([await refund(id)]);
      expect(again, `killed at step ${step}`).toMatchObject({ status: 200 });
      const effects = await effectsOf(id);
      expect(effects.filter((handler) => handler.startsWith("committed"))).toEqual(["committed", "committed last"]);
      // The effect and the record are not in one transaction: after a kill between the two, the handler runs again.
      const byItself = effects.length - 2;
      expect([1, 2]).toContain(byItself);
      expect(await bench().db.find(webhookEventModel, { eventId: id })).toMatchObject({ status: "handled" });
    }
    expect(step).toBeGreaterThan(10);
  });

  test("after a process was killed, one of sixteen deliveries continues with the event", { timeout }, async () => {
    await eachRound(
      type,
      async (round) => {
        const id = `taken-over-${round}`;
        const worker = await bench().startDying(6);
        worker.send([await refund(id)]);
        await once(worker, "exit");
        await endLease(bench(), id);
        const request = await refund(id);
        await bench().race(every(() => request));
        expect(await effectsOf(id)).toEqual(["by itself", "committed", "committed last"]);
        expect(await bench().db.find(webhookEventModel, { eventId: id })).toMatchObject({
          status: "handled",
          attempts: 2,
        });
      },
      5,
    );
  });
});
