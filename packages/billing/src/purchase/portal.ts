import type { Context } from "@keyhold/core/plugin";
import { BillingProviderError } from "../provider/error.js";
import { externalIdOf } from "../provider/owner.js";
import type { BuyingSettings } from "./buying.js";
import { type Buyer, type CustomerCode, customerIdFor, madeFor } from "./customer.js";
import { forgetCustomer } from "./make-customer.js";
import { asked, ofKnownCustomer } from "./refusal.js";
import { absoluteUrl } from "./urls.js";

/** The codes that the opening of the portal may end with. */
export type PortalCode = CustomerCode | "BILLING_CUSTOMER_NOT_FOUND" | "BILLING_NOT_ALLOWED";

/** A link to the provider's page of an owner. */
export async function portalUrl(
  ctx: Context<PortalCode>,
  settings: BuyingSettings,
  buyer: Buyer,
  returnUrl: string | undefined,
): Promise<string> {
  const { provider } = settings;
  const { owner } = buyer;
  const back = absoluteUrl(ctx.settings, returnUrl);
  const open = async (): ReturnType<typeof provider.portal> => {
    const customerId = await customerIdFor(ctx, settings, buyer);
    return provider.portal(externalIdOf(owner), {
      ...(customerId !== null && { customerId }),
      ...(back !== null && { returnUrl: back }),
    });
  };
  const { url } = await madeFor(ctx, settings, owner, () =>
    asked(ctx, ofKnownCustomer, () =>
      open().catch(async (error: unknown) => {
        const isUnknown = error instanceof BillingProviderError && error.reason === "not-found";
        if (!isUnknown || !(await forgetCustomer(ctx, settings, owner))) throw error;
        return open();
      }),
    ),
  );
  return url;
}
