import type { Session } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import { type BillingCustomerRow, customers } from "../mirror/entities.js";
import { mayFor } from "../mirror/owner-asked.js";
import type { BillingOwner } from "../provider/owner.js";
import type { BillingAction } from "./statements.js";

/** The owner of a customer in the mirror; null for a customer without an owner. */
export async function ownerOfCustomer(ctx: Context, customerId: string): Promise<BillingOwner | null> {
  const row: BillingCustomerRow | null = await ctx.db.find(customers.model, { id: customerId });
  if (!row || row.erasedAt !== null || row.ownerId === null) return null;
  if (row.ownerKind !== "user" && row.ownerKind !== "organization") return null;
  return { ownerKind: row.ownerKind, ownerId: row.ownerId };
}

interface OwnedRow {
  readonly customerId: string;
  readonly goneAt: Date | null;
}

type MissingCode = "BILLING_ORDER_NOT_FOUND" | "BILLING_SUBSCRIPTION_NOT_FOUND";

interface Question<Code extends MissingCode> {
  readonly action: BillingAction;
  readonly missing: Code;
}

/**
 * The row, if the caller may do this with it. A caller who may not even read it gets the answer of an unknown
 * id.
 */
export async function ownedRow<R extends OwnedRow, Code extends MissingCode>(
  ctx: Context<Code | "BILLING_NOT_ALLOWED">,
  { userId }: Pick<Session, "userId">,
  row: R | null,
  { action, missing }: Question<Code>,
): Promise<R> {
  const owner = row && row.goneAt === null ? await ownerOfCustomer(ctx, row.customerId) : null;
  const failing = ctx as unknown as Context<MissingCode | "BILLING_NOT_ALLOWED">;
  if (!row || !owner) return failing.fail(billingErrors[missing]);
  if (await mayFor(ctx, userId, owner, action)) return row;
  const isKnown = action !== "read" && (await mayFor(ctx, userId, owner, "read"));
  return failing.fail(isKnown ? billingErrors.BILLING_NOT_ALLOWED : billingErrors[missing]);
}
