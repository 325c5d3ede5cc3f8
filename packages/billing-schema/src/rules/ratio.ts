/** An exact fraction. The denominator is positive. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The exact difference. */
export function subtract(left: Ratio, right: Ratio): Ratio {
  return {
    numerator: left.numerator * right.denominator - right.numerator * left.denominator,
    denominator: left.denominator * right.denominator,
  };
}

/** The integer part: towards zero. */
export function truncate(ratio: Ratio): bigint {
  return ratio.numerator / ratio.denominator;
}

/** True if the value is exactly between two integers. */
export function isTie(ratio: Ratio): boolean {
  return magnitude((ratio.numerator % ratio.denominator) * 2n) === ratio.denominator;
}

/** The nearest integer; of two equally near integers, the integer farther from zero. */
export function roundHalfAwayFromZero(ratio: Ratio): bigint {
  return roundedFrom(ratio, () => true);
}

/** The nearest integer; of two equally near integers, the even integer. */
export function roundHalfToEven(ratio: Ratio): bigint {
  return roundedFrom(ratio, (whole) => whole % 2n !== 0n);
}

/**
 * The double nearest to the value; of two equally near doubles, the double with the even last bit. The only inexact
 * step, once, at the end. Throws a `RangeError` with `name` when the value is beyond the doubles.
 */
export function nearestNumber(name: string, ratio: Ratio): number {
  if (ratio.numerator === 0n) return 0;
  // Subnormal doubles have no bit below 2^-1074.
  const shift = Math.min(shiftToDouble(ratio), 1074);
  const scaled =
    shift >= 0
      ? { numerator: ratio.numerator << BigInt(shift), denominator: ratio.denominator }
      : { numerator: ratio.numerator, denominator: ratio.denominator << BigInt(-shift) };
  const value = Number(roundHalfToEven(scaled)) * 2 ** -shift;
  if (!Number.isFinite(value)) throw new RangeError(`${name} would be beyond the largest number.`);
  // A negative value that rounds to zero is 0, not -0.
  return value === 0 ? 0 : value;
}

/** The number of bits to shift the value, so the integer part has the 53 bits of a double. */
function shiftToDouble(ratio: Ratio): number {
  const shift = 53 - bitLength(ratio.numerator) + bitLength(ratio.denominator);
  const numerator = magnitude(ratio.numerator);
  const whole =
    shift >= 0 ? (numerator << BigInt(shift)) / ratio.denominator : numerator / (ratio.denominator << BigInt(-shift));
  return bitLength(whole) > 53 ? shift - 1 : shift;
}

function roundedFrom(ratio: Ratio, isTieRoundedAway: (whole: bigint) => boolean): bigint {
  const whole = ratio.numerator / ratio.denominator;
  const doubled = magnitude((ratio.numerator % ratio.denominator) * 2n);
  if (doubled < ratio.denominator) return whole;
  if (doubled === ratio.denominator && !isTieRoundedAway(whole)) return whole;
  return ratio.numerator < 0n ? whole - 1n : whole + 1n;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function bitLength(value: bigint): number {
  return magnitude(value).toString(2).length;
}
