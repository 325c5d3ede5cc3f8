import type { LimitOf } from "./options.js";

/** Whether a value says how many there may be: a whole number from 0, or Infinity. NaN would let everything pass. */
export const isLimit = (value: unknown): value is number =>
  value === Number.POSITIVE_INFINITY || (typeof value === "number" && Number.isSafeInteger(value) && value >= 0);

/**
 * The limit for somebody or something. Asked outside of any transaction, because an app's function may take its time.
 *
 * @throws TypeError when the function answers with what is none, and whatever it throws itself: nothing happens then.
 */
export async function limitFor<Subject>(limit: LimitOf<Subject>, subject: Subject): Promise<number> {
  if (typeof limit !== "function") return limit;
  const answer: unknown = await limit(subject);
  if (isLimit(answer)) return answer;
  const name = limit.name || "that says a limit";
  throw new TypeError(`The function ${name} answered with no limit: it must be a whole number from 0, or Infinity.`);
}
