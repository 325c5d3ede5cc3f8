import type { Verdict } from "./limit.js";
import { maxKeys, secondsUntil } from "./memory.js";

/** Keys that are known to be full, so that a flood asks the database nothing. */
export interface Refusals {
  /** Refuses, and from now on without asking. */
  begin(id: string, full: { readonly count: number; readonly endsAt: number }): Verdict;
  /** Refuses once more; null when it must be asked. */
  again(id: string): Verdict | null;
  forget(id: string): void;
}

interface Refusal {
  count: number;
  readonly endsAt: number;
  readonly begunAt: number;
}

/** Another process may take a count back, e.g. after a password that was right: so late this one hears of it at most. */
const rememberedMilliseconds = 10_000;

export function createRefusals(now: () => Date): Refusals {
  const refusals = new Map<string, Refusal>();
  const refuse = (refusal: Refusal, time: number): Verdict => {
    refusal.count += 1;
    return { isAllowed: false, count: refusal.count, retryAfterSeconds: secondsUntil(refusal.endsAt, time) };
  };
  return {
    begin(id, full) {
      const begunAt = now().getTime();
      const known = refusals.get(id);
      const refusal = { ...full, count: known?.endsAt === full.endsAt ? known.count : full.count, begunAt };
      // To forget them all costs one more question each, and no room for a flood of addresses.
      if (refusals.size >= maxKeys) refusals.clear();
      refusals.set(id, refusal);
      return refuse(refusal, begunAt);
    },
    again(id) {
      const refusal = refusals.get(id);
      const time = now().getTime();
      const isRecent = refusal && time >= refusal.begunAt && time < refusal.begunAt + rememberedMilliseconds;
      return isRecent && time < refusal.endsAt ? refuse(refusal, time) : null;
    },
    forget: (id) => void refusals.delete(id),
  };
}
