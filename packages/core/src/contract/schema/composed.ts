import { type Issue, locate, mistyped, type ReadValue, report, stops } from "./issue.js";
import { type AnySchema, type Input, type Output, type Presence, Schema } from "./schema.js";

/** The fields of an object schema, by name. */
export type Fields = Readonly<Record<string, AnySchema>>;

type Flat<T> = { [K in keyof T]: T[K] };
type HasPresence<S, P extends Presence> = S extends { readonly presence: P } ? true : false;

/** The output type of an object schema: fields with `optional()` may be absent. */
export type ObjectOutput<F extends Fields> = Flat<
  { -readonly [K in keyof F as HasPresence<F[K], "optional"> extends true ? never : K]: Output<F[K]> } & {
    -readonly [K in keyof F as HasPresence<F[K], "optional"> extends true ? K : never]?: Output<F[K]>;
  }
>;
/** The input type of an object schema: fields with `optional()` or `default()` may be absent. */
export type ObjectInput<F extends Fields> = Flat<
  { -readonly [K in keyof F as HasPresence<F[K], "required"> extends true ? K : never]: Input<F[K]> } & {
    -readonly [K in keyof F as HasPresence<F[K], "required"> extends true ? never : K]?: Input<F[K]>;
  }
>;
type Loose<T> = Flat<T & { [key: string]: unknown }>;

/** The schema of an object: made by `object`. Unknown keys are dropped. */
export class ObjectSchema<F extends Fields> extends Schema<ObjectOutput<F>, ObjectInput<F>> {
  constructor(readonly shape: F) {
    super("required", objectReader(shape, false), { type: "object", properties: shape });
  }

  /** With more fields, and without the checks. */
  extend<G extends Fields>(fields: G): ObjectSchema<F & G> {
    return new ObjectSchema({ ...this.shape, ...fields });
  }
}

/** The schema of an object with unknown keys: made by `looseObject`. They are kept. */
export class LooseObjectSchema<F extends Fields> extends Schema<Loose<ObjectOutput<F>>, Loose<ObjectInput<F>>> {
  constructor(readonly shape: F) {
    super("required", objectReader(shape, true), { type: "object", properties: shape, additionalProperties: {} });
  }
}

/** Unknown keys are dropped, or kept if the schema is loose. */
function objectReader(fields: Fields, isLoose: boolean): ReadValue {
  const entries = Object.entries(fields);
  return (value, found) => {
    if (!isObject(value)) {
      mistyped(found, "object", value);
      return value;
    }
    const read: Record<string, unknown> = {};
    for (const [key, field] of entries) {
      const before = found.length;
      const inner = field.read(value[key], found);
      if (found.length > before) locate(found, before, key);
      if (inner !== undefined || key in value) read[key] = inner;
    }
    if (!isLoose) return read;
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(fields, key) && key !== "__proto__") read[key] = value[key];
    }
    return read;
  };
}

/**
 * An object with these fields; unknown keys are dropped.
 *
 * @example z.object({ email: z.string().max(255), name: z.string().optional() })
 */
export const object = <F extends Fields>(fields: F): ObjectSchema<F> => new ObjectSchema(fields);

/** An object with these fields; unknown keys are kept. */
export const looseObject = <F extends Fields>(fields: F): LooseObjectSchema<F> => new LooseObjectSchema(fields);

/** The schema of a list: made by `array`. `min` and `max` bound the number of items. */
export class ArraySchema<S extends AnySchema> extends Schema<Output<S>[], Input<S>[]> {
  constructor(
    private readonly item: S,
    maxLength = Number.POSITIVE_INFINITY,
  ) {
    super(
      "required",
      (value, found) => {
        if (!Array.isArray(value)) {
          mistyped(found, "array", value);
          return value;
        }
        // The items of a list that is too long are not checked.
        if (value.length > maxLength) {
          report(found, `Too big: expected array to have <=${maxLength} items`);
          return value;
        }
        return Array.from(value, (inner: unknown, index) => readField(item, inner, index, found));
      },
      { type: "array", items: item, maxItems: maxLength },
    );
  }

  min(length: number): this {
    return this.refine((list) => list.length >= length, `Too small: expected array to have >=${length} items`).meta({
      minItems: length,
    });
  }

  /** Runs before other checks. */
  max(length: number): ArraySchema<S> {
    return Object.assign(new ArraySchema(this.item, length), {
      checks: this.checks,
      keywords: { ...this.keywords, maxItems: length },
    });
  }
}

function readField(schema: AnySchema, value: unknown, key: PropertyKey, found: Issue[]): unknown {
  const before = found.length;
  const read = schema.read(value, found);
  if (found.length > before) locate(found, before, key);
  return read;
}

/**
 * A list with items of a schema.
 *
 * @example z.array(z.string()).min(1).max(10)
 */
export const array = <S extends AnySchema>(item: S): ArraySchema<S> => new ArraySchema(item);

/** An object with any keys, and values of a schema. */
export const record = <S extends AnySchema>(
  keys: Schema<string>,
  values: S,
): Schema<Record<string, Output<S>>, Record<string, Input<S>>> =>
  new Schema(
    "required",
    (value, found) => {
      if (!isPlainObject(value)) {
        mistyped(found, "record", value);
        return value;
      }
      const read: Record<string, unknown> = {};
      for (const key of Object.keys(value)) {
        if (key === "__proto__") continue;
        if (keys.safeParse(key).issues) report(found, "Invalid key in record", { path: [key] });
        else read[key] = readField(values, value[key], key, found);
      }
      return read;
    },
    { type: "object", propertyNames: keys, additionalProperties: values },
  );

/**
 * The first schema that accepts the value. If all reject it and the value has the type of only one schema, the errors
 * of that schema.
 */
export const union = <const S extends readonly AnySchema[]>(schemas: S): Schema<Output<S[number]>, Input<S[number]>> =>
  new Schema(
    "required",
    (value, found) => {
      const tries: { readonly read: unknown; readonly problems: Issue[] }[] = [];
      for (const schema of schemas) {
        const problems: Issue[] = [];
        const read = schema.read(value, problems);
        if (problems.length === 0) return read;
        tries.push({ read, problems });
      }
      const [fitting, ...others] = tries.filter(({ problems }) => !stops(problems, 0));
      if (fitting && others.length === 0) {
        found.push(...fitting.problems);
        return fitting.read;
      }
      report(found, "Invalid input");
      return value;
    },
    { anyOf: schemas },
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
