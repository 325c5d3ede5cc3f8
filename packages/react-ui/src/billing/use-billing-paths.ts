import { useUI } from "../context.js";
import type { Paths } from "../paths.js";

/** The paths of the screens of billing. */
export type BillingPaths = Required<Pick<Paths, "pricing" | "billing" | "checkoutResult">>;

/** The paths of the app with the defaults of billing, which other screens need not load. */
export function useBillingPaths(): BillingPaths {
  const { pricing = "/pricing", billing = "/billing", checkoutResult = "/checkout-result" } = useUI().paths;
  return { pricing, billing, checkoutResult };
}
