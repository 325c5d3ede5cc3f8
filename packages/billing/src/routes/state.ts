import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { ownerAsked } from "../mirror/owner-asked.js";
import { customerOf } from "../mirror/read.js";
import { shownBalances, shownGrants, shownSubscriptions } from "../mirror/shown.js";
import { activeRows, asOf } from "../mirror/state.js";
import { entity } from "./schemas.js";

export const billingState = endpoint({
  route: "GET /billing/state",
  access: "session",
  doc: "What the caller or an organization has bought: active subscriptions, granted benefits and balances on meters, from the mirror. `asOf`: the time of the last change that they show.",
  input: z.object({ organizationId: z.string().min(1).max(255).optional() }),
  output: z.object({
    subscriptions: z.array(entity),
    benefits: z.array(entity),
    balances: z.array(entity),
    asOf: z.date().nullable(),
  }),
  errors: ["BILLING_NOT_ALLOWED"],
  async handle({ input, session, ctx }) {
    const customer = await customerOf(ctx, await ownerAsked(ctx, session, input.organizationId));
    if (!customer) return ok({ subscriptions: [], benefits: [], balances: [], asOf: null });
    const rows = await activeRows(ctx, customer);
    return ok({
      subscriptions: await shownSubscriptions(ctx, customer, rows.subscriptions),
      benefits: await shownGrants(ctx, customer, rows.grants),
      balances: shownBalances(customer, rows.balances),
      asOf: asOf([customer, ...rows.subscriptions, ...rows.grants, ...rows.balances]),
    });
  },
});
