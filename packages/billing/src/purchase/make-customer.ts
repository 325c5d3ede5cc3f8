import type { TolerantCustomer } from "@keyhold/billing-schema";
import type { CustomerCreate } from "@keyhold/billing-schema/requests";
import type { Context } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { type BillingCustomerRow, customers } from "../mirror/entities.js";
import { customerOf } from "../mirror/read.js";
import { markGone, saveEntity } from "../mirror/save.js";
import { BillingProviderError } from "../provider/error.js";
import { type BillingOwner, externalIdOf } from "../provider/owner.js";
import type { BuyingSettings } from "./buying.js";
import { claimCustomer } from "./claim-customer.js";
import { type PresentOwner, presentOwner } from "./present.js";

/** A customer that could be made, and what it is made of. */
export interface NewCustomer {
  readonly owner: BillingOwner;
  readonly body: CustomerCreate;
  readonly present: PresentOwner;
}

/** The customer of an owner in the mirror, if the provider may be asked about it. */
export async function knownCustomer(ctx: Context, owner: BillingOwner): Promise<BillingCustomerRow | null> {
  const row = await customerOf(ctx, owner);
  return row && row.deletedAt === null && row.goneAt === null ? row : null;
}

/** Marks the customer of an owner in the mirror: the provider no longer has it. False without a customer in the mirror. */
export async function forgetCustomer(ctx: Context, settings: BuyingSettings, owner: BillingOwner): Promise<boolean> {
  const known = await knownCustomer(ctx, owner);
  if (known) await markGone(ctx, settings, customers, known);
  return known !== null;
}

/**
 * The body with the external id in it: a customer without an owner never exists. It is read anew, since a session may
 * be older than a change of the address. Null: no address is verified, or there is no such owner.
 *
 * @param payerId the user who buys for an organization: the first member of the team
 */
export async function newCustomer(
  ctx: Context,
  settings: BuyingSettings,
  { owner, payerId }: { readonly owner: BillingOwner; readonly payerId: string | null },
): Promise<NewCustomer | null> {
  const externalId = externalIdOf(owner);
  const present = await presentOwner(ctx, owner);
  if (!present) return null;
  const { mailbox, name } = present;
  const given = (body: CustomerCreate): NewCustomer => ({ owner, body, present });
  if (owner.ownerKind === "user") return mailbox === null ? null : given({ email: mailbox, name, externalId });
  const email = (await settings.customers.billingEmail?.(owner.ownerId)) ?? null;
  const named = name === null ? {} : { name };
  if (!settings.provider.capabilities.teams) return email === null ? null : given({ email, ...named, externalId });
  const payer = payerId === null ? null : await presentOwner(ctx, { ownerKind: "user", ownerId: payerId });
  const first = payer?.mailbox ? { email: payer.mailbox, name: payer.name, externalId: String(payerId) } : null;
  if (email === null && first === null) return null;
  return given({
    type: "team",
    externalId,
    ...named,
    ...(email !== null && { email }),
    ...(first && { owner: first }),
  });
}

/**
 * Makes a customer, and answers the provider's id. The provider lets only the first of several callers make the
 * customer; further callers find it by the external id. Null: the address is of another customer, which is told. That
 * customer becomes the user's only if it has no owner and the mailbox is that of the user beyond doubt. Where addresses
 * are not unique, it throws "unavailable" instead: another request makes the customer now.
 */
export async function makeCustomer(
  ctx: Context,
  settings: BuyingSettings,
  { owner, body }: NewCustomer,
): Promise<string | null> {
  const { provider } = settings;
  const externalId = externalIdOf(owner);
  const made = await provider.customers.create(body).catch(nullIfConflict);
  const found = made ?? (await provider.customers.byOwner(externalId));
  if (!found && provider.capabilities.uniqueAddresses === false) {
    throw new BillingProviderError("customers.create", { reason: "unavailable", retryAfterSeconds: 1 });
  }
  const data = found ?? (await claimed(ctx, settings, { owner, email: body.email ?? null }));
  if (data === null) {
    emit(ctx, { type: "customer.conflict", ...owner });
    return null;
  }
  const { id } = data;
  if (typeof id !== "string") throw new TypeError("The payments provider answers a customer without an id.");
  await saveEntity(ctx, settings, { mirrored: customers, data, tellsMissing: false, isOurs: true });
  if (made || !found) emit(ctx, { type: "customer.linked", customerId: id, ...owner });
  return id;
}

async function claimed(
  ctx: Context,
  settings: BuyingSettings,
  { owner, email }: { readonly owner: BillingOwner; readonly email: string | null },
): Promise<TolerantCustomer | null> {
  if (owner.ownerKind !== "user" || email === null) return null;
  const { provider } = settings;
  const taken = await claimCustomer(ctx, settings, { userId: owner.ownerId, email });
  // Another request of the owner may have taken the customer over.
  return taken ?? provider.customers.byOwner(externalIdOf(owner));
}

export function nullIfConflict(error: unknown): null {
  if (error instanceof BillingProviderError && error.reason === "conflict") return null;
  throw error;
}
