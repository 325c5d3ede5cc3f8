import { type Context, encryptAgain, ok, unreadable } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { retryEvent, retryOutcomes } from "../handling/retry-event.js";
import type { BillingSettings } from "../options.js";
import { openBody } from "../webhook/body-encryption.js";
import {
  encryptedBodies,
  keptEvents,
  removeExpiredBodies,
  type UndecodableEventRow,
} from "../webhook/undecodable-event.js";

const outcomes = [...retryOutcomes, "unopened"] as const;
type RetryOutcome = (typeof outcomes)[number];

export const retryUndecodableEvents = endpoint({
  route: "POST /retry-undecodable-events",
  access: "public",
  doc: "Reads again the events that an earlier version could not decode, and runs the handlers of each once.",
  input: z.object({}),
  output: z.record(z.enum(outcomes), z.number()),
  isServerOnly: true,
  async handle({ ctx }, settings) {
    await removeExpiredBodies(ctx);
    const counts = { handled: 0, duplicate: 0, unhandled: 0, undecodable: 0, failed: 0, busy: 0, unopened: 0 };
    for await (const row of keptEvents(ctx)) counts[await retry(ctx, settings, row)] += 1;
    if (counts.unopened > 0) {
      const error = new Error(unreadable(`The body of ${counts.unopened} events`));
      ctx.later("Reading kept events", () => Promise.reject(error));
    }
    return ok(counts);
  },
});

async function retry(ctx: Context, settings: BillingSettings, row: UndecodableEventRow): Promise<RetryOutcome> {
  const body = await openBody(ctx, row);
  if (body === null) return "unopened";
  await encryptAgain(ctx, encryptedBodies, row);
  return (await retryEvent(ctx, settings, { ...row, body })).outcome;
}
