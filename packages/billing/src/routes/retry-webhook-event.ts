import { encryptAgain, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { retryEvent, retryOutcomes } from "../handling/retry-event.js";
import { openBody } from "../webhook/body-encryption.js";
import { findBody } from "../webhook/event-body.js";
import { keepsAllBodies } from "../webhook/retention.js";
import { webhookEventModel } from "../webhook/webhook-event.js";

export const retryWebhookEvent = endpoint({
  route: "POST /retry-webhook-event",
  access: "public",
  doc: "Handles the kept body of one event again: the handlers that have not completed run, each once.",
  input: z.object({ id: z.string() }),
  output: z.object({
    outcome: z.enum([...retryOutcomes, "unknown", "unkept", "unopened"]),
    handler: z.string().nullable(),
  }),
  isServerOnly: true,
  async handle({ input: { id }, ctx }, settings) {
    // Without a record, a handled event would be handled again.
    if (!(await ctx.db.exists(webhookEventModel, { eventId: id }))) return ok({ outcome: "unknown", handler: null });
    const found = await findBody(ctx, id, keepsAllBodies(settings));
    if (!found) return ok({ outcome: "unkept", handler: null });
    const body = await openBody(ctx, found.row);
    if (body === null) return ok({ outcome: "unopened", handler: null });
    await encryptAgain(ctx, found.column, found.row);
    return ok(await retryEvent(ctx, settings, { ...found.row, body }));
  },
});
