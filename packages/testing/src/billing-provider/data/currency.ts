import type { ProductRow } from "./rows.js";

/** The currency of products that name no other. */
export const usualCurrency = "usd";

export const currencyOf = ({ currency }: ProductRow): string => currency ?? usualCurrency;
