import type { TolerantCheckout } from "@keyhold/billing-schema";
import type { Session } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import { orders, subscriptions } from "../mirror/entities.js";
import { mayFor } from "../mirror/owner-asked.js";
import { type BillingOwner, ownerOf } from "../provider/owner.js";
import type { BuyingSettings } from "./buying.js";
import { ownerOfCustomer } from "./owned.js";
import { asked, type ProviderCode } from "./refusal.js";

/** The state of a checkout, for a caller who may buy for its owner. */
export interface CheckoutState {
  readonly status: string;
  readonly hasArrived: boolean;
}

const meanings = { notFound: "BILLING_CHECKOUT_NOT_FOUND", conflict: "BILLING_CHECKOUT_NOT_FOUND" } as const;

/** The provider names the owner of the checkout: by its customer, else by the external id that this server has given it. */
export async function checkoutState(
  ctx: Context<ProviderCode | "BILLING_CHECKOUT_NOT_FOUND">,
  { provider }: BuyingSettings,
  { userId }: Pick<Session, "userId">,
  id: string,
): Promise<CheckoutState> {
  const checkout = await asked(ctx, meanings, () => provider.checkouts.get(id));
  const owner = await ownerOfCheckout(ctx, checkout);
  if (!owner || !(await mayFor(ctx, userId, owner, "checkout"))) {
    return ctx.fail(billingErrors.BILLING_CHECKOUT_NOT_FOUND);
  }
  const status = String(checkout.status);
  return { status, hasArrived: status === "succeeded" && (await hasArrived(ctx, checkout)) };
}

async function ownerOfCheckout(ctx: Context, checkout: TolerantCheckout): Promise<BillingOwner | null> {
  const known = typeof checkout.customerId === "string" ? await ownerOfCustomer(ctx, checkout.customerId) : null;
  if (known) return known;
  // The name depends on the version of the API.
  const { externalCustomerId, customerExternalId } = checkout as {
    readonly externalCustomerId?: unknown;
    readonly customerExternalId?: unknown;
  };
  const owner = ownerOf(externalCustomerId ?? customerExternalId);
  return owner.ownerKind === null ? null : owner;
}

/** Whether the mirror has a subscription or an order of the product that is not older than the checkout. */
async function hasArrived(ctx: Context, { customerId, productId, createdAt }: TolerantCheckout): Promise<boolean> {
  if (typeof customerId !== "string") return false;
  const last = { orderBy: "createdAt", direction: "descending", limit: 20 } as const;
  for (const { model } of [subscriptions, orders] as readonly [typeof subscriptions, typeof orders]) {
    const rows = await ctx.db.list(model as (typeof orders)["model"], { customerId }, last);
    if (rows.some((row) => row.productId === productId && row.createdAt >= createdAt)) return true;
  }
  return false;
}
