/**
 * Describes and checks a value, by the Standard Schema interface (standardschema.dev), version 1.
 * zod, valibot and arktype schemas are shapes as they are; our types then need none of theirs.
 */
export interface ValidationSchema<I = unknown, O = I> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<O> | Promise<SchemaResult<O>>;
    readonly types?: { readonly input: I; readonly output: O } | undefined;
  };
}

export type SchemaResult<O> =
  | { readonly value: O; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a caller hands in. */
export type Given<S extends ValidationSchema> = NonNullable<S["~standard"]["types"]>["input"];
/** What the handler gets: checked, defaults filled in. */
export type Parsed<S extends ValidationSchema> = NonNullable<S["~standard"]["types"]>["output"];
