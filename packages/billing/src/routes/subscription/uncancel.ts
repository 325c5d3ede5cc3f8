import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { buying } from "../../purchase/buying.js";
import { manage, manageCodes } from "../../purchase/manage.js";
import { entity } from "../schemas.js";

export const uncancelSubscription = endpoint({
  route: "POST /billing/subscription/uncancel",
  access: "session",
  isPersonal: true,
  doc: "Takes back the cancellation of a subscription that has not ended yet.",
  input: z.object({ subscriptionId: z.string().min(1).max(255) }),
  output: entity,
  errors: manageCodes,
  limit: { windowSeconds: 60, max: 30 },
  async handle({ ctx, input: { subscriptionId }, session }, options) {
    const resumed = await manage(ctx, buying(options), session, {
      subscriptionId,
      action: "cancel",
      call: ({ subscriptions }, id) => subscriptions.uncancel(id),
    });
    return ok(resumed);
  },
});
