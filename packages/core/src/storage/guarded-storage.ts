import type { SecondaryStorage } from "./secondary-storage.js";

/** The secondary storage inside the library: never rejects, never hangs, and rests for a while after a failure. */
export interface GuardedStorage {
  /** The answer of the storage, or `otherwise` if there is no answer in time. */
  ask<T, Otherwise>(
    question: (storage: SecondaryStorage) => Promise<T>,
    otherwise: Otherwise,
    options?: AskOptions,
  ): Promise<T | Otherwise>;
  /**
   * When this process last noticed a failure, in milliseconds since 1970; null without a failure. The storage may have
   * lost the last writes then, as after a failover to a replica that was behind. Null also if the clock was set back
   * since.
   */
  lastFailureAt(): number | null;
}

export interface AskOptions {
  /** Ask even while the storage rests: for questions that must not wait. Default false. */
  readonly isUrgent?: boolean;
}

export interface Guard {
  readonly storage: SecondaryStorage;
  readonly now: () => Date;
  /** Called when the storage begins to fail, not at each further question, and at most once a second. */
  readonly onFailure: (error: unknown) => void;
}

/** After a failure the storage gets no question for this time; then one question tries the storage. */
const restMilliseconds = 1000;

export function guardStorage({ storage, now, onFailure }: Guard): GuardedStorage {
  /** Null while the storage answers. */
  let failedAt: number | null = null;
  let seenAt: number | null = null;
  let lastFailureAt: number | null = null;

  /** A clock that is set back ends a rest, so that no rest lasts for hours. */
  const isRecent = (since: number | null): boolean => {
    const passed = since === null ? Number.NaN : now().getTime() - since;
    return passed >= 0 && passed < restMilliseconds;
  };

  const fail = (error: unknown): void => {
    if (failedAt === null && !isRecent(seenAt)) {
      seenAt = now().getTime();
      onFailure(error);
    }
    failedAt = now().getTime();
    lastFailureAt = failedAt;
  };

  return {
    async ask(question, otherwise, { isUrgent = false } = {}) {
      if (!isUrgent && isRecent(failedAt)) return otherwise;
      // One question tries the storage again; the others go on without it meanwhile.
      if (failedAt !== null) failedAt = now().getTime();
      try {
        const answer = await inTime(storage, question);
        failedAt = null;
        return answer;
      } catch (error) {
        fail(error);
        return otherwise;
      }
    },
    lastFailureAt: () => (lastFailureAt !== null && lastFailureAt <= now().getTime() ? lastFailureAt : null),
  };
}

function inTime<T>(storage: SecondaryStorage, question: (storage: SecondaryStorage) => Promise<T>): Promise<T> {
  const { name, timeoutMilliseconds } = storage;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`No answer of ${name} within ${timeoutMilliseconds} ms.`)),
      timeoutMilliseconds,
    );
    const ask = async (): Promise<T> => question(storage);
    ask()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
