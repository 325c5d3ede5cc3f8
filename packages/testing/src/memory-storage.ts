import type { SecondaryStorage } from "@keyhold/core/adapter";

/** Options of `memoryStorage`. */
export interface MemoryStorageOptions {
  /** The clock for the expiry of values. Default: the real clock. */
  readonly now?: () => Date;
}

interface Entry {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/**
 * A secondary storage in this process: for tests, and to try the effect of a real storage.
 *
 * @example createTestAuth({ config: { secondaryStorage: memoryStorage() } });
 */
export function memoryStorage({ now = () => new Date() }: MemoryStorageOptions = {}): SecondaryStorage {
  return storageOver(new Map(), now);
}

type Fork = () => SecondaryStorage;

const forks = new WeakMap<SecondaryStorage, Fork>();

/** Makes a storage with copies of the values; null for a storage that `memoryStorage` did not make, e.g. a wrapper. */
export const forkMemoryStorage = (storage: SecondaryStorage): SecondaryStorage | null => forks.get(storage)?.() ?? null;

function storageOver(entries: Map<string, Entry>, now: () => Date): SecondaryStorage {
  const time = (): number => now().getTime();

  const find = (key: string): Entry | null => {
    const entry = entries.get(key);
    if (entry && entry.endsAt > time()) return entry;
    entries.delete(key);
    return null;
  };
  const put = (key: string, value: string, lifetimeSeconds: number): void => {
    if (!(lifetimeSeconds > 0)) throw new Error("A value needs a lifetime.");
    entries.set(key, { value, endsAt: time() + lifetimeSeconds * 1000 });
  };

  const storage: SecondaryStorage = {
    name: "memory",
    timeoutMilliseconds: 250,
    get: async (key) => find(key)?.value ?? null,
    set: async (key, value, lifetimeSeconds) => put(key, value, lifetimeSeconds),
    async setIfAbsent(key, value, lifetimeSeconds) {
      if (find(key)) return false;
      put(key, value, lifetimeSeconds);
      return true;
    },
    async consume(key) {
      const entry = find(key);
      entries.delete(key);
      return entry?.value ?? null;
    },
    async increment(key, windowSeconds) {
      if (!find(key)) put(key, "0", windowSeconds);
      const { value = "", endsAt = 0 } = find(key) ?? {};
      const count = Number(value) + 1;
      if (!Number.isSafeInteger(count)) throw new Error("The value is not a counter.");
      entries.set(key, { value: String(count), endsAt });
      return { count, remainingMilliseconds: Math.ceil(endsAt - time()) };
    },
  };
  forks.set(storage, () => storageOver(new Map(entries), now));
  return storage;
}
