import { defineOutboxKind, type NewOutboxEntry, OutboxError, type OutboxKind } from "@keyhold/core/outbox";
import type { Context, HookContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { emit } from "../events.js";
import { customers } from "../mirror/entities.js";
import { saveEntity } from "../mirror/save.js";
import type { BillingSettings } from "../options.js";
import { BillingProviderError } from "../provider/error.js";
import { type BillingOwner, externalIdOf, ownerOf } from "../provider/owner.js";
import { type BuyingSettings, buying } from "./buying.js";
import { isGuest } from "./guest.js";
import { type AddressedUser, mailboxOf, noteMailbox } from "./mailbox.js";
import { forgetCustomer, knownCustomer, makeCustomer, newCustomer, nullIfConflict } from "./make-customer.js";
import { type PresentOwner, presentOwner } from "./present.js";
import { stillExists } from "./still-exists.js";

/** The owner of the customer: the entry has no values, since the work reads the owner as it is then. */
export interface Following {
  /** The customer's external id. */
  readonly owner: string;
}

/** Gives the provider the present name and address of an owner; with `createOnSignUp` makes the customer of a user. */
export const followOwner: OutboxKind<Following> = defineOutboxKind<Following, void, BillingSettings>(
  "billing.follow-owner",
  {
    input: z.object({ owner: z.string() }),
    async run({ input, ctx }, settings) {
      const owner = ownerOf(input.owner);
      if (owner.ownerKind === null) return;
      await follow(ctx, buying(settings), owner).catch((error: unknown) => {
        if (!(error instanceof BillingProviderError) || error.reason !== "invalid") throw error;
        throw new OutboxError(error.message, { isFinal: true, mayHaveHappened: false, cause: error });
      });
    },
    // A repeated change is harmless, and a second customer with the external id is refused.
    ifUnknown: "repeat",
    endsWithOwner: true,
  },
);

/** The entry of an owner: never two. */
export function followingOf(owner: BillingOwner): NewOutboxEntry<Following> {
  const externalId = externalIdOf(owner);
  return { input: { owner: externalId }, key: externalId, owner: externalId };
}

async function follow(ctx: Context, settings: BuyingSettings, owner: BillingOwner): Promise<void> {
  const present = await presentOwner(ctx, owner);
  if (!present) return;
  const known = await knownCustomer(ctx, owner);
  if (known && (await change(ctx, settings, { owner, customerId: known.id }, present))) return;
  if (!settings.customers.createOnSignUp || owner.ownerKind !== "user") return;
  const wanted = await newCustomer(ctx, settings, { owner, payerId: null });
  if (wanted === null) return;
  const id = await makeCustomer(ctx, settings, wanted);
  if (id === null) throw conflict();
  await stillExists(ctx, owner, settings);
}

/** False: the provider no longer has the customer. The name follows also if another customer has the address. */
async function change(
  ctx: Context,
  settings: BuyingSettings,
  { owner, customerId }: { readonly owner: BillingOwner; readonly customerId: string },
  { name, mailbox }: PresentOwner,
): Promise<boolean> {
  const { provider, customers: asked } = settings;
  const externalId = externalIdOf(owner);
  const email = owner.ownerKind === "user" ? mailbox : ((await asked.billingEmail?.(owner.ownerId)) ?? null);
  try {
    const whole = { name, ...(email !== null && { email }) };
    const changed = await provider.customers.update(externalId, whole, { customerId }).catch(nullIfConflict);
    const data = changed ?? (await provider.customers.update(externalId, { name }, { customerId }));
    await saveEntity(ctx, settings, { mirrored: customers, data, tellsMissing: false, isOurs: true });
    if (changed) return true;
  } catch (error) {
    if (!(error instanceof BillingProviderError) || error.reason !== "not-found") throw error;
    await forgetCustomer(ctx, settings, owner);
    return false;
  }
  emit(ctx, { type: "customer.conflict", ...owner });
  throw conflict();
}

/** The failed entry is the state that an administrator sees: a further attempt would fail, too. */
const conflict = (): OutboxError =>
  new OutboxError("Another customer at the payments provider has the address.", {
    isFinal: true,
    mayHaveHappened: false,
  });

/** An event of core or of the plugin `organization`, as far as it changes an owner. */
interface OwnerEvent {
  readonly type: string;
  readonly changed?: readonly string[];
  readonly user?: AddressedUser;
  readonly organization?: { readonly id: string };
}

/** Events with a new or a newly verified address; `user.updated` if it names a column of the address. */
const addressEvents = ["user.created", "email.verified", "email.changed"];

/** In the transaction that changes an owner: remembers a proven mailbox, and writes what the provider is to be told. */
export async function noteOwner(
  ctx: HookContext,
  { customers: asked }: BillingSettings,
  event: OwnerEvent,
): Promise<void> {
  const { type, changed = [], user, organization } = event;
  const isNamed = changed.includes("name");
  if (type === "organization.updated" && organization && isNamed) {
    return add(ctx, { ownerKind: "organization", ownerId: organization.id }, false);
  }
  if (!user || (type !== "user.updated" && !addressEvents.includes(type)) || isGuest(user)) return;
  const isOfAddress = type !== "user.updated" || changed.includes("email") || changed.includes("emailVerified");
  const isProven = isOfAddress && mailboxOf(user) !== null;
  if (isProven) await noteMailbox(ctx, user);
  if (!isProven && !isNamed) return;
  await add(ctx, { ownerKind: "user", ownerId: user.id }, asked.createOnSignUp);
}

async function add(ctx: HookContext, owner: BillingOwner, isCreated: boolean): Promise<void> {
  const { ownerKind, ownerId } = owner;
  const known = { ownerKind, ownerId, deletedAt: null, goneAt: null };
  if (isCreated || (await ctx.db.exists(customers.model, known))) await followOwner.add(ctx, followingOf(owner));
}
