import type { TolerantSubscription } from "@keyhold/billing-schema";
import type { Session } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import { subscriptions } from "../mirror/entities.js";
import { type ClientForm, clientForm } from "../mirror/read.js";
import { saveEntity } from "../mirror/save.js";
import type { SeatChange } from "../seats/checkout.js";
import type { BuyingSettings } from "./buying.js";
import { ownedRow, ownerOfCustomer } from "./owned.js";
import { asked, providerCodes } from "./refusal.js";
import type { BillingAction } from "./statements.js";

/** The codes that a change of a subscription may end with. */
export const manageCodes = [
  ...providerCodes,
  "BILLING_NOT_ALLOWED",
  "BILLING_SUBSCRIPTION_NOT_FOUND",
  "BILLING_SUBSCRIPTION_ALREADY_CANCELED",
] as const;

const meanings = {
  notFound: "BILLING_SUBSCRIPTION_NOT_FOUND",
  conflict: "BILLING_SUBSCRIPTION_ALREADY_CANCELED",
} as const;

interface Managing {
  readonly subscriptionId: string;
  readonly action: BillingAction;
  /** Fails if the change is not to be asked for. Default: the provider decides. */
  readonly check?: (of: SeatChange) => Promise<void>;
  readonly call: (provider: BuyingSettings["provider"], id: string) => Promise<TolerantSubscription>;
}

/**
 * Changes a subscription of the caller, or of an organization of the caller, at the provider. The provider decides which
 * of several changes at once succeeds. The answer is written into the mirror before the caller gets it.
 */
export async function manage(
  ctx: Context<(typeof manageCodes)[number]>,
  settings: BuyingSettings,
  session: Pick<Session, "userId">,
  { subscriptionId, action, check, call }: Managing,
): Promise<ClientForm> {
  const found = await ctx.db.find(subscriptions.model, { id: subscriptionId });
  const asking = { action, missing: "BILLING_SUBSCRIPTION_NOT_FOUND" } as const;
  const { id, customerId, productId, seats } = await ownedRow(ctx, session, found, asking);
  const owner = check && (await ownerOfCustomer(ctx, customerId));
  if (owner) await check({ owner, productId, seats });
  const data = await asked(ctx, meanings, () => call(settings.provider, id));
  await saveEntity(ctx, settings, { mirrored: subscriptions, data, tellsMissing: false, isOurs: true });
  const row = await ctx.db.find(subscriptions.model, { id });
  return row ? clientForm(subscriptions, row) : { id };
}
