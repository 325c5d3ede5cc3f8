import type { Session } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import { hooksAt } from "../hooks/offers.js";
import type { BillingOwner } from "./owner.js";

/**
 * The owner that a caller may read: the user, or an organization of which the user is a member with the permission
 * `billing: ["read"]`. Fails alike for an organization that does not exist.
 */
export async function ownerAsked(
  ctx: Context<"BILLING_NOT_ALLOWED">,
  { userId }: Pick<Session, "userId">,
  referenceId: string | undefined,
): Promise<BillingOwner> {
  if (referenceId === undefined || referenceId === userId) return { ownerKind: "user", ownerId: userId };
  const question = { organizationId: referenceId, userId, permissions: { billing: ["read"] }, otherwise: true };
  for (const allows of hooksAt(ctx, "organization.allows")) {
    if (await allows(question, ctx as Context)) return { ownerKind: "organization", ownerId: referenceId };
  }
  return ctx.fail(billingErrors.BILLING_NOT_ALLOWED);
}
