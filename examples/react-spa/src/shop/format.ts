import { currencyDigits } from "@keyhold/billing-schema/rules";
import type { Money, PriceView } from "../../shared/shop.ts";
import { formatBy } from "../page/language.ts";

const moneyFormats = formatBy((language) => ({ language, byCurrency: new Map<string, Intl.NumberFormat>() }));

function formatOf(currency: string): Intl.NumberFormat {
  const { language, byCurrency } = moneyFormats();
  const digits = currencyDigits(currency);
  const format =
    byCurrency.get(currency) ??
    new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  byCurrency.set(currency, format);
  return format;
}

/** An amount in the smallest unit of its currency: 2500 of "eur" is €25.00, and of "jpy" ¥2,500. */
export function moneyText({ amount, currency }: Money): string {
  return formatOf(currency).format(amount / 10 ** currencyDigits(currency));
}

/** A price per unit, which may be a fraction of the smallest unit: "12.5" of "eur" is €0.125. */
export function unitMoneyText(unitAmount: string, currency: string): string {
  const digits = currencyDigits(currency);
  const { language } = moneyFormats();
  const format = new Intl.NumberFormat(language, { style: "currency", currency, maximumFractionDigits: digits + 12 });
  return format.format(`${Number(unitAmount)}E-${digits}` as Intl.StringNumericLiteral);
}

const intervals: Readonly<Record<string, string>> = { month: "a month", year: "a year" };

/** "a month"; empty for a product that is bought once. */
export const intervalText = (interval: string | null): string =>
  interval === null ? "" : (intervals[interval] ?? `per ${interval}`);

export function priceText(price: PriceView, interval: string | null): string {
  switch (price.kind) {
    case "free":
      return "Free";
    case "fixed":
      return [moneyText(price), intervalText(interval)].filter(Boolean).join(" ");
    case "custom": {
      const { minimum, currency } = price;
      return minimum === null ? "Pay what you want" : `From ${moneyText({ amount: minimum, currency })}`;
    }
    case "seat":
      return `${moneyText(price)} ${intervalText(interval)} for each member`;
    case "metered":
      return `${unitMoneyText(price.unitAmount, price.currency)} per unit of “${price.meter}”`;
  }
}

const numbers = formatBy((language) => new Intl.NumberFormat(language));
export const numberText = (value: number): string => numbers().format(value);

const dates = formatBy((language) => new Intl.DateTimeFormat(language, { dateStyle: "medium" }));
export const dateText = (iso: string): string => dates().format(new Date(iso));

const daysOnly = formatBy(
  (language) => new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" }),
);
/** "4 May", of "2026-05-04". */
export const dayText = (day: string): string => daysOnly().format(new Date(`${day}T00:00:00Z`));

const countries = formatBy((language) => new Intl.DisplayNames(language ?? [], { type: "region" }));
export const countryText = (code: string | null): string => (code ? (countries().of(code) ?? code) : "");
