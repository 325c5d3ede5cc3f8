declare const instead: unique symbol;

/** The type of a field under an older name: no value fits, and the error of the compiler shows the present name. */
export interface WriteInstead<Name extends string> {
  readonly [instead]: Name;
}

/** SDK 0.32.16 of the provider has another name for the owner. */
export interface OlderOwnerName {
  /** @deprecated Write `externalCustomerId`. */
  readonly customerExternalId?: WriteInstead<"externalCustomerId">;
}
