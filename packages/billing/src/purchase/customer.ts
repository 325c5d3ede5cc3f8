import type { User } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import { ownerExists } from "../mirror/owner-of-customer.js";
import type { BillingOwner } from "../provider/owner.js";
import type { BuyingSettings } from "./buying.js";
import { followingOf, followOwner } from "./follow-owner.js";
import { knownCustomer, makeCustomer, type NewCustomer, newCustomer } from "./make-customer.js";
import { presentOwner } from "./present.js";
import { asked, type ProviderCode } from "./refusal.js";
import { stillExists } from "./still-exists.js";

/** Who buys, for whom. */
export interface Buyer {
  readonly owner: BillingOwner;
  /** Null: a call of the app, for an owner without a person. */
  readonly user: Pick<User, "id"> | null;
}

/** The codes that the search for a customer may end with. */
export type CustomerCode = ProviderCode | "BILLING_CUSTOMER_CONFLICT";

const meanings = { notFound: "BILLING_CUSTOMER_CONFLICT", conflict: "BILLING_CUSTOMER_CONFLICT" } as const;

/**
 * The provider's id of an owner's customer, who is made if there is none. Null: no customer can be made, because no
 * address of the buyer is verified.
 */
export async function customerIdFor(
  ctx: Context<CustomerCode>,
  settings: BuyingSettings,
  { owner, user }: Buyer,
): Promise<string | null> {
  const known = await knownCustomer(ctx, owner);
  if (known) return known.id;
  const wanted = await newCustomer(ctx, settings, { owner, payerId: user?.id ?? null });
  if (wanted === null) return null;
  const id = await asked(ctx, meanings, () => makeCustomer(ctx, settings, wanted));
  if (id === null) return ctx.fail(billingErrors.BILLING_CUSTOMER_CONFLICT);
  await followChange(ctx, wanted);
  return id;
}

/** A change of the owner has looked for the customer, without a result, while the customer was made. */
async function followChange(ctx: Context, { owner, present }: NewCustomer): Promise<void> {
  await ctx.transaction(async (tx) => {
    const now = (await ownerExists(tx, owner)) ? await presentOwner(tx, owner) : null;
    const isSame = now === null || (now.name === present.name && now.mailbox === present.mailbox);
    if (!isSame) await followOwner.add(tx, followingOf(owner));
  });
}

/** Makes a customer or a checkout for an owner, and gives it out only if the owner still exists. */
export async function madeFor<T>(
  ctx: Context<"BILLING_NOT_ALLOWED">,
  settings: BuyingSettings,
  owner: BillingOwner,
  make: () => Promise<T>,
): Promise<T> {
  const made = await make().catch(async (error: unknown) => {
    // The customer may have been made.
    if (await stillExists(ctx, owner, settings)) throw error;
    return ctx.fail(billingErrors.BILLING_NOT_ALLOWED, { cause: error });
  });
  return (await stillExists(ctx, owner, settings)) ? made : ctx.fail(billingErrors.BILLING_NOT_ALLOWED);
}
