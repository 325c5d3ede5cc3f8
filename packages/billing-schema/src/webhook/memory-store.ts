import { type Clock, systemClock } from "./clock.js";
import type { Claim, Settlement, WebhookStore } from "./store.js";

/** The record of an event. */
export interface MemoryWebhookEntry {
  readonly id: string;
  readonly type: string;
  /** How many deliveries have claimed the event. */
  readonly attempts: number;
  readonly done: ReadonlySet<string>;
  /** Null while a delivery is handling the event, or after that delivery died. */
  readonly settlement: Settlement | null;
}

/** A store in memory with a list of the records: see `memoryWebhookStore`. */
export interface MemoryWebhookStore extends WebhookStore {
  /** In the order of their last claims. */
  entries(): readonly MemoryWebhookEntry[];
}

interface Entry extends MemoryWebhookEntry {
  /** Milliseconds since 1970. */
  readonly claimedAt: number;
  readonly leaseEndsAt: number;
}

const defaultKeepSeconds = 3 * 24 * 60 * 60;

/**
 * A store for tests, and for an app with a single process that may lose the records at exit. An event is removed
 * `keepSeconds` after the last claim, three days by default.
 */
export function memoryWebhookStore(
  options: { readonly now?: Clock; readonly keepSeconds?: number } = {},
): MemoryWebhookStore {
  const { now = systemClock, keepSeconds = defaultKeepSeconds } = options;
  const entries = new Map<string, Entry>();

  /** Changes the entry of a claim that is still the latest and not settled. */
  const change = async ({ id, lease }: Claim, changed: (entry: Entry) => Partial<Entry>): Promise<boolean> => {
    const entry = entries.get(id);
    if (!entry || entry.settlement || leaseOf(entry) !== lease) return false;
    entries.set(id, { ...entry, ...changed(entry) });
    return true;
  };
  const leaseEnd = (leaseSeconds: number): number => now() + leaseSeconds * 1000;

  return {
    claim: async ({ id, type, leaseSeconds }) => {
      forgetOld(entries, now() - keepSeconds * 1000);
      const earlier = entries.get(id);
      if (earlier?.settlement?.status === "handled") return { outcome: "settled" };
      const left = earlier && !earlier.settlement ? earlier.leaseEndsAt - now() : 0;
      if (left > 0) return { outcome: "busy", retryAfterSeconds: Math.ceil(left / 1000) };
      const attempts = (earlier?.attempts ?? 0) + 1;
      const done = earlier?.done ?? new Set();
      const times = { claimedAt: now(), leaseEndsAt: leaseEnd(leaseSeconds) };
      const entry: Entry = { id, type, attempts, done, settlement: null, ...times };
      // Deleted first, so the entry becomes the last.
      entries.delete(id);
      entries.set(id, entry);
      return { outcome: "claimed", claim: { id, lease: leaseOf(entry), attempt: attempts, done } };
    },
    renew: (claim, leaseSeconds) => change(claim, () => ({ leaseEndsAt: leaseEnd(leaseSeconds) })),
    markDone: (claim, handler) => change(claim, ({ done }) => ({ done: new Set([...done, handler]) })),
    settle: (claim, settlement) =>
      change(claim, ({ done }) => ({
        settlement,
        done: settlement.status === "handled" && settlement.handler ? new Set([...done, settlement.handler]) : done,
      })),
    entries: () =>
      [...entries.values()].map(({ id, type, attempts, done, settlement }) => ({
        id,
        type,
        attempts,
        done,
        settlement,
      })),
  };
}

function leaseOf({ attempts, claimedAt }: Entry): string {
  // With the time, as a forgotten event begins again at 1.
  return `${attempts}@${claimedAt}`;
}

/** Entries are in the order of their claims: the first entry that is young enough, or in progress, ends the search. */
function forgetOld(entries: Map<string, Entry>, before: number): void {
  for (const [id, { claimedAt, leaseEndsAt }] of entries) {
    if (Math.max(claimedAt, leaseEndsAt) >= before) return;
    entries.delete(id);
  }
}
