/**
 * Validates a value, by the Standard Schema interface (standardschema.dev), version 1. Schemas of zod, valibot and
 * arktype implement it; our types do not depend on them.
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

/** Fields of an object, each with a schema. Other fields are left out. */
export function schemaOfFields(fields: Readonly<Record<string, ValidationSchema>>): ValidationSchema {
  const entries = Object.entries(fields);
  return {
    "~standard": {
      version: 1,
      vendor: "keyhold",
      validate(value) {
        const given = value as Readonly<Record<string, unknown>>;
        const results = entries.map(([name, shape]) => shape["~standard"].validate(given[name]));
        return results.some((result) => result instanceof Promise)
          ? Promise.all(results).then((settled) => resultOfFields(entries, settled))
          : resultOfFields(entries, results as readonly SchemaResult<unknown>[]);
      },
    },
  };
}

function resultOfFields(
  entries: readonly (readonly [string, ValidationSchema])[],
  results: readonly SchemaResult<unknown>[],
): SchemaResult<unknown> {
  const issues: SchemaIssue[] = [];
  const value: Record<string, unknown> = {};
  for (const [index, result] of results.entries()) {
    const [name = ""] = entries[index] ?? [];
    if (result.issues)
      issues.push(...result.issues.map((issue) => ({ ...issue, path: [name, ...(issue.path ?? [])] })));
    else value[name] = result.value;
  }
  return issues.length > 0 ? { issues } : { value };
}

/** What a caller hands in. */
export type Given<S extends ValidationSchema> = NonNullable<S["~standard"]["types"]>["input"];
/** The type of the value for the handler: validated, defaults filled in. */
export type Parsed<S extends ValidationSchema> = NonNullable<S["~standard"]["types"]>["output"];
