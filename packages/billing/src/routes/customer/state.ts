import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { ownerAsked } from "../../mirror/owner-asked.js";
import { customerOf } from "../../mirror/read.js";
import { shownBalances, shownCustomer, shownGrants, shownSubscriptions } from "../../mirror/shown.js";
import { activeRows } from "../../mirror/state.js";
import { entity, ofOwner } from "../schemas.js";

export const customerState = endpoint({
  route: "GET /customer/state",
  access: "session",
  doc: "The customer of the caller or of an organization with active subscriptions, granted benefits and meters, from the mirror; null without a customer.",
  input: z.object(ofOwner),
  output: entity.nullable(),
  errors: ["BILLING_NOT_ALLOWED"],
  async handle({ input, session, ctx }) {
    const customer = await customerOf(ctx, await ownerAsked(ctx, session, input.referenceId));
    if (!customer || customer.deletedAt !== null) return ok(null);
    const { subscriptions, grants, balances } = await activeRows(ctx, customer);
    return ok({
      ...shownCustomer(customer),
      activeSubscriptions: await shownSubscriptions(ctx, customer, subscriptions),
      grantedBenefits: await shownGrants(ctx, customer, grants),
      activeMeters: shownBalances(customer, balances),
    });
  },
});
