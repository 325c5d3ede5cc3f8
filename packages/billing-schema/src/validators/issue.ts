import { messageOf } from "./message.js";

/** What is wrong with one answer, with the bound that it misses, so that an app can say it in its own words. */
export type Finding =
  | { readonly code: PlainIssueCode }
  /** In characters (Unicode code points). */
  | { readonly code: "too_short" | "key_too_short"; readonly minimumLength: number }
  /** In characters (Unicode code points). */
  | { readonly code: "too_long" | "key_too_long"; readonly maximumLength: number }
  | { readonly code: "too_small"; readonly minimum: number }
  | { readonly code: "too_large"; readonly maximum: number }
  /** In seconds since 1970. */
  | { readonly code: "too_early"; readonly earliestInSeconds: number }
  /** In seconds since 1970. */
  | { readonly code: "too_late"; readonly latestInSeconds: number }
  /** The values that would do. */
  | { readonly code: "not_an_option" | "unknown_state"; readonly options: readonly string[] }
  | { readonly code: "too_many_keys"; readonly maximumKeys: number };

type PlainIssueCode =
  /** The input as a whole is no object; `field` is null. */
  | "not_an_object"
  /** No answer, or a checkbox that has to be ticked and is not. */
  | "required"
  /** Nobody asked for it. */
  | "unknown_field"
  /** A part of an address that this checkout does not take. */
  | "disabled"
  /** No string, or one with half a surrogate pair, which cannot be sent. */
  | "not_text"
  /** No whole number that a double holds exactly. */
  | "not_an_integer"
  /** No day of the calendar as `2025-06-01`, nor a date and time with an offset. */
  | "not_a_date"
  | "not_a_boolean"
  /** Something that such a map cannot hold. */
  | "not_a_scalar"
  | "unknown_country";

export type ValidationIssueCode = Finding["code"];

export type ValidationIssue = Finding & {
  /** The slug, the part of the address, or the key; null where the input as a whole is meant. */
  readonly field: string | null;
  /** One English sentence without the answer in it. */
  readonly message: string;
};

export function issueAt(field: string | null, finding: Finding): ValidationIssue {
  return { field, ...finding, message: messageOf(finding) };
}
