import { useUI } from "../context.js";
import { billing as english } from "../texts/en/billing.js";
import { useTexts } from "../texts/use-texts.js";
import type { Product } from "./types.js";

type Price = Product["prices"][number];

/** Whether a price is for a period: a unit of a meter costs the same at any time. */
export const hasPeriod = ({ kind, amount }: Pick<Price, "kind" | "amount">): boolean =>
  kind !== "metered" && amount !== 0;

interface Period {
  readonly interval: string | null;
  readonly intervalCount: number;
}

/** The values of screens of billing in the language of the texts. */
export interface Format {
  /** An amount in the smallest unit of a currency (ISO 4217), e.g. 1200 of "usd" as "$12". */
  readonly money: (amount: number, currency: string) => string;
  /** A day, without the time. */
  readonly day: (at: Date) => string;
  readonly units: (count: number) => string;
  /** "per month", "every 3 months", "once". */
  readonly period: (period: Period) => string;
  /** "14 days". */
  readonly duration: (count: number, unit: string) => string;
  /** The price without the period. */
  readonly price: (price: Price) => string;
}

/** The digits of amounts after the point, by ISO 4217 and payments: not those of `Intl`, which are usual in print. */
const noDigits = /^(bif|clp|djf|gnf|jpy|kmf|krw|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/i;
const threeDigits = /^(bhd|iqd|jod|kwd|lyd|omr|tnd)$/i;

function digitsOf(currency: string): number {
  if (noDigits.test(currency)) return 0;
  return threeDigits.test(currency) ? 3 : 2;
}

/** The units of a duration that `Intl` knows. */
const units: readonly string[] = ["day", "week", "month", "year"];

/** Amounts of meters have more digits than the smallest unit. A code that `Intl` does not take is written as it is. */
export function moneyOf(locale: string, amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const value = amount / 10 ** digits;
  if (!/^[a-z]{3}$/i.test(currency)) return `${value} ${currency}`;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
    maximumFractionDigits: Number.isInteger(amount) ? digits : 12,
  }).format(value);
}

/** Writes money, days and periods in the language of the texts. */
export function useFormat(): Format {
  const { locale } = useUI();
  const texts = useTexts("billing", english);
  const duration = (count: number, unit: string): string =>
    units.includes(unit)
      ? new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count)
      : `${count} ${unit}`;
  const money = (amount: number, currency: string): string => moneyOf(locale, amount, currency);
  return {
    money,
    day: (at) => new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(at),
    units: (count) => new Intl.NumberFormat(locale).format(count),
    duration,
    period({ interval, intervalCount }) {
      if (interval === null) return texts.once;
      const single = Object.hasOwn(texts.per, interval) ? texts.per[interval] : undefined;
      return intervalCount === 1 && single ? single : texts.every(duration(intervalCount, interval));
    },
    price({ kind, amount, currency }) {
      if (kind === "custom") return texts.anyAmount;
      if (amount === null || currency === null) return texts.atCheckout;
      if (amount === 0) return texts.free;
      const shown = money(amount, currency);
      if (kind === "seat") return texts.perSeat(shown);
      return kind === "metered" ? texts.perUnit(shown) : shown;
    },
  };
}
