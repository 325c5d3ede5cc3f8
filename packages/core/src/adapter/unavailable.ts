const brand = Symbol.for("keyhold.storage-unavailable");

/** Why the storage does not answer. "locked by another process" concerns a whole SQLite database. */
export type UnavailableReason = "unreachable" | "locked by another process" | "locked by another transaction";

/** Options of `StorageUnavailable`. */
export interface StorageUnavailableOptions extends ErrorOptions {
  /** Default "unreachable". */
  readonly reason?: UnavailableReason;
}

/**
 * The storage does not answer, or not in time. Thrown by adapters; answered with 503 and Retry-After, never as a failed
 * sign-in.
 */
export class StorageUnavailable extends Error {
  readonly [brand] = true;
  override readonly name = "StorageUnavailable";
  readonly reason: UnavailableReason;

  constructor(message: string, { reason = "unreachable", ...options }: StorageUnavailableOptions = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** Recognizes the error by its brand, so that two copies of this package agree. */
export const isStorageUnavailable = (value: unknown): value is StorageUnavailable => brand in Object(value);
