import { expect, test } from "vitest";
import { currencyDigits } from "./currency-digits.js";

test.each([
  ["usd", 2],
  ["EUR", 2],
  // Intl writes these without a fraction; the smallest unit is a hundredth all the same.
  ["huf", 2],
  ["idr", 2],
  ["cop", 2],
  // Payments have hundredths of these, though ISO 4217 has none.
  ["isk", 2],
  ["ugx", 2],
  ["jpy", 0],
  ["KRW", 0],
  ["kwd", 3],
  ["tnd", 3],
  ["constructor", 2],
])("amounts of %s have %i digits after the point", (currency, digits) => {
  expect(currencyDigits(currency)).toBe(digits);
});
