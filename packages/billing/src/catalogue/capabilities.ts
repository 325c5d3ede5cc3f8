import { isObject } from "@keyhold/core/options";
import type { BillingProvider } from "../provider/billing-provider.js";
import type { Entitlements } from "./entitlements.js";
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
      const since = provider.id === "polar" ? ' in this API version; polar() has since "2026-04"' : "";
      return [`products.${name}.${what}: the provider has no ${names}${since}`];
    });
  });
}

/** The config errors of entitlements by meters, if the provider has no balances. */
export function meterErrors(rules: Entitlements, provider: BillingProvider | null): readonly string[] {
  if (provider?.capabilities.meterBalances !== false) return [];
  return Object.entries(rules)
    .filter(([, rule]) => isObject(rule) && rule.meter !== undefined)
    .map(
      ([name]) => `entitlements.${name}.meter: the provider has no balances of meters, so no owner can ever have it`,
    );
}
