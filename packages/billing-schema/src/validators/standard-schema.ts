/** Version 1 of the Standard Schema interface (https://standardschema.dev), as far as it concerns a synchronous validator. */
export interface StandardSchema<Data> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (input: unknown) => StandardResult<Data>;
    /** Absent at run time. */
    readonly types?: { readonly input: Data; readonly output: Data } | undefined;
  };
}

type StandardResult<Data> =
  | { readonly value: Data; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly PropertyKey[] }[] };
