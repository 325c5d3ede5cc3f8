import type { LimitOf } from "../options.js";

/** Whether a value is a limit: a whole number from 0, or Infinity. NaN would disable the limit. */
export const isLimit = (value: unknown): value is number =>
  value === Number.POSITIVE_INFINITY || (typeof value === "number" && Number.isSafeInteger(value) && value >= 0);

/**
 * Resolves the limit for a user or organization. For use outside of a transaction: the app's function may be slow.
 *
 * @throws TypeError if the function returns an invalid limit. Errors of the function itself propagate.
 */
export async function limitFor<Subject>(limit: LimitOf<Subject>, subject: Subject): Promise<number> {
  if (typeof limit !== "function") return limit;
  const answer: unknown = await limit(subject);
  if (isLimit(answer)) return answer;
  const name = limit.name || "of a limit";
  throw new TypeError(
    `The function ${name} returned an invalid limit: it must return a whole number from 0, or Infinity.`,
  );
}
