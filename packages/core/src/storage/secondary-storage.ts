/**
 * A fast store beside the database. The database stays the source of truth: a failure or a loss here costs only time.
 * Every verb may reject; the library then uses the database and emits "secondary-storage.failed". Every implementation
 * passes `secondaryStorageConformance` of `@keyhold/testing`.
 */
export interface SecondaryStorage {
  /** Shown in messages, e.g. "redis". */
  readonly name: string;
  /** How long the library waits for an answer before going on without an answer. */
  readonly timeoutMilliseconds: number;
  /** The value of the key, or null; for a counter its digits. */
  get(key: string): Promise<string | null>;
  set(key: string, value: string, lifetimeSeconds: number): Promise<void>;
  /** Sets the key only if absent, as an atomic step. Answers whether the key was set. */
  setIfAbsent(key: string, value: string, lifetimeSeconds: number): Promise<boolean>;
  /** Removes the key and answers with the value, as an atomic step; for a counter its digits. */
  consume(key: string): Promise<string | null>;
  /** Adds 1 to a counter, as an atomic step. The window begins with the first increment and is never prolonged. */
  increment(key: string, windowSeconds: number): Promise<Increment>;
}

/** A counter after an increment. */
export interface Increment {
  readonly count: number;
  /** Milliseconds until the window ends; the next window begins at 1. */
  readonly remainingMilliseconds: number;
}
