import type { BillingSettings } from "../options.js";
import type { SeatSettings } from "./limit.js";
import { seatRulesOf } from "./settings.js";

/** The options for seats. */
export const seatSettingsOf = ({ products, seats }: Pick<BillingSettings, "products" | "seats">): SeatSettings => ({
  rules: seatRulesOf(products),
  sold: new Set(Object.values(products).map((product) => (typeof product === "string" ? product : Object(product).id))),
  seats,
});
