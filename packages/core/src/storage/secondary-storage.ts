/**
 * A fast store beside the database. The database stays the truth: whatever fails or is lost here costs time and nothing else.
 * Every verb may reject; the library then goes to the database and tells "secondary-storage.failed".
 * Every implementation passes `secondaryStorageConformance` of `@keyhold/testing`.
 */
export interface SecondaryStorage {
  /** Shown in messages, e.g. "redis". */
  readonly name: string;
  /** How long the library waits for an answer before it goes on without one. */
  readonly timeoutMilliseconds: number;
  /** What is there; of a counter its digits. */
  get(key: string): Promise<string | null>;
  set(key: string, value: string, lifetimeSeconds: number): Promise<void>;
  /** Sets only where nothing is: one step, whoever else writes. */
  setIfAbsent(key: string, value: string, lifetimeSeconds: number): Promise<boolean>;
  /** Removes it and answers with what was there, in one step; of a counter its digits. */
  consume(key: string): Promise<string | null>;
  /** Adds one to a counter in one step, whoever else does; its window begins with the first and is never prolonged. */
  increment(key: string, windowSeconds: number): Promise<Increment>;
}

/** A counter after one more. */
export interface Increment {
  readonly count: number;
  /** Until the window ends and the next one begins at 1. */
  readonly remainingMilliseconds: number;
}
