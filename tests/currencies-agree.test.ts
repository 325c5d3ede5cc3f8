import { currencyDigits } from "@keyhold/billing-schema/rules";
import { expect, test } from "vitest";
import { moneyOf } from "../packages/react-ui/src/billing/format.ts";

test("the screens divide amounts of each currency as the billing schema says", () => {
  for (const currency of Intl.supportedValuesOf("currency")) {
    const whole = new Intl.NumberFormat("en", { style: "currency", currency, minimumFractionDigits: 0 });
    expect(moneyOf("en", 7 * 10 ** currencyDigits(currency), currency)).toBe(whole.format(7));
  }
});
