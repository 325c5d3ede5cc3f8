import type { BillingProvider } from "../provider/billing-provider.js";
import type { Products } from "./products.js";

/** The config errors of products beyond the provider's API. */
export function capabilityErrors(products: Products, provider: BillingProvider | null): readonly string[] {
  return Object.entries(products).flatMap(([name, product]) => {
    if (typeof product !== "object" || product === null) return [];
    return (["seats", "trial"] as const).flatMap((what) => {
      if (product[what] === undefined) return [];
      if (provider === null) return [`products.${name}.${what}: needs \`provider\``];
      if (what === "seats" ? provider.capabilities.seats : provider.capabilities.trials) return [];
      const names = what === "seats" ? "seats" : "trials";
      return [
        `products.${name}.${what}: the provider has no ${names} in this API version; polar() has since "2026-04"`,
      ];
    });
  });
}
