import type * as z from "zod/mini";
import type { Field } from "./field.js";
import { membersOf } from "./members.js";
import { type Form, namesOf } from "./names.js";

/** An error at a place. */
export interface SchemaIssue {
  /** With the names of the input's form: `["data", "items", 0, "tax_amount"]`. */
  readonly path: readonly (string | number)[];
  /** The expected and the actual type: never the value, except a short name outside of an enumeration. */
  readonly message: string;
  /** The selected members of unions, outermost first: `["type \"fixed\""]`. Absent outside unions. */
  readonly branches?: readonly string[];
}

/** The data does not fit the schema. The message names the first places; `issues` has a hundred of them at most. */
export class BillingSchemaError extends Error {
  override readonly name = "BillingSchemaError";
  /** Names the class across copies of this package. */
  readonly code = "BILLING_SCHEMA_MISMATCH";
  readonly issues: readonly SchemaIssue[];

  constructor(subject: string, issues: readonly SchemaIssue[]) {
    super(messageOf(subject, issues));
    this.issues = issues;
  }
}

const shown = 3;

function messageOf(subject: string, issues: readonly SchemaIssue[]): string {
  const lines = issues.slice(0, shown).map(({ path, message, branches }) => {
    const judged = branches ? ` (as ${branches.join(", ")})` : "";
    return `${pathText(path)} ${message}${judged}`;
  });
  const more = issues.length > shown ? `; and ${issues.length - shown} more` : "";
  return `${subject}: ${lines.join("; ")}${more}.`;
}

function pathText(path: readonly (string | number)[]): string {
  if (path.length === 0) return "the value";
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : `${index ? "." : ""}${step}`)).join("");
}

/** A hostile or broken payload may have any number, and each takes time. */
export const maxIssues = 100;

/** Zod's findings in our words. */
export function issuesOf(
  found: readonly z.core.$ZodIssue[],
  field: Field,
  input: unknown,
  form: Form,
): readonly SchemaIssue[] {
  return found
    .slice(0, maxIssues)
    .flatMap((issue) => flatten(issue))
    .slice(0, maxIssues)
    .map((issue) => {
      const path = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
      const branches = branchesAlong(path, field, input, form);
      return { path, message: describe(issue, valueAt(input, path)), ...(branches.length > 0 && { branches }) };
    });
}

/** Of a union with a branch for newer members, the first branch is for the known members. */
function flatten(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const [known = [], ...newer] = issue.errors;
  const isUndecided = known.some((inner) => inner.code === "invalid_union" && inner.errors.length === 0);
  const open = newer.filter((branch) => !branch.some(isOfKnownMember));
  const [nearest = known] = isUndecided ? open.toSorted((one, other) => one.length - other.length) : [known];
  return nearest.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** True if the branch for newer members has met a known member: the branch's other issues are irrelevant. */
function isOfKnownMember(issue: z.core.$ZodIssue): boolean {
  return issue.code === "custom" && issue.params === undefined;
}

function describe(issue: z.core.$ZodIssue, value: unknown): string {
  const received = value === undefined ? "is missing" : `is ${kindOf(value)}`;
  switch (issue.code) {
    case "invalid_type":
      return `${received}, ${value === undefined ? "and should be" : "not"} ${expectedNames[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `${shortName(value) ?? received}, not ${oneOf(issue.values)}`;
    case "invalid_format":
      return `${received}, but not ${issue.format === "datetime" ? "an ISO date and time with an offset" : issue.format}`;
    case "invalid_union":
      return `${shortName(value) ?? received}, none of the known`;
    case "too_big":
    case "too_small":
      return `${received} outside of the safe integers`;
    default:
      return `${received}, not ${String(("params" in issue && issue.params?.expected) || "valid")}`;
  }
}

const expectedNames: { readonly [expected: string]: string } = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "a boolean",
  array: "a list",
  object: "an object",
  record: "an object",
  date: "a valid Date",
};

/** The kind of a value for messages, e.g. "a list". */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "an invalid Date" : "a Date";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a fraction";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * Names of enumerations are no secrets: words of letters. A longer text, or a text with digits as in keys and ids,
 * might be.
 */
export function shortName(value: unknown): string | null {
  return typeof value === "string" && value.length <= 40 && /^[a-z]+(?:[_.][a-z]+)*$/.test(value)
    ? `is "${value}"`
    : null;
}

export function oneOf(values: readonly unknown[]): string {
  return values.length === 1
    ? JSON.stringify(values[0])
    : `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
}

function valueAt(input: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined,
    input,
  );
}

/** Walks the declaration along the path and collects the selected members of unions. */
function branchesAlong(
  path: readonly (string | number)[],
  start: Field,
  input: unknown,
  form: Form,
): readonly string[] {
  const nameOf = namesOf(form);
  const branches: string[] = [];
  let field: Field | undefined = start;
  let value = input;
  for (const step of [...path, null]) {
    while (field && field.is.kind !== "object" && field.is.kind !== "list") {
      const is: Field["is"] = field.is;
      if (is.kind === "variants") {
        const chosen: unknown = valueAt(value, [nameOf(is.on)]);
        field = membersOf(is).get(chosen);
        if (field && typeof chosen === "string") branches.push(`${is.on} "${chosen}"`);
      } else if (is.kind === "tree") field = is.of();
      else field = "of" in is ? is.of : undefined;
    }
    if (!field || step === null) break;
    value = valueAt(value, [step]);
    const is: Field["is"] = field.is;
    field =
      is.kind === "list"
        ? is.of
        : Object.entries("fields" in is ? is.fields : {}).find(([name]) => nameOf(name) === step)?.[1];
  }
  return branches;
}
