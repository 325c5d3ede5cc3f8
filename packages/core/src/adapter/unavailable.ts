const brand = Symbol.for("keyhold.storage-unavailable");

/** The storage does not answer, or not in time. Thrown by adapters; answered with 503 and Retry-After, never as a refused sign-in. */
export class StorageUnavailable extends Error {
  readonly [brand] = true;
  override readonly name = "StorageUnavailable";
}

/** Recognises it by its brand, so that two copies of this package agree. */
export const isStorageUnavailable = (value: unknown): value is StorageUnavailable =>
  typeof value === "object" && value !== null && brand in value;
