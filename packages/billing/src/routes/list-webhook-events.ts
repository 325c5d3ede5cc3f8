import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { webhookEventModel, webhookEventStatuses } from "../webhook/webhook-event.js";
import { eventSummary, summaryOf } from "../webhook/webhook-event-summary.js";

/** The time in milliseconds and the id of the last row of a page. */
const cursorPattern = /^(\d{13})\.([\w-]{1,64})$/;

export const listWebhookEvents = endpoint({
  route: "GET /list-webhook-events",
  access: "public",
  doc: "The provider's events, the newest delivery first. `cursor` is the `nextCursor` of the page before.",
  input: z.object({
    status: z.enum(webhookEventStatuses).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z
      .string()
      .refine((text) => cursorPattern.test(text), "is not a cursor of this list")
      .optional(),
  }),
  output: z.object({ events: z.array(eventSummary), nextCursor: z.string().nullable() }),
  isServerOnly: true,
  async handle({ input: { status, limit, cursor }, ctx }) {
    const [, time, id] = cursorPattern.exec(cursor ?? "") ?? [];
    const from = time && id ? { value: new Date(Number(time)), id } : undefined;
    const rows = await ctx.db.list(webhookEventModel, status ? { status } : {}, {
      orderBy: "receivedAt",
      direction: "descending",
      limit: limit + 1,
      ...(from && { cursor: from }),
    });
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const nextCursor = last ? `${last.receivedAt.getTime()}.${last.id}` : null;
    return ok({ events: rows.slice(0, limit).map(summaryOf), nextCursor });
  },
});
