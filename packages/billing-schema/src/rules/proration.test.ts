import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ProrationInput, prorate } from "./proration.js";

const period = { periodStart: new Date("2025-06-01T00:00:00Z"), periodEnd: new Date("2025-07-01T00:00:00Z") };
const change = (at: string, amounts: Partial<ProrationInput>): ProrationInput => ({
  ...period,
  at: new Date(at),
  oldAmount: 0,
  newAmount: 0,
  ...amounts,
});

describe("proration", () => {
  test("half the period is half of each amount", () => {
    expect(prorate(change("2025-06-16T00:00:00Z", { oldAmount: 1000, newAmount: 3000 }))).toEqual({
      creditAmount: 500,
      debitAmount: 1500,
      netAmount: 1000,
      isTie: false,
    });
  });

  test("discounts come off before the share is taken", () => {
    const amounts = { oldAmount: 1000, oldDiscount: 100, newAmount: 3000, newDiscount: 3000 };
    expect(prorate(change("2025-06-16T00:00:00Z", amounts))).toMatchObject({
      creditAmount: 450,
      debitAmount: 0,
      netAmount: -450,
    });
  });

  test("at the end and after it the share is 0; before the start it is above 1", () => {
    const amounts = { oldAmount: 1000, newAmount: 2000 };
    expect(prorate(change("2025-07-01T00:00:00Z", amounts)).netAmount).toBe(0);
    expect(prorate(change("2026-07-01T00:00:00Z", amounts))).toMatchObject({ creditAmount: 0, debitAmount: 0 });
    expect(prorate(change("2025-06-01T00:00:00Z", amounts))).toMatchObject({ creditAmount: 1000, debitAmount: 2000 });
    expect(prorate(change("2025-05-29T00:00:00Z", amounts))).toMatchObject({ creditAmount: 1100, debitAmount: 2200 });
  });

  test("ties go to the even minor unit and are reported", () => {
    expect(prorate(change("2025-06-16T00:00:00Z", { oldAmount: 1, newAmount: 3 }))).toEqual({
      creditAmount: 0,
      debitAmount: 2,
      netAmount: 2,
      isTie: true,
    });
    expect(prorate(change("2025-06-16T00:00:00Z", { oldAmount: 2, newAmount: 3 })).isTie).toBe(true);
    expect(prorate(change("2025-06-16T00:00:00Z", { oldAmount: 3, newAmount: 2 })).isTie).toBe(true);
  });

  test("a millisecond counts", () => {
    expect(prorate(change("2025-06-16T00:00:00.001Z", { newAmount: 1 }))).toMatchObject({
      debitAmount: 0,
      isTie: false,
    });
    expect(prorate(change("2025-06-15T23:59:59.999Z", { newAmount: 1 }))).toMatchObject({
      debitAmount: 1,
      isTie: false,
    });
  });

  const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
  const amount = fc.oneof(fc.nat(5000), fc.nat(99_999_999));
  const input = fc
    .record({
      start: time,
      length: fc.integer({ min: 1, max: 100_000_000_000 }),
      at: time,
      oldAmount: amount,
      newAmount: amount,
    })
    .map(({ start, length, at, oldAmount, newAmount }) => ({
      periodStart: new Date(start),
      periodEnd: new Date(start + length),
      // Usually near the period, so the share is seldom 0.
      at: new Date(start + (at % (length * 2)) - Math.floor(length / 2)),
      oldAmount,
      newAmount,
    }));

  test("no integer is nearer than the debit, and of two the even one is taken", () => {
    fc.assert(
      fc.property(input, (given) => {
        const { debitAmount, creditAmount, netAmount } = prorate(given);
        const whole = BigInt(given.periodEnd.getTime() - given.periodStart.getTime());
        const rest = BigInt(Math.max(0, given.periodEnd.getTime() - given.at.getTime()));
        const off = 2n * (BigInt(debitAmount) * whole - BigInt(given.newAmount) * rest);
        expect(off >= -whole && off <= whole).toBe(true);
        if (off === whole || off === -whole) expect(debitAmount % 2).toBe(0);
        expect(netAmount).toBe(debitAmount - creditAmount);
      }),
      { numRuns: 500 },
    );
  });

  test("the change back costs the opposite", () => {
    fc.assert(
      fc.property(input, (given) => {
        const there = prorate(given);
        const back = prorate({ ...given, oldAmount: given.newAmount, newAmount: given.oldAmount });
        expect(there.netAmount + back.netAmount).toBe(0);
        expect([there.creditAmount, there.isTie]).toEqual([back.debitAmount, back.isTie]);
      }),
    );
  });

  test("bad input is refused by name", () => {
    const at = "2025-06-16T00:00:00Z";
    expect(() => prorate(change("soon", {}))).toThrow("at must be");
    expect(() => prorate(change(at, { periodEnd: period.periodStart }))).toThrow("periodEnd");
    expect(() => prorate(change(at, { periodStart: new Date(Number.NaN) }))).toThrow("periodStart");
    expect(() => prorate(change(at, { oldAmount: -1 }))).toThrow("oldAmount");
    expect(() => prorate(change(at, { newAmount: 1.5 }))).toThrow("newAmount");
    expect(() => prorate(change(at, { newAmount: 5, newDiscount: 6 }))).toThrow("newDiscount");
    expect(() => prorate(change(at, { oldDiscount: -1 }))).toThrow("oldDiscount");
    expect(() => prorate(change("2025-01-01T00:00:00Z", { newAmount: Number.MAX_SAFE_INTEGER }))).toThrow("The debit");
  });
});
