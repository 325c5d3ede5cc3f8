import type { SecondaryStorage } from "@keyhold/core/adapter";

/** One use of a secondary storage. */
export interface StorageCall {
  readonly verb: "get" | "set" | "setIfAbsent" | "consume" | "increment";
  readonly key: string;
}

/** What goes wrong. A test may change it at any time. */
export interface StorageFaultPlan {
  /** Nothing answers: every verb rejects at once. */
  isUnavailable?: boolean;
  /** Nothing answers: no verb does anything, or ever ends. */
  isHanging?: boolean;
  /** Before a verb runs, which waits for it: to note it, to hold it, or to throw. */
  before?: ((call: StorageCall) => Promise<void> | void) | undefined;
  /** After a verb has happened, before anybody gets to know. */
  after?: ((call: StorageCall) => Promise<void> | void) | undefined;
}

/**
 * A secondary storage on which things go wrong as planned.
 *
 * @example
 * const plan: StorageFaultPlan = {};
 * const { auth } = createTestAuth({ config: { secondaryStorage: faultyStorage(memoryStorage(), plan) } });
 * plan.isHanging = true;
 */
export function faultyStorage(storage: SecondaryStorage, plan: StorageFaultPlan): SecondaryStorage {
  const run = async <T>(call: StorageCall, work: () => Promise<T>): Promise<T> => {
    if (plan.isUnavailable) throw new Error("Planned: the secondary storage is away.");
    if (plan.isHanging) return new Promise<never>(() => undefined);
    await plan.before?.(call);
    const answer = await work();
    await plan.after?.(call);
    return answer;
  };
  return {
    name: storage.name,
    timeoutMilliseconds: storage.timeoutMilliseconds,
    get: (key) => run({ verb: "get", key }, () => storage.get(key)),
    set: (key, value, lifetimeSeconds) => run({ verb: "set", key }, () => storage.set(key, value, lifetimeSeconds)),
    setIfAbsent: (key, value, lifetimeSeconds) =>
      run({ verb: "setIfAbsent", key }, () => storage.setIfAbsent(key, value, lifetimeSeconds)),
    consume: (key) => run({ verb: "consume", key }, () => storage.consume(key)),
    increment: (key, windowSeconds) => run({ verb: "increment", key }, () => storage.increment(key, windowSeconds)),
  };
}
