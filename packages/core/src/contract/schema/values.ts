import { mistyped, type ReadValue, report } from "./issue.js";
import { type Keywords, Schema } from "./schema.js";

/** Accepts a value of the type. */
const typed =
  (expected: string, isType: (value: unknown) => boolean): ReadValue =>
  (value, found) => {
    if (!isType(value)) mistyped(found, expected, value);
    return value;
  };

/** The schema of a string: made by `string`. `min` and `max` bound the length in code points. */
export class StringSchema extends Schema<string> {
  constructor() {
    super(
      "required",
      typed("string", (value) => typeof value === "string"),
      { type: "string" },
    );
  }

  min(length: number): this {
    return this.refine(
      (text) => lengthOf(text) >= length,
      `Too small: expected string to have >=${length} characters`,
    ).meta({ minLength: length });
  }

  max(length: number): this {
    return this.refine(
      (text) => text.length <= length || lengthOf(text) <= length,
      `Too big: expected string to have <=${length} characters`,
    ).meta({ maxLength: length });
  }

  regex(pattern: RegExp, message = `Invalid string: must match pattern ${pattern}`): this {
    return this.refine((text) => pattern.test(text), message).meta({ pattern });
  }
}

/** The length in code points: beyond U+FFFF, a code point takes two units of a string. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** The schema of a finite number: made by `number` or `coerce.number`. `min` and `max` are inclusive. */
export class NumberSchema extends Schema<number> {
  /** `isCoerced`: for a query string, whose values are texts. */
  constructor(isCoerced: boolean) {
    const isNumber = typed("number", (value) => typeof value === "number" && Number.isFinite(value));
    super("required", (value, found) => isNumber(isCoerced ? numberOf(value) : value, found), { type: "number" });
  }

  int(): this {
    return this.with((value, found) => {
      if (!Number.isInteger(value)) return report(found, "Invalid input: expected int, received number");
      if (Number.isSafeInteger(value)) return;
      const bound = value > 0 ? `Too big: expected int to be <=` : `Too small: expected int to be >=`;
      report(found, bound + (value > 0 ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER), { isFinal: false });
    }).meta({ type: "integer" });
  }

  min(least: number): this {
    return this.refine((value) => value >= least, `Too small: expected number to be >=${least}`).meta({
      minimum: least,
    });
  }

  max(most: number): this {
    return this.refine((value) => value <= most, `Too big: expected number to be <=${most}`).meta({ maximum: most });
  }

  positive(): this {
    return this.refine((value) => value > 0, "Too small: expected number to be >0").meta({ exclusiveMinimum: 0 });
  }
}

/** A symbol, or an object without a conversion to a primitive, stays unchanged. */
function numberOf(value: unknown): unknown {
  try {
    return Number(value);
  } catch {
    return value;
  }
}

/** The schema of a valid `Date`: made by `date`. `min` and `max` are inclusive. */
export class DateSchema extends Schema<Date> {
  constructor() {
    super(
      "required",
      typed("date", (value) => value instanceof Date && !Number.isNaN(value.getTime())),
      // As in JSON.
      { type: "string", format: "date-time" },
    );
  }

  min(earliest: Date): this {
    return this.refine((date) => date >= earliest, `Too small: expected date to be >=${earliest.toISOString()}`);
  }

  max(latest: Date): this {
    return this.refine((date) => date <= latest, `Too big: expected date to be <=${latest.toISOString()}`);
  }
}

type Primitive = string | number | boolean | null | undefined;

/** Accepts exactly these values. */
function oneOf<T extends Primitive>(values: readonly T[]): Schema<T> {
  const written = values.map((value) => JSON.stringify(value));
  const message =
    written.length === 1
      ? `Invalid input: expected ${written[0]}`
      : `Invalid option: expected one of ${written.join("|")}`;
  const known = new Set<unknown>(values);
  return new Schema(
    "required",
    (value, found) => {
      if (!known.has(value)) report(found, message);
      return value;
    },
    { enum: values },
  );
}

const simple = <T>(type: string, isType: (value: unknown) => boolean, keywords: Keywords = { type }): Schema<T> =>
  new Schema("required", typed(type, isType), keywords);

/** A string. */
export const string = (): StringSchema => new StringSchema();
/** A finite number. A text is rejected. */
export const number = (): NumberSchema => new NumberSchema(false);
/** A valid `Date`. A text is rejected. */
export const date = (): DateSchema => new DateSchema();

/** A boolean. */
export const boolean = (): Schema<boolean> => simple("boolean", (value) => typeof value === "boolean");

/** Null. */
export const nullSchema = (): Schema<null> => simple("null", (value) => value === null);

/** For a field that must be omitted: `message` names the alternative. */
export const undefinedSchema = (message: string): Schema<undefined> =>
  new Schema(
    "required",
    (value, found) => {
      if (value !== undefined) report(found, message);
      return value;
    },
    { not: {} },
  );

/** Rejects every value. */
export const never = (): Schema<never> => simple("never", () => false, { not: {} });

/** Accepts every value, unchanged. */
export const unknown = (): Schema<unknown> => new Schema("required", (value) => value);

/**
 * Any of these strings.
 *
 * @example z.enum(["asc", "desc"])
 */
export const enumSchema = <const T extends string>(values: readonly T[]): Schema<T> => oneOf(values);
/** Exactly this value. */
export const literal = <const T extends Primitive>(value: T): Schema<T> => oneOf([value]);

/** Accepts a value if `isRight` answers true. */
export const custom = <T>(isRight: (value: unknown) => boolean = () => true, message = "Invalid input"): Schema<T> =>
  new Schema("required", (value, found) => {
    if (!isRight(value)) report(found, message);
    return value;
  });
