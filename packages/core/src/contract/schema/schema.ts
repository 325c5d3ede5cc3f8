import type { SchemaResult, ValidationSchema } from "../standard-schema.js";
import { type Issue, type ReadValue, report, stops } from "./issue.js";

/** Whether a field of an object may be omitted: in the input, and in the output. */
export type Presence = "required" | "defaulted" | "optional";

/** Checks a value of the right type, and reports validation errors. */
export type Check = (value: never, found: Issue[]) => void;

/** The validation error of a check: the message, and the path from the value. */
export interface RefineOptions {
  readonly message: string;
  readonly path?: readonly PropertyKey[];
}

/** The result of a validation: a value or issues. */
export type Result<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly Issue[]; readonly value?: undefined };

/**
 * JSON Schema keywords (draft 2020-12) that describe a value, with schemas in place of JSON Schemas, and a `RegExp` as
 * `pattern`; and three keywords of this library.
 */
export interface Keywords {
  readonly [keyword: string]: unknown;
  readonly title?: string;
  readonly description?: string;
  /** The name of the schema in a document with several schemas. Default: the name of `model`. */
  readonly id?: string;
  /** The value is a row of this model: answers contain the row with the columns of plugins. */
  readonly model?: string;
  /** The input of a `transform`; the output is not described. */
  readonly from?: unknown;
}

/** A schema of any type. */
export type AnySchema = Schema<unknown, unknown, Presence>;

/** Validates a value and answers with a clean copy: a Standard Schema, synchronous; `safeParse` never throws. */
export class Schema<Output, Input = Output, P extends Presence = "required">
  implements ValidationSchema<Input, Output>
{
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output>;
    readonly types?: { readonly input: Input; readonly output: Output };
  };

  protected readonly checks: readonly Check[] = [];

  constructor(
    readonly presence: P,
    protected readonly readType: ReadValue,
    /** For a description of the value: no validation reads them. */
    readonly keywords: Keywords = {},
  ) {
    this["~standard"] = { version: 1, vendor: "keyhold", validate: (value) => this.safeParse(value) };
  }

  /** Reads the value and adds validation errors to `found`. */
  read(value: unknown, found: Issue[]): unknown {
    const before = found.length;
    const read = this.readType(value, found);
    for (const check of this.checks) {
      if (found.length > before && stops(found, before)) break;
      // Without a final error, the value is of the type that the check takes.
      check(read as never, found);
    }
    return read;
  }

  /** The clean value, or the validation errors. */
  safeParse(value: unknown): Result<Output> {
    const found: Issue[] = [];
    const read = this.read(value, found);
    return found.length > 0 ? { issues: found } : { value: read as Output };
  }

  /** The clean value. Throws a `TypeError` with the paths of all validation errors. */
  parse(value: unknown): Output {
    const { issues, value: read } = this.safeParse(value);
    if (!issues) return read;
    throw new TypeError(issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  }

  /** A copy with a further check; this schema is not changed. */
  protected with(check: Check): this {
    return Object.assign(this.meta({}), { checks: [...this.checks, check] });
  }

  /**
   * A copy with more JSON Schema keywords: they describe a value, and check nothing.
   *
   * @example z.string().meta({ description: "A name for the link", examples: ["summer"] })
   */
  meta(keywords: Keywords): this {
    const copy: this = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
    return Object.assign(copy, {
      keywords: { ...this.keywords, ...keywords },
      "~standard": { ...this["~standard"], validate: (value: unknown) => copy.safeParse(value) },
    });
  }

  /** Adds a check; if `isRight` answers false, the rest of the value is still checked. */
  refine(isRight: (value: Output) => boolean, given: string | RefineOptions): this {
    const { message, path = [] }: RefineOptions = typeof given === "string" ? { message: given } : given;
    return this.with((value, found) => {
      if (!isRight(value)) report(found, message, { path, isFinal: false });
    });
  }

  /** Like `refine`, with a message that depends on the value: null accepts the value. */
  check(problemOf: (value: Output) => string | RefineOptions | null): this {
    return this.with((value, found) => {
      const problem = problemOf(value);
      if (typeof problem === "string") report(found, problem, { isFinal: false });
      else if (problem) report(found, problem.message, { path: problem.path, isFinal: false });
    });
  }

  optional(): Schema<Output | undefined, Input | undefined, "optional"> {
    const isFilled = this.presence === "defaulted";
    return new Schema(
      "optional",
      (value, found) => (value === undefined && !isFilled ? undefined : this.read(value, found)),
      this.keywords,
    );
  }

  nullable(): Schema<Output | null, Input | null, P> {
    return new Schema(this.presence, (value, found) => (value === null ? null : this.read(value, found)), {
      anyOf: [this, { type: "null" }],
    });
  }

  nullish(): Schema<Output | null | undefined, Input | null | undefined, "optional"> {
    return this.nullable().optional();
  }

  /** Replaces an omitted value. */
  default(initial: Exclude<Output, undefined>): Schema<Exclude<Output, undefined>, Input | undefined, "defaulted"> {
    return new Schema(
      "defaulted",
      (value, found) => (value === undefined ? copied(initial) : this.read(value, found)),
      { allOf: [this], default: initial },
    );
  }

  readonly(): Schema<Readonly<Output>, Readonly<Input>, P> {
    return new Schema(this.presence, (value, found) => Object.freeze(this.read(value, found)), this.keywords);
  }

  transform<Other>(change: (value: Output) => Other): Schema<Other, Input, P> {
    return new Schema(
      this.presence,
      (value, found) => {
        const before = found.length;
        const read = this.read(value, found);
        return found.length > before ? read : change(read as Output);
      },
      { from: this },
    );
  }
}

/** Each caller gets a separate copy of a list or an object. */
function copied(initial: unknown): unknown {
  if (Array.isArray(initial)) return [...initial];
  return typeof initial === "object" && initial !== null ? { ...initial } : initial;
}

/** The output type of a schema. */
export type Output<S extends AnySchema> = NonNullable<S["~standard"]["types"]>["output"];
/** The input type of a schema. */
export type Input<S extends AnySchema> = NonNullable<S["~standard"]["types"]>["input"];
