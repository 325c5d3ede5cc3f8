/** Currencies whose smallest unit is not a hundredth, by ISO 4217. */
const otherDigits: Readonly<Record<string, number>> = {
  ...digitsOf(0, "bif clp djf gnf jpy kmf krw pyg rwf vnd vuv xaf xof xpf"),
  ...digitsOf(3, "bhd iqd jod kwd lyd omr tnd"),
};

function digitsOf(digits: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, digits]));
}

/**
 * The digits after the point of a currency's amounts: an amount of `currency` in its smallest unit is divided by
 * `10 ** currencyDigits(currency)` for display. ISO 4217 gives 2 for most currencies, 0 for the yen, 3 for some dinars.
 * Krona of Iceland and shillings of Uganda have 2, as payments have: 500 of "isk" is 5 ISK. `Intl` has the digits that
 * are usual in print, e.g. 0 for "huf", whose smallest unit is a hundredth.
 *
 * @param currency A code of ISO 4217, in lower or upper case. An unknown code has 2 digits.
 * @example
 * 2500 / 10 ** currencyDigits("huf"); // 25
 * @see https://docs.stripe.com/currencies#special-cases
 */
export function currencyDigits(currency: string): number {
  const code = currency.toLowerCase();
  return Object.hasOwn(otherDigits, code) ? (otherDigits[code] ?? 2) : 2;
}
