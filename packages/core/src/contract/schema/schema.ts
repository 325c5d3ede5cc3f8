import type { SchemaResult, ValidationSchema } from "../standard-schema.js";
import { type Problem, type ReadValue, report, stops } from "./issue.js";

/** Whether a field of an object may be left out: of what a caller gives, and of what comes out. */
export type Presence = "required" | "defaulted" | "optional";

/** Looks at a value that is of its type, and reports what is wrong with it. */
export type Check = (value: never, found: Problem[]) => void;

export interface RefineOptions {
  readonly message: string;
  readonly path?: readonly PropertyKey[];
}

/** What a schema makes of a value: one of the two is there. */
export type Result<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly Problem[]; readonly value?: undefined };

/** A schema of any type; what it says of its values is for the type checker alone. */
export type AnySchema = Schema<unknown, unknown, Presence>;

/** Checks a value and gives back a clean copy of it: a Standard Schema, which reads at once and never throws. */
export class Schema<Output, Input = Output, P extends Presence = "required">
  implements ValidationSchema<Input, Output>
{
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output>;
    readonly types?: { readonly input: Input; readonly output: Output };
  };

  constructor(
    readonly presence: P,
    protected readonly readType: ReadValue,
    protected readonly checks: readonly Check[] = [],
  ) {
    this["~standard"] = { version: 1, vendor: "keyhold", validate: (value) => this.safeParse(value) };
  }

  /** Adds to `found` what is wrong with the value. */
  read(value: unknown, found: Problem[]): unknown {
    const before = found.length;
    const read = this.readType(value, found);
    for (const check of this.checks) {
      if (found.length > before && stops(found, before)) break;
      // Without a problem of its type the value is what the check takes.
      check(read as never, found);
    }
    return read;
  }

  /** The clean value, or what is wrong with it. */
  safeParse(value: unknown): Result<Output> {
    const found: Problem[] = [];
    const read = this.read(value, found);
    return found.length > 0 ? { issues: found } : { value: read as Output };
  }

  /** The clean value. Throws a `TypeError` that says where the value is wrong. */
  parse(value: unknown): Output {
    const { issues, value: read } = this.safeParse(value);
    if (!issues) return read;
    throw new TypeError(issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  }

  /** The same with one more check; nothing is changed in place. */
  protected with(check: Check): this {
    const copy: this = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
    return Object.assign(copy, {
      checks: [...this.checks, check],
      "~standard": { ...this["~standard"], validate: (value: unknown) => copy.safeParse(value) },
    });
  }

  /** `isRight` decides; the rest of the value is still looked at. */
  refine(isRight: (value: Output) => boolean, given: string | RefineOptions): this {
    const { message, path = [] }: RefineOptions = typeof given === "string" ? { message: given } : given;
    return this.with((value, found) => {
      if (!isRight(value)) report(found, message, { path, isFinal: false });
    });
  }

  /** Like `refine`, where the problem depends on the value: null is none. */
  check(problemOf: (value: Output) => string | RefineOptions | null): this {
    return this.with((value, found) => {
      const problem = problemOf(value);
      if (typeof problem === "string") report(found, problem, { isFinal: false });
      else if (problem) report(found, problem.message, { path: problem.path, isFinal: false });
    });
  }

  optional(): Schema<Output | undefined, Input | undefined, "optional"> {
    const isFilled = this.presence === "defaulted";
    return new Schema("optional", (value, found) =>
      value === undefined && !isFilled ? undefined : this.read(value, found),
    );
  }

  nullable(): Schema<Output | null, Input | null, P> {
    return new Schema(this.presence, (value, found) => (value === null ? null : this.read(value, found)));
  }

  nullish(): Schema<Output | null | undefined, Input | null | undefined, "optional"> {
    return this.nullable().optional();
  }

  /** Stands for a value that was not given. */
  default(initial: Exclude<Output, undefined>): Schema<Exclude<Output, undefined>, Input | undefined, "defaulted"> {
    return new Schema("defaulted", (value, found) => (value === undefined ? copied(initial) : this.read(value, found)));
  }

  readonly(): Schema<Readonly<Output>, Readonly<Input>, P> {
    return new Schema(this.presence, (value, found) => Object.freeze(this.read(value, found)));
  }

  transform<Other>(change: (value: Output) => Other): Schema<Other, Input, P> {
    return new Schema(this.presence, (value, found) => {
      const before = found.length;
      const read = this.read(value, found);
      return found.length > before ? read : change(read as Output);
    });
  }
}

/** One caller's list or object is not the next one's. */
function copied(initial: unknown): unknown {
  if (Array.isArray(initial)) return [...initial];
  return typeof initial === "object" && initial !== null ? { ...initial } : initial;
}

/** What a schema makes of a value. */
export type Output<S extends AnySchema> = NonNullable<S["~standard"]["types"]>["output"];
/** What a schema takes. */
export type Input<S extends AnySchema> = NonNullable<S["~standard"]["types"]>["input"];
