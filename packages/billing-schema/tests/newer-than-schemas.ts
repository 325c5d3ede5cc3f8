import { isObject } from "./declared.ts";

/**
 * Removes the parts that the newest SDK's types have and the last schemas (0.49.0) lack: the provider added
 * them later. Null if no part is left that these schemas accept.
 */
export function asOfLastSchemas(request: string, wire: unknown): unknown {
  if (!isObject(wire)) return wire;
  if (request === "CheckoutCreate") {
    const { units: _, min_units: __, max_units: ___, ...rest } = wire;
    return isObject(rest.prices) ? { ...rest, prices: withoutNewerPrices(rest.prices) } : rest;
  }
  if (request === "CheckoutUpdate") return without(wire, "units");
  if (request !== "SubscriptionUpdate") return wire;
  if ("units" in wire || wire.trial_end === "now") return null;
  return without(wire, "metadata");
}

function without(wire: Readonly<Record<string, unknown>>, name: string): object {
  return Object.fromEntries(Object.entries(wire).filter(([key]) => key !== name));
}

function withoutNewerPrices(prices: Readonly<Record<string, unknown>>): object {
  const isKnown = (price: unknown): boolean =>
    isObject(price) && price.amount_type !== "unit_based" && price.amount_type !== "metered_tiers";
  return Object.fromEntries(
    Object.entries(prices).map(([product, list]) => [product, Array.isArray(list) ? list.filter(isKnown) : list]),
  );
}
