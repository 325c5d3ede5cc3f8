import { requireFinite, safeAmount, unknownWord } from "./argument.js";
import { add, compare, type Decimal, decimalOf, ratioOf, zero } from "./decimal.js";
import { aggregateValues, type MeterAggregationRule } from "./meter-aggregation.js";
import { nearestNumber, type Ratio, subtract, truncate } from "./ratio.js";

/** Usage by the customer: the value of the meter's property in a matching event. */
export interface MeterUsageEntry {
  readonly kind: "usage";
  /** Only numbers take part in sums, maxima, minima and averages; a count includes the entry with any value. */
  readonly units?: unknown;
}

/** Units credited to the customer; negative units take some back. */
export interface MeterCreditEntry {
  readonly kind: "credit";
  readonly units: number;
  /** If the rest of the units may be carried into the next cycle. */
  readonly rollover: boolean;
}

/** Resets the meter of this customer: earlier entries no longer count. */
export interface MeterResetEntry {
  readonly kind: "reset";
}

/** An entry of a customer's meter. */
export type MeterEntry = MeterUsageEntry | MeterCreditEntry | MeterResetEntry;

/** A customer's balance of a meter, all in the meter's units. */
export interface MeterBalance {
  readonly consumedUnits: number;
  /** Never negative. */
  readonly creditedUnits: number;
  /** Credited less consumed; negative when more was used than credited. */
  readonly balance: number;
  /** The units carried into the next cycle, if that cycle began now: an integer from 0 to the credits with rollover. */
  readonly rolloverUnits: number;
}

/**
 * The balance of a customer's meter, by the billing rules on balances. `entries` are in chronological order, and only
 * entries since the latest reset count. `creditedUnits` is a running sum that stops at 0 when credits are taken back;
 * `consumedUnits` is the meter's aggregation of the usage, by default a sum.
 *
 * Each figure is exact, and rounded once to the nearest double. Throws a `RangeError` for credits that are not finite
 * or results beyond the numbers, and a `TypeError` for an unknown kind of entry or aggregation.
 *
 * @example
 * meterBalance([
 *   { kind: "credit", units: 5, rollover: true },
 *   { kind: "usage", units: 1.5 },
 * ]); // { consumedUnits: 1.5, creditedUnits: 5, balance: 3.5, rolloverUnits: 3 }
 */
export function meterBalance(
  entries: readonly MeterEntry[],
  aggregation: Pick<MeterAggregationRule, "func"> = { func: "sum" },
): MeterBalance {
  const used: unknown[] = [];
  let credited = zero;
  let creditedWithRollover = zero;
  for (const entry of entries.slice(entries.findLastIndex((candidate) => candidate.kind === "reset") + 1)) {
    if (entry.kind === "usage") used.push(usageOf(entry));
    else if (entry.kind === "credit") {
      const units = decimalOf("credit.units", entry.units);
      credited = atLeastZero(add(credited, units));
      if (entry.rollover) creditedWithRollover = atLeastZero(add(creditedWithRollover, units));
    } else throw unknownWord("entry.kind", entry.kind, ["usage", "credit", "reset"]);
  }
  const consumed = aggregateValues(used, aggregation.func ?? "count");
  const balance = subtract(ratioOf(credited), consumed);
  return {
    consumedUnits: nearestNumber("The consumed units", consumed),
    creditedUnits: nearestNumber("The credited units", ratioOf(credited)),
    balance: nearestNumber("The balance", balance),
    rolloverUnits: rolloverOf(balance, creditedWithRollover),
  };
}

/**
 * The units carried into the next cycle: the integer part of the balance, at least 0 and at most the integer part of
 * the units credited with rollover. Throws a `RangeError` for input that is not finite, for negative rollover credits,
 * and for a result beyond the safe integers.
 *
 * @example
 * rolloverAtCycle(6.9, 5); // 5
 */
export function rolloverAtCycle(balance: number, rolloverCredits: number): number {
  const credits = decimalOf("rolloverCredits", rolloverCredits);
  if (compare(credits, zero) < 0) throw new RangeError(`rolloverCredits must be at least 0, not ${rolloverCredits}.`);
  return rolloverOf(ratioOf(decimalOf("balance", balance)), credits);
}

function rolloverOf(balance: Ratio, rolloverCredits: Decimal): number {
  const units = truncate(balance);
  const limit = truncate(ratioOf(rolloverCredits));
  if (units <= 0n) return 0;
  const isLimited = units > limit;
  return safeAmount("The rollover units", isLimited ? limit : units);
}

/** A NaN in the usage is a fault of ours to report, not, as in foreign metadata, a value to pass over. */
function usageOf(entry: MeterUsageEntry): unknown {
  return typeof entry.units === "number" ? requireFinite("usage.units", entry.units) : entry.units;
}

function atLeastZero(value: Decimal): Decimal {
  return compare(value, zero) < 0 ? zero : value;
}
