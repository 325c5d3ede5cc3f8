import { issueAt, type ValidationIssue } from "./issue.js";
import type { StandardSchema } from "./standard-schema.js";

/** The answer of a validator: the data to send, or the issues by field. */
export type Validation<Data> =
  | {
      readonly success: true;
      /** The data to send, in the client form. */
      readonly data: Data;
      /** Accepted fields without a check, because this version does not know their types. */
      readonly unchecked: readonly string[];
    }
  | { readonly success: false; readonly issues: readonly ValidationIssue[] };

/** Checks a form's or a request's input. A Standard Schema too, so form libraries accept validators. */
export interface Validator<Data> extends StandardSchema<Data> {
  /** Of JSON data; `undefined` and null are an input without members. Never throws, never changes the input. */
  readonly validate: (input: unknown) => Validation<Data>;
}

/** The findings of a validator in the members of the input. */
export interface Findings<Data> {
  readonly data: () => Data;
  readonly issues: readonly ValidationIssue[];
  readonly unchecked: readonly string[];
}

/** `check` gets the own members except `undefined`, as in JSON. */
export function validatorOf<Data>(check: (given: ReadonlyMap<string, unknown>) => Findings<Data>): Validator<Data> {
  const validate = (input: unknown): Validation<Data> => {
    const given = membersIn(input);
    if (given === null) return { success: false, issues: [issueAt(null, { code: "not_an_object" })] };
    const { data, issues, unchecked } = check(given);
    return issues.length > 0 ? { success: false, issues } : { success: true, data: data(), unchecked };
  };
  return {
    validate,
    "~standard": {
      version: 1,
      vendor: "keyhold",
      validate: (input) => {
        const result = validate(input);
        if (result.success) return { value: result.data };
        return {
          issues: result.issues.map(({ field, message }) => ({ message, path: field === null ? [] : [field] })),
        };
      },
    },
  };
}

/**
 * The issues of each field, in the order of the form, to show beside fields. A `Map`, because a slug may be
 * `__proto__`. The key null has the issues of the input as a whole.
 *
 * @example issuesByField(result).get("company-size")?.[0]?.message
 */
export function issuesByField(result: Validation<unknown>): ReadonlyMap<string | null, readonly ValidationIssue[]> {
  const issues = new Map<string | null, ValidationIssue[]>();
  for (const issue of result.success ? [] : result.issues) {
    issues.set(issue.field, [...(issues.get(issue.field) ?? []), issue]);
  }
  return issues;
}

/**
 * Only own members: slugs and keys may be called `constructor`. No input has no members; null for a value that is not
 * an object.
 */
function membersIn(input: unknown): ReadonlyMap<string, unknown> | null {
  if (input === undefined || input === null) return new Map();
  // By tag: a Date, a FormData or an array does not count as an object, and an object of another window does.
  if (typeof input !== "object" || Object.prototype.toString.call(input) !== "[object Object]") {
    return null;
  }
  const members: readonly (readonly [string, unknown])[] = Object.entries(input);
  return new Map(members.filter(([, value]) => value !== undefined));
}
