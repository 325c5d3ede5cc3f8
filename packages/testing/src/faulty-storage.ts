import type { SecondaryStorage } from "@keyhold/core/adapter";

/** A call of a secondary storage. */
export interface StorageCall {
  readonly verb: "get" | "set" | "setIfAbsent" | "consume" | "increment";
  readonly key: string;
}

/** The planned faults. A test may change them at any time. */
export interface StorageFaultPlan {
  /** The storage is down: every verb rejects at once. */
  isUnavailable?: boolean;
  /** The storage hangs: no verb has an effect or ends. */
  isHanging?: boolean;
  /** Runs before each verb, and is awaited: to record, delay or throw. */
  before?: ((call: StorageCall) => Promise<void> | void) | undefined;
  /** Runs after the effect of a verb, before the caller gets the answer. */
  after?: ((call: StorageCall) => Promise<void> | void) | undefined;
}

/**
 * Wraps a secondary storage with planned faults.
 *
 * @example const plan: StorageFaultPlan = {}; const { auth } = createTestAuth({ config: { secondaryStorage: faultyStorage(memoryStorage(), plan) } }); plan.isHanging = true;
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
