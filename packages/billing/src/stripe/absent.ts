import type { BillingProvider } from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import { emptyPage } from "./wire.js";

const notFound = async (): Promise<never> => {
  throw new BillingProviderError("stripe", { reason: "not-found" });
};

const emptyList = { list: async () => emptyPage };

/**
 * What Stripe has not, or what is not mapped: no benefits, no grants and no balances of meters; refunds stay at Stripe;
 * no seats of members.
 */
export const absent: Pick<BillingProvider, "refunds" | "grants" | "benefits" | "meterBalances" | "seats"> = {
  refunds: emptyList,
  grants: emptyList,
  benefits: emptyList,
  meterBalances: emptyList,
  seats: { assign: notFound, revoke: notFound, list: notFound },
};
