import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { billingErrors } from "../../errors.js";
import { externalIdOf } from "../../provider/owner.js";
import { isGuest } from "../../purchase/guest.js";
import { usageMetadata } from "../../routes/schemas.js";
import { track } from "../../usage/track.js";
import { isCredit } from "../../usage/use.js";

export const ingestUsage = endpoint({
  route: "POST /usage/ingest",
  access: "session",
  isPersonal: true,
  doc: "Counts a use of the caller, of the events that the app lets a browser report.",
  input: z.object({ event: z.string().max(255), metadata: usageMetadata.default({}) }),
  output: z.object({ inserted: z.number() }),
  errors: ["BILLING_USAGE_NOT_ALLOWED"],
  limit: { windowSeconds: 60, max: 60 },
  async handle({ ctx, input: { event, metadata }, session: { user } }, settings) {
    const { usage } = settings;
    // A guest has no customer, and a browser gives itself no units.
    if (!usage.fromBrowser.includes(event) || isGuest(user) || isCredit(usage, { event, metadata })) {
      return ctx.fail(billingErrors.BILLING_USAGE_NOT_ALLOWED);
    }
    const owner = externalIdOf({ ownerKind: "user", ownerId: user.id });
    await track(ctx, settings, owner, { event, metadata });
    return ok({ inserted: 1 });
  },
});
