import { isText } from "../../validators/text.js";
import { isWritable } from "../date.js";
import { kindOf, oneOf, shortName } from "../error.js";
import type { Declaration } from "../field.js";
import type { Form } from "../names.js";

/**
 * The error of a text, a number or a date; null for a valid value. Checks as the zod schemas of entities do, without
 * zod; a test compares the two. So a page that sends requests ships a third, and a list of a thousand events is checked
 * in milliseconds.
 */
export function leafIssue(is: Declaration, value: unknown, form: Form): string | null {
  switch (is.kind) {
    case "text":
      if (typeof value !== "string") return notA("a string", value);
      return isText(value) ? null : "is a string with half of a surrogate pair, which cannot be sent";
    case "integer":
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) return "is an integer outside of the safe integers";
      return Number.isSafeInteger(value) ? null : notA("an integer", value);
    case "number":
      return Number.isFinite(value) ? null : notA("a number", value);
    case "flag":
      return typeof value === "boolean" ? null : notA("a boolean", value);
    case "date":
      return form === "wire" ? wireDateIssue(value) : clientDateIssue(value);
    case "choice":
    case "literal":
      return is.values.some((one) => one === value) ? null : notOneOf(is.values, value);
    default:
      throw new TypeError(`A request has no place of the kind ${is.kind}.`);
  }
}

export function notA(expected: string, value: unknown): string {
  return value === undefined ? `is missing, and should be ${expected}` : `is ${kindOf(value)}, not ${expected}`;
}

function notOneOf(values: readonly unknown[], value: unknown): string {
  const name = shortName(value);
  return name === null ? notA(oneOf(values), value) : `${name}, not ${oneOf(values)}`;
}

function clientDateIssue(value: unknown): string | null {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return notA("a valid Date", value);
  return isWritable(value) ? null : notA("one of the years 0 to 9999", value);
}

function wireDateIssue(value: unknown): string | null {
  if (typeof value !== "string") return notA("a string", value);
  return isDateText(value) ? null : "is a string, but not an ISO date and time with an offset";
}

const dateForm =
  /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

function isDateText(text: string): boolean {
  const [, year, month, day] = dateForm.exec(text) ?? [];
  // The calendar repeats every 400 years, and `Date.UTC` takes the years 0 to 99 for 1900 to 1999.
  const lastDay = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= lastDay;
}
