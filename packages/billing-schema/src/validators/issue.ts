import { messageOf } from "./message.js";

/** The error of an answer, with the missed bound, so an app can write its own message. */
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
  /** The valid values. */
  | { readonly code: "not_an_option" | "unknown_state"; readonly options: readonly string[] }
  | { readonly code: "too_many_keys"; readonly maximumKeys: number };

type PlainIssueCode =
  /** The input is not an object; `field` is null. */
  | "not_an_object"
  /** No answer, or a required checkbox without a tick. */
  | "required"
  /** The form does not ask for this field. */
  | "unknown_field"
  /** A part of an address that this checkout does not accept. */
  | "disabled"
  /** Not a string, or a string with half a surrogate pair, which cannot be sent. */
  | "not_text"
  /** Not a whole number, or beyond the exact integers of a double. */
  | "not_an_integer"
  /** No day of the calendar as `2025-06-01`, nor a date and time with an offset. */
  | "not_a_date"
  | "not_a_boolean"
  /** A value not allowed in such a map. */
  | "not_a_scalar"
  | "unknown_country";

/** The machine-readable reason of an issue, e.g. "required". */
export type ValidationIssueCode = Finding["code"];

/** An issue of a field: the code, the missed bound and an English message. */
export type ValidationIssue = Finding & {
  /** The slug, the part of the address, or the key; null for the input as a whole. */
  readonly field: string | null;
  /** An English sentence that does not contain the answer. */
  readonly message: string;
};

export function issueAt(field: string | null, finding: Finding): ValidationIssue {
  return { field, ...finding, message: messageOf(finding) };
}
