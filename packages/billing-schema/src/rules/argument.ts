/**
 * Checks of arguments. A wrong kind of value is a `TypeError`, a value out of bounds a `RangeError`; both name the
 * argument, so bad input never becomes a plausible amount.
 */

/** An integer from `minimum` to `maximum` inclusive, exact in a double. */
export function requireInteger(
  name: string,
  value: number,
  minimum: number = Number.MIN_SAFE_INTEGER,
  maximum: number = Number.MAX_SAFE_INTEGER,
): number {
  requireFinite(name, value);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name} must be a safe integer, not ${value}.`);
  if (value < minimum || value > maximum) {
    throw new RangeError(`${name} must be between ${minimum} and ${maximum}, not ${value}.`);
  }
  return value;
}

/** An integer from 0 upwards: a count, or an amount of money that cannot be negative. */
export function requireCount(name: string, value: number): number {
  return requireInteger(name, value, 0);
}

/** Any number but NaN and the infinities. */
export function requireFinite(name: string, value: number): number {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number, not ${kindOf(value)}.`);
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be finite, not ${value}.`);
  return value;
}

/** The milliseconds since the epoch of a valid date. */
export function requireTime(name: string, value: Date): number {
  if (!(value instanceof Date)) throw new TypeError(`${name} must be a Date, not ${kindOf(value)}.`);
  const time = value.getTime();
  if (Number.isNaN(time)) throw new RangeError(`${name} must be a valid Date.`);
  return time;
}

/** A string. */
export function requireText(name: string, value: string): string {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string, not ${kindOf(value)}.`);
  return value;
}

/** The error for an unknown word of a closed set, such as a discount's `type`. */
export function unknownWord(name: string, value: unknown, known: readonly string[]): TypeError {
  const given = typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : kindOf(value);
  return new TypeError(`${name} must be one of ${known.join(", ")}, not ${given}.`);
}

/** An exact amount as a number; throws if a number cannot hold it exactly. */
export function safeAmount(name: string, value: bigint): number {
  const amount = Number(value);
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${name} would be beyond the safe integers.`);
  return amount;
}

function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}
