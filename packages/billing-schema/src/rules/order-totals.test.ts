import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brokenOrderTotals } from "./order-totals.js";

const sound = {
  subtotalAmount: 5000,
  discountAmount: 1000,
  netAmount: 4000,
  taxAmount: 760,
  totalAmount: 4760,
  amount: 4000,
};

describe("order totals", () => {
  test("sound totals break no identity, with the deprecated amount and without", () => {
    expect(brokenOrderTotals(sound)).toEqual([]);
    expect(brokenOrderTotals({ ...sound, amount: undefined })).toEqual([]);
  });

  test("a null amount breaks no identity, and hides no other broken one", () => {
    const nothing = { subtotalAmount: null, discountAmount: null, taxAmount: null, amount: null };
    for (const name of Object.keys(nothing)) expect(brokenOrderTotals({ ...sound, [name]: null })).toEqual([]);
    expect(brokenOrderTotals({ ...sound, ...nothing })).toEqual([]);
    expect(brokenOrderTotals({ ...sound, taxAmount: null, subtotalAmount: 5001 })).toEqual(["netAmount"]);
  });

  test.each([
    [{ subtotalAmount: 5001 }, ["netAmount"]],
    [{ discountAmount: 999 }, ["netAmount"]],
    [{ taxAmount: 0 }, ["totalAmount"]],
    [{ totalAmount: 4759 }, ["totalAmount"]],
    [{ amount: 5000 }, ["amount"]],
    [{ netAmount: 4001 }, ["netAmount", "totalAmount", "amount"]],
  ])("%j breaks %j", (change, broken) => {
    expect(brokenOrderTotals({ ...sound, ...change })).toEqual(broken);
  });

  test("totals of the identities are sound, credits included, and a minor unit off is noticed at any size", () => {
    const amount = fc.oneof(
      fc.integer(),
      fc.maxSafeInteger().map((value) => Math.trunc(value / 3)),
    );
    fc.assert(
      fc.property(amount, amount, amount, (subtotalAmount, discountAmount, taxAmount) => {
        const netAmount = subtotalAmount - discountAmount;
        const order = { subtotalAmount, discountAmount, netAmount, taxAmount, totalAmount: netAmount + taxAmount };
        expect(brokenOrderTotals(order)).toEqual([]);
        expect(brokenOrderTotals({ ...order, taxAmount: taxAmount + 1 })).toEqual(["totalAmount"]);
      }),
    );
    const largest = Number.MAX_SAFE_INTEGER;
    expect(
      brokenOrderTotals({
        subtotalAmount: largest,
        discountAmount: -largest,
        netAmount: largest,
        taxAmount: 0,
        totalAmount: largest,
      }),
    ).toEqual(["netAmount"]);
  });

  test("an amount that is no safe integer is named", () => {
    expect(() => brokenOrderTotals({ ...sound, taxAmount: 0.5 })).toThrow("taxAmount");
    expect(() => brokenOrderTotals({ ...sound, amount: Number.NaN })).toThrow(RangeError);
    expect(() => brokenOrderTotals({ ...sound, subtotalAmount: 2 ** 53 })).toThrow("subtotalAmount");
  });
});
