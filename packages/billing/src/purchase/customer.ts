import type { CustomerCreate } from "@keyhold/billing-schema/requests";
import type { User } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import { emit } from "../events.js";
import { type BillingCustomerRow, customers } from "../mirror/entities.js";
import { ownerExists } from "../mirror/owner-of-customer.js";
import { customerOf } from "../mirror/read.js";
import { markGone, saveEntity } from "../mirror/save.js";
import { BillingProviderError } from "../provider/error.js";
import { type BillingOwner, externalIdOf } from "../provider/owner.js";
import type { BuyingSettings } from "./buying.js";
import { asked, type ProviderCode } from "./refusal.js";
import { removalOf, removeCustomer } from "./remove-customer.js";

/** Who buys, for whom. */
export interface Buyer {
  readonly owner: BillingOwner;
  /** Null: a call of the app, for an owner without a person. */
  readonly user: Pick<User, "id" | "name" | "email" | "emailVerified"> | null;
}

/** The codes that the search for a customer may end with. */
export type CustomerCode = ProviderCode | "BILLING_CUSTOMER_CONFLICT";

const meanings = { notFound: "BILLING_CUSTOMER_CONFLICT", conflict: "BILLING_CUSTOMER_CONFLICT" } as const;

/** The customer of an owner in the mirror, if the provider may be asked about it. */
export async function knownCustomer(ctx: Context, owner: BillingOwner): Promise<BillingCustomerRow | null> {
  const row = await customerOf(ctx, owner);
  return row && row.deletedAt === null && row.goneAt === null ? row : null;
}

/**
 * The provider's id of an owner's customer, who is made if there is none. Null: no customer can be made, because no
 * address of the buyer is verified.
 */
export async function customerIdFor(
  ctx: Context<CustomerCode>,
  settings: BuyingSettings,
  buyer: Buyer,
): Promise<string | null> {
  const known = await knownCustomer(ctx, buyer.owner);
  if (known) return known.id;
  const body = await newCustomer(settings, buyer);
  return body && makeCustomer(ctx, settings, buyer.owner, body);
}

/** Marks the customer of an owner in the mirror: the provider no longer has it. False without a customer in the mirror. */
export async function forgetCustomer(ctx: Context, settings: BuyingSettings, owner: BillingOwner): Promise<boolean> {
  const known = await knownCustomer(ctx, owner);
  if (known) await markGone(ctx, settings, customers, known);
  return known !== null;
}

/** The body with the external id in it: a customer without an owner never exists. */
async function newCustomer(settings: BuyingSettings, { owner, user }: Buyer): Promise<CustomerCreate | null> {
  const externalId = externalIdOf(owner);
  const verified = user?.emailVerified ? { email: user.email, name: user.name || null } : null;
  if (owner.ownerKind === "user") return verified && { ...verified, externalId };
  const email = (await settings.customers.billingEmail?.(owner.ownerId)) ?? null;
  if (!settings.provider.capabilities.teams) return email === null ? null : { email, externalId };
  // The payer is the first member of the team.
  const first = verified && { ...verified, ...(user && { externalId: user.id }) };
  if (email === null && first === null) return null;
  return { type: "team", externalId, ...(email !== null && { email }), ...(first && { owner: first }) };
}

/** Of callers at once the provider lets one make the customer; the others find it by the external id. */
async function makeCustomer(
  ctx: Context<CustomerCode>,
  settings: BuyingSettings,
  owner: BillingOwner,
  body: CustomerCreate,
): Promise<string> {
  const { provider } = settings;
  const made = await asked(ctx, meanings, () => provider.customers.create(body).catch(nullIfConflict));
  const data = made ?? (await asked(ctx, meanings, () => provider.customers.byOwner(externalIdOf(owner))));
  if (data === null) {
    // The address is of another customer, and an address is no proof of the owner.
    emit(ctx, { type: "customer.conflict", ...owner });
    return ctx.fail(billingErrors.BILLING_CUSTOMER_CONFLICT);
  }
  const { id } = data;
  if (typeof id !== "string") throw new TypeError("The payments provider answers a customer without an id.");
  await saveEntity(ctx, settings, { mirrored: customers, data, tellsMissing: false });
  if (made) emit(ctx, { type: "customer.linked", customerId: id, ...owner });
  return id;
}

function nullIfConflict(error: unknown): null {
  if (error instanceof BillingProviderError && error.reason === "conflict") return null;
  throw error;
}

/**
 * Makes a customer or a checkout for an owner, and gives it out only if the owner still exists. If not, the outbox
 * removes the customer with its open checkouts: the deletion of the owner may have been earlier.
 */
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

const stillExists = (ctx: Context, owner: BillingOwner, settings: BuyingSettings): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    if (await ownerExists(tx, owner)) return true;
    await removeCustomer.add(tx, removalOf(tx, owner, settings));
    return false;
  });
