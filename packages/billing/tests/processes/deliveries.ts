import { webhookEventModel } from "@keyhold/billing";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import type { RaceType } from "../../../../tests/harness/databases.ts";
import { hasOutages, untilAnswered } from "../../../../tests/harness/processes/outages.ts";
import type { RaceBench, Raced } from "../../../../tests/harness/processes/race-bench.ts";
import { webhookSecret } from "../../../../tests/harness/processes/race-plugins.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { isWhole } from "../../../../tests/harness/repeats.ts";

/** A live process renews the lease: so the test ends the lease in the row. */
const longAgo = new Date(0);

export async function delivery(id: string, payload: unknown): Promise<RacedRequest> {
  const text = JSON.stringify(payload);
  const headers = await signWebhook({ secret: webhookSecret, id, sentAt: new Date(), body: text });
  return { method: "POST", path: "/billing/webhook", text, headers };
}

/**
 * From the step of a kill to the next. A step before a verb and the step after the verb before it leave the same rows:
 * so every second is enough. With servers a part of the steps is enough: they run the transactions of SQLite.
 */
export const strideOn = (type: RaceType): number => {
  const [sqlite, server] = isWhole ? [1, 4] : [2, 8];
  return type === "sqlite" ? sqlite : server;
};

/** Simulates the end of a claim's lease. */
export async function endLease({ db }: RaceBench, eventId: string): Promise<void> {
  const row = await db.find(webhookEventModel, { eventId });
  if (row) await untilAnswered(() => db.update(webhookEventModel, row.id, { leaseEndsAt: longAgo }));
}

/**
 * Sends deliveries at once. During outages a refused delivery may have left a lease: then the deliveries are sent again
 * after the end of the lease, as the provider does, until all are handled.
 */
export async function race(bench: RaceBench, requests: readonly RacedRequest[]): Promise<readonly Raced[]> {
  let answers = await bench.race(requests);
  while (hasOutages && answers.some(isBusy)) {
    const ids = new Set(requests.filter((_, index) => isBusy(answers[index])).map(eventIdOf));
    for (const id of ids) await endLease(bench, id);
    answers = (await bench.race(requests)).map((answer) => ({ ...answer, refusals: 1 }));
  }
  return answers;
}

const isBusy = (answer: Raced | undefined): boolean => answer?.status === 409;
const eventIdOf = ({ headers }: RacedRequest): string => headers?.["webhook-id"] ?? "";
