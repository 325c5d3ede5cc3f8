import type { BillingProvider } from "../provider/billing-provider.js";
import type { Products } from "./products.js";

/** The config errors of products that the provider cannot sell. */
export function capabilityErrors(products: Products, provider: BillingProvider | null): readonly string[] {
  return Object.entries(products).flatMap(([name, product]) => {
    if (typeof product !== "object" || product === null) return [];
    return (["seats"] as const).flatMap((what) => {
      if (product[what] === undefined) return [];
      if (provider === null) return [`products.${name}.${what}: needs \`provider\``];
      if (provider.capabilities[what]) return [];
      return [
        `products.${name}.${what}: the provider has no ${what} in this version of its API; polar() has since "2026-04"`,
      ];
    });
  });
}
