import type { Metadata } from "../schema/field.js";
import { type Finding, issueAt, type ValidationIssue } from "./issue.js";
import { characterCount, isText } from "./text.js";
import { type Findings, type Validator, validatorOf } from "./validator.js";

const maximumKeys = 50;
const maximumKeyLength = 40;
const maximumValueLength = 500;

/**
 * Checks metadata before a request: at most 50 keys of 1 to 40 characters, with strings of 1 to 500 characters, finite
 * numbers or booleans as values. Characters are Unicode code points. A key with the value `undefined` is absent, as in
 * JSON.
 */
export function metadataValidator(): Validator<Metadata> {
  return mapValidator(Number.isFinite, "not_a_scalar");
}

/** Like `metadataValidator`, for `customer_metadata`, with safe integers as numbers. */
export function customerMetadataValidator(): Validator<Metadata> {
  return mapValidator(Number.isSafeInteger, "not_an_integer");
}

function mapValidator(
  acceptsNumber: (value: number) => boolean,
  code: "not_a_scalar" | "not_an_integer",
): Validator<Metadata> {
  const valueFinding = (value: unknown): Finding | null => {
    if (typeof value === "string") return textFinding(value);
    if (typeof value === "number") return acceptsNumber(value) ? null : { code };
    return typeof value === "boolean" ? null : { code: "not_a_scalar" };
  };
  return validatorOf((given): Findings<Metadata> => {
    const issues: ValidationIssue[] = [];
    if (given.size > maximumKeys) issues.push(issueAt(null, { code: "too_many_keys", maximumKeys }));
    for (const [key, value] of given) {
      for (const finding of [keyFinding(key), valueFinding(value)]) {
        if (finding !== null) issues.push(issueAt(key, finding));
      }
    }
    // Not by assignment: a key may be `__proto__`.
    return { data: () => Object.fromEntries([...given].filter(isEntry)), issues, unchecked: [] };
  });
}

function keyFinding(key: string): Finding | null {
  if (!isText(key)) return { code: "not_text" };
  const count = characterCount(key);
  if (count < 1) return { code: "key_too_short", minimumLength: 1 };
  return count > maximumKeyLength ? { code: "key_too_long", maximumLength: maximumKeyLength } : null;
}

function textFinding(value: string): Finding | null {
  if (!isText(value)) return { code: "not_text" };
  const count = characterCount(value);
  if (count < 1) return { code: "too_short", minimumLength: 1 };
  return count > maximumValueLength ? { code: "too_long", maximumLength: maximumValueLength } : null;
}

function isEntry(entry: readonly [string, unknown]): entry is [string, Metadata[string]] {
  return ["string", "number", "boolean"].includes(typeof entry[1]);
}
