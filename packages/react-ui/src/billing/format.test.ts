import { expect, test } from "vitest";
import { moneyOf } from "./format.js";

const plain = (text: string): string => text.replaceAll("\u00a0", " ");

test.each([
  ["usd", 1200, "$12"],
  ["usd", 1250, "$12.50"],
  // A price per unit may be a part of the smallest unit.
  ["usd", 0.5, "$0.005"],
  ["jpy", 1200, "¥1,200"],
  ["kwd", 1250, "KWD 1.250"],
  ["huf", 250_000, "HUF 2,500"],
  ["huf", 250_050, "HUF 2,500.50"],
  ["idr", 1_500_000, "IDR 15,000"],
  ["cop", 1_500_000, "COP 15,000"],
  ["isk", 500, "ISK 5"],
  ["ugx", 500, "UGX 5"],
])("an amount in the smallest unit of %s: %d is %s", (currency, amount, text) => {
  expect(plain(moneyOf("en", amount, currency))).toBe(text);
});

test.each(["", "us", "euro", "€"])("an amount of the code %j, which is no code of a currency, is shown", (currency) => {
  expect(moneyOf("en", 1250, currency)).toBe(`12.5 ${currency}`);
});
