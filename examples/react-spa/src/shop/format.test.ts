import { expect, test } from "vitest";
import { moneyText, unitMoneyText } from "./format.ts";

const digits = (text: string): string => text.replace(/[^\d.]/g, "");

test("amounts are in the smallest unit of their currency, which not every currency divides", () => {
  expect(digits(moneyText({ amount: 2500, currency: "eur" }))).toBe("25.00");
  expect(digits(moneyText({ amount: 2500, currency: "jpy" }))).toBe("2500");
  expect(digits(moneyText({ amount: 2500, currency: "kwd" }))).toBe("2.500");
  expect(digits(moneyText({ amount: 2500, currency: "huf" }))).toBe("25.00");
});

test("a price per unit may be a fraction of the smallest unit", () => {
  expect(digits(unitMoneyText("12.5", "eur"))).toBe("0.125");
  expect(digits(unitMoneyText("0.0025", "eur"))).toBe("0.000025");
});
