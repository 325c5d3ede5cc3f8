import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { catalogueOf } from "../catalogue/catalogue.js";
import { endpoint } from "../endpoint.js";
import { holdersOf } from "../holding/holdings-of.js";
import { judgeEach } from "../holding/judge-asked.js";
import { ownerAsked } from "../mirror/owner-asked.js";
import { customerOf } from "../mirror/read.js";
import { shownGrants, shownSubscriptions } from "../mirror/shown.js";
import { activeRows, asOf, pastDueRows } from "../mirror/state.js";
import { shownKnownBalances } from "../usage/shown.js";
import { entity, verdict } from "./schemas.js";

const nothing = { subscriptions: [], pastDue: [], benefits: [], balances: [] };

export const billingState = endpoint({
  route: "GET /billing/state",
  access: "session",
  doc: "What the caller or an organization has bought: active subscriptions, those with a failed payment, granted benefits, balances on meters, and entitlements, from the mirror. Without `organizationId` the entitlements are also those of the active organization. `asOf`: the time of the last change that they show.",
  input: z.object({ organizationId: z.string().min(1).max(255).optional() }),
  output: z.object({
    subscriptions: z.array(entity),
    /** Subscriptions of which the last payment has failed. */
    pastDue: z.array(entity),
    benefits: z.array(entity),
    balances: z.array(entity),
    entitlements: z.record(z.string(), verdict),
    asOf: z.date().nullable(),
  }),
  errors: ["BILLING_NOT_ALLOWED"],
  async handle({ input, session, ctx }, settings) {
    const { organizationId } = input;
    const owner = await ownerAsked(ctx, session, organizationId);
    const holders = owner.ownerKind === "user" ? holdersOf(session) : { organizationId };
    const entitlements = await judgeEach(ctx, catalogueOf(settings), holders);
    const customer = await customerOf(ctx, owner);
    if (!customer) return ok({ ...nothing, entitlements, asOf: null });
    const [rows, failed] = await Promise.all([activeRows(ctx, customer), pastDueRows(ctx, customer)]);
    return ok({
      subscriptions: await shownSubscriptions(ctx, customer, rows.subscriptions),
      pastDue: await shownSubscriptions(ctx, customer, failed),
      benefits: await shownGrants(ctx, customer, rows.grants),
      balances: await shownKnownBalances(ctx, settings, customer, rows.balances),
      entitlements,
      asOf: asOf([customer, ...rows.subscriptions, ...failed, ...rows.grants, ...rows.balances]),
    });
  },
});
