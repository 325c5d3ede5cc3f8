import type { Context } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import { emit } from "../events.js";
import { customers } from "../mirror/entities.js";
import { saveEntity } from "../mirror/save.js";
import { type BillingOwner, externalIdOf } from "../provider/owner.js";
import type { BuyingSettings } from "./buying.js";
import { type CustomerCode, madeFor } from "./customer.js";
import { knownCustomer } from "./make-customer.js";
import { presentOwner } from "./present.js";
import { asked, ofKnownCustomer } from "./refusal.js";

/** The codes that the linking of a customer may end with. */
export type LinkCode = CustomerCode | "BILLING_CUSTOMER_NOT_FOUND" | "BILLING_NOT_ALLOWED";

/** Gives a customer without an owner to an owner. The provider decides between callers at once. */
export async function linkToOwner(
  ctx: Context<LinkCode>,
  settings: BuyingSettings,
  customerId: string,
  owner: BillingOwner,
): Promise<void> {
  if (!(await presentOwner(ctx, owner))) return ctx.fail(billingErrors.BILLING_NOT_ALLOWED);
  const known = await knownCustomer(ctx, owner);
  if (known?.id === customerId) return;
  await madeFor(ctx, settings, owner, async () => {
    const data = await asked(ctx, ofKnownCustomer, () =>
      settings.provider.customers.link(customerId, externalIdOf(owner)),
    );
    await saveEntity(ctx, settings, { mirrored: customers, data, tellsMissing: false, isOurs: true });
  });
  emit(ctx, { type: "customer.linked", customerId, ...owner });
}
