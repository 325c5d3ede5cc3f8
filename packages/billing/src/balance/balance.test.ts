import { describe, expect, test } from "vitest";
import { type BalanceHolding, noHoldings } from "../holding/holdings.js";
import { changedUsage, countedUsage, leftOn, type UsageHolding } from "./balance.js";

const meterId = "calls";

const balance = (consumed: number, credited = 0): BalanceHolding => ({
  meterId,
  consumed,
  balance: credited - consumed,
  version: `2026-01-01T12:00:0${consumed % 10}.000000Z`,
});

/** A use is tracked, the provider answers to it, or the provider's balance arrives. */
type Step = { readonly track: number } | { readonly answer: number } | "balance";

/** The units left after the steps, of which "balance" brings the provider's new balance. */
function leftAfter(old: BalanceHolding | null, current: BalanceHolding, steps: readonly Step[]): number | null {
  let usage: UsageHolding | null = null;
  let balances = old ? [old] : [];
  for (const step of steps) {
    if (step === "balance") {
      ({ usage } = countedUsage({ usage }, balances, [current]));
      balances = [current];
    } else if ("track" in step) ({ usage } = changedUsage({ usage }, [{ meterId, open: step.track }]));
    else {
      const sent = { at: "2026-01-01T12:00:30.000Z", units: step.answer };
      ({ usage } = changedUsage({ usage }, [{ meterId, open: -step.answer, sent }]));
    }
  }
  return leftOn({ holdings: { ...noHoldings, balances }, usage }, meterId);
}

describe("the first balance of a meter", () => {
  test("counts a use once, whether the answer or the balance comes first", () => {
    expect(leftAfter(null, balance(1), [{ track: 1 }, "balance", { answer: 1 }])).toBe(-1);
    expect(leftAfter(null, balance(1), [{ track: 1 }, { answer: 1 }, "balance"])).toBe(-1);
  });

  test("leaves the uses that it does not have yet", () => {
    expect(leftAfter(null, balance(1), [{ track: 3 }, "balance", { answer: 3 }])).toBe(-3);
    expect(leftAfter(null, balance(1), [{ track: 1 }, { answer: 1 }, { track: 2 }, "balance"])).toBe(-3);
  });

  test("with usage from before the app knew of it has later uses taken from it", () => {
    expect(leftAfter(null, balance(40, 50), [{ track: 3 }, "balance", { answer: 3 }])).toBe(7);
  });
});

test("a later balance counts a use once, whether the answer or the balance comes first", () => {
  expect(leftAfter(balance(4, 10), balance(6, 10), [{ track: 2 }, "balance", { answer: 2 }])).toBe(4);
  expect(leftAfter(balance(4, 10), balance(6, 10), [{ track: 2 }, { answer: 2 }, "balance"])).toBe(4);
});
