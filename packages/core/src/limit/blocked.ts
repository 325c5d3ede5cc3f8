import type { Verdict } from "../contract/limit.js";
import { maxKeys, secondsUntil } from "./memory.js";

/** Keys known to be at their limit, so that a flood causes no query. */
export interface BlockedKeys {
  /** Rejects, and rejects later calls without a query. */
  begin(id: string, full: { readonly count: number; readonly endsAt: number }): Verdict;
  /** Rejects again; null if the database must be asked. */
  again(id: string): Verdict | null;
  forget(id: string): void;
}

interface Refusal {
  count: number;
  readonly endsAt: number;
  readonly begunAt: number;
}

/**
 * Another process may reset a count, e.g. after a right password: this is the longest delay until this process sees the
 * reset.
 */
const rememberedMilliseconds = 10_000;

export function createBlockedKeys(now: () => Date): BlockedKeys {
  const blockedKeys = new Map<string, Refusal>();
  const refuse = (refusal: Refusal, time: number): Verdict => {
    refusal.count += 1;
    return { isAllowed: false, count: refusal.count, retryAfterSeconds: secondsUntil(refusal.endsAt, time) };
  };
  return {
    begin(id, full) {
      const begunAt = now().getTime();
      const known = blockedKeys.get(id);
      const refusal = { ...full, count: known?.endsAt === full.endsAt ? known.count : full.count, begunAt };
      // Removing all costs another query per key, and bounds the memory under a flood of addresses.
      if (blockedKeys.size >= maxKeys) blockedKeys.clear();
      blockedKeys.set(id, refusal);
      return refuse(refusal, begunAt);
    },
    again(id) {
      const refusal = blockedKeys.get(id);
      const time = now().getTime();
      const isRecent = refusal && time >= refusal.begunAt && time < refusal.begunAt + rememberedMilliseconds;
      return isRecent && time < refusal.endsAt ? refuse(refusal, time) : null;
    },
    forget: (id) => void blockedKeys.delete(id),
  };
}
