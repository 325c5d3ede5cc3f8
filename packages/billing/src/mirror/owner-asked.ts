import type { Session } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import { hooksAt } from "../hooks/offers.js";
import type { BillingOwner } from "../provider/owner.js";
import type { BillingAction } from "../purchase/statements.js";

/**
 * The owner for whom a caller may act: the user, or an organization of which the user is a member with the
 * permission `billing: [action]`. Fails alike for an organization that does not exist.
 */
export async function ownerAsked(
  ctx: Context<"BILLING_NOT_ALLOWED">,
  { userId }: Pick<Session, "userId">,
  referenceId: string | undefined,
  action: BillingAction = "read",
): Promise<BillingOwner> {
  const owner: BillingOwner =
    referenceId === undefined || referenceId === userId
      ? { ownerKind: "user", ownerId: userId }
      : { ownerKind: "organization", ownerId: referenceId };
  return (await mayFor(ctx, userId, owner, action)) ? owner : ctx.fail(billingErrors.BILLING_NOT_ALLOWED);
}

/** Whether a user may act on the billing of an owner. */
export async function mayFor(
  ctx: Context,
  userId: string,
  { ownerKind, ownerId }: BillingOwner,
  action: BillingAction,
): Promise<boolean> {
  if (ownerKind === "user") return ownerId === userId;
  const question = {
    organizationId: ownerId,
    userId,
    permissions: { billing: [action] },
    // Without own permissions every member reads, and who may change the organization spends.
    otherwise: action === "read" ? true : { organization: ["update"] },
  };
  for (const allows of hooksAt(ctx, "organization.allows")) if (await allows(question, ctx)) return true;
  return false;
}
