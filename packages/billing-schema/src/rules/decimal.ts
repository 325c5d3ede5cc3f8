import { requireFinite, requireText } from "./argument.js";
import type { Ratio } from "./ratio.js";

/** An exact decimal: `digits` divided by ten to the power of `scale`. `scale` is never negative. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Zero. */
export const zero: Decimal = { digits: 0n, scale: 0 };

/** Longer than the text of any double, and a bound for the work caused by foreign text. */
const maxTextLength = 400;
const largestExponent = 400;

/** Sign, integer part, fraction, exponent. No character can match two parts, so the match takes linear time. */
const decimalText = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/**
 * Parses a decimal such as `0.5`, `-12`, `.5` or `1e-12`. Throws a `TypeError` for other text, and a `RangeError` when
 * the text is too long or the exponent is beyond 400.
 */
export function parseDecimal(name: string, text: string): Decimal {
  if (requireText(name, text).length > maxTextLength)
    throw new RangeError(`${name} must be at most ${maxTextLength} characters long.`);
  const match = decimalText.exec(text);
  const digits = `${match?.[2] ?? ""}${match?.[3] ?? ""}`;
  if (match === null || digits === "") {
    throw new TypeError(`${name} must be a decimal string, not ${JSON.stringify(text.slice(0, 40))}.`);
  }
  const exponent = Number(match[4] ?? "0");
  if (Math.abs(exponent) > largestExponent) {
    throw new RangeError(`${name} must have an exponent of at most ${largestExponent}.`);
  }
  const magnitude = BigInt(digits);
  const signed = match[1] === "-" ? -magnitude : magnitude;
  const scale = (match[3] ?? "").length - exponent;
  return scale >= 0 ? { digits: signed, scale } : { digits: signed * 10n ** BigInt(-scale), scale: 0 };
}

/** The decimal of a finite number as JSON prints it: 0.1 is a tenth, not the nearest double. */
export function decimalOf(name: string, value: number): Decimal {
  if (Number.isSafeInteger(value)) return { digits: BigInt(value), scale: 0 };
  return parseDecimal(name, String(requireFinite(name, value)));
}

/** The exact sum. */
export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { digits: digitsAt(left, scale) + digitsAt(right, scale), scale };
}

/** The exact product. */
export function multiply(left: Decimal, right: Decimal): Decimal {
  return { digits: left.digits * right.digits, scale: left.scale + right.scale };
}

/** Negative, zero or positive, as `left` is below, equal to or above `right`. */
export function compare(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const difference = digitsAt(left, scale) - digitsAt(right, scale);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** The value as a ratio, optionally divided by a positive `divisor`. */
export function ratioOf(decimal: Decimal, divisor: bigint = 1n): Ratio {
  return { numerator: decimal.digits, denominator: 10n ** BigInt(decimal.scale) * divisor };
}

/** The value written out, without an exponent and without trailing zeros after the point. */
export function plainText(decimal: Decimal): string {
  const sign = decimal.digits < 0n ? "-" : "";
  const digits = (decimal.digits < 0n ? -decimal.digits : decimal.digits).toString().padStart(decimal.scale + 1, "0");
  const pointAt = digits.length - decimal.scale;
  const fraction = digits.slice(pointAt).replace(/0+$/, "");
  return `${sign}${digits.slice(0, pointAt)}${fraction === "" ? "" : `.${fraction}`}`;
}

function digitsAt(decimal: Decimal, scale: number): bigint {
  return scale === decimal.scale ? decimal.digits : decimal.digits * 10n ** BigInt(scale - decimal.scale);
}
