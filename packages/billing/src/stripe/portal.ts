import type { BillingProvider } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import type { CustomerSearch } from "./find-customer.js";
import type { StripePortalSession } from "./objects.js";
import type { PortalParams } from "./params.js";
import { read, type Wire } from "./wire.js";

/** How long a link can be opened: https://docs.stripe.com/customer-management/integrate-customer-portal. */
const openSeconds = 300;

/** A link to the customer portal. The token is the last part of the link's path. */
export const portalOf =
  (wire: Wire, search: CustomerSearch): BillingProvider["portal"] =>
  async (ownerId, { returnUrl, customerId } = {}) => {
    const found = await search.byOwner(ownerId, customerId);
    if (!found) throw new BillingProviderError("portal", { reason: "not-found" });
    const fields: PortalParams = { customer: found.object.id, ...(returnUrl && { return_url: returnUrl }) };
    const request = { method: "POST", path: "/v1/billing_portal/sessions", fields } as const;
    const { url, created } = (await read<StripePortalSession>(wire, request)).object;
    const token = new URL(url).pathname.split("/").at(-1) ?? "";
    return { url, token, expiresAt: new Date((created + openSeconds) * 1000) };
  };
