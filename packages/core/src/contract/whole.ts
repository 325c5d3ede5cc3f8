/** Whether a value is a whole number from `min` to `max`, e.g. for `checked`. */
export const isWhole = (given: unknown, min: number, max: number = Number.MAX_SAFE_INTEGER): given is number =>
  Number.isSafeInteger(given) && Number(given) >= min && Number(given) <= max;
