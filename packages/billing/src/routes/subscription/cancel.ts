import { cancellationReason } from "@keyhold/billing-schema";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { buying } from "../../purchase/buying.js";
import { manage, manageCodes } from "../../purchase/manage.js";
import { entity } from "../schemas.js";

export const cancelSubscription = endpoint({
  route: "POST /billing/subscription/cancel",
  access: "session",
  isPersonal: true,
  doc: "Cancels a subscription of the caller or of an organization: at the end of the paid period, or at once.",
  input: z.object({
    subscriptionId: z.string().min(1).max(255),
    at: z.enum(["period-end", "now"]).default("period-end"),
    /** Kept by the provider with a cancellation at the end of the period. */
    reason: z.enum(cancellationReason.values).optional(),
    comment: z.string().max(2000).optional(),
  }),
  output: entity,
  errors: manageCodes,
  limit: { windowSeconds: 60, max: 30 },
  async handle({ ctx, input: { subscriptionId, at, reason, comment }, session }, options) {
    const why = {
      ...(reason !== undefined && { customerCancellationReason: reason }),
      ...(comment !== undefined && { customerCancellationComment: comment }),
    };
    const canceled = await manage(ctx, buying(options), session, {
      subscriptionId,
      action: "cancel",
      call: ({ subscriptions }, id) => (at === "now" ? subscriptions.revoke(id) : subscriptions.cancel(id, why)),
    });
    return ok(canceled);
  },
});
