import type { Log } from "../contract/config.js";
import { logFailure, logWarning } from "../contract/log.js";
import type { Adapter } from "./adapter.js";
import type { StorageUnavailable, UnavailableReason } from "./unavailable.js";

/** Logs an outage of the storage: the begin, each minute the number of failed calls, and the end. */
export interface Outages {
  isOn(): boolean;
  /** A request or other work ended with this error; `where` ends the first log message. */
  failed(where: string, error: StorageUnavailable): void;
  /** The storage answered a call that began during the outage. */
  answered(call: { readonly isWrite: boolean }): void;
}

interface Outage {
  readonly startedAt: number;
  loggedAt: number;
  lastFailedAt: number;
  calls: number;
}

interface Reason {
  readonly begins: string;
  readonly lasts: string;
  readonly ends: string;
  /** Whether only a write proves that the outage is over. */
  readonly needsWrite: boolean;
  /**
   * Milliseconds without a failure before an answer ends the outage: while a row is locked, other calls get answers.
   */
  readonly quiet: number;
}

const reminder = 60_000;
/** The quiet time in milliseconds for an outage that returns for the third time within a minute. */
const longQuiet = 10_000;
const maxReturns = 2;

const reasons: Readonly<Record<UnavailableReason, Reason>> = {
  unreachable: {
    begins: "The database could not be reached",
    lasts: "The database has not been reached",
    ends: "The database answers again",
    needsWrite: false,
    quiet: 0,
  },
  "locked by another process": {
    begins: "The database is locked by another process",
    lasts: "The database has been locked by another process",
    ends: "The database is no longer locked by another process",
    needsWrite: true,
    quiet: 0,
  },
  "locked by another transaction": {
    begins: "Another transaction kept a lock for too long",
    lasts: "Other transactions have kept locks for too long",
    ends: "No other transaction keeps a lock for too long any more",
    needsWrite: false,
    quiet: longQuiet,
  },
};

/** The outages of an auth: at most one per reason, so that memory stays bounded. */
export function createOutages(log: Log | undefined, now: () => Date): Outages {
  const open = new Map<UnavailableReason, Outage>();
  const ended = new Map<UnavailableReason, { at: number; returns: number }>();
  const time = (): number => now().getTime();

  function begin(reason: UnavailableReason, where: string, error: StorageUnavailable): void {
    const at = time();
    const before = ended.get(reason);
    if (before) before.returns = isWithin(at - before.at, reminder) ? before.returns + 1 : 0;
    open.set(reason, { startedAt: at, loggedAt: at, lastFailedAt: at, calls: 1 });
    logFailure(log, `${reasons[reason].begins}${where}.`, error);
  }

  function goOn(reason: UnavailableReason, outage: Outage, error: StorageUnavailable): void {
    const at = time();
    outage.calls += 1;
    outage.lastFailedAt = at;
    if (isWithin(at - outage.loggedAt, reminder)) return;
    outage.loggedAt = at;
    logFailure(log, `${reasons[reason].lasts} for ${summary(outage, at)} so far.`, error);
  }

  function end(reason: UnavailableReason, outage: Outage): void {
    const at = time();
    const returns = ended.get(reason)?.returns ?? 0;
    const quiet = returns < maxReturns ? reasons[reason].quiet : longQuiet;
    if (quiet > 0 && isWithin(at - outage.lastFailedAt, quiet)) return;
    open.delete(reason);
    ended.set(reason, { at, returns });
    logWarning(log, `${reasons[reason].ends}, after ${summary(outage, at)}.`);
  }

  return {
    isOn: () => open.size > 0,
    failed(where, error) {
      const reason = Object.hasOwn(reasons, error.reason ?? "") ? error.reason : "unreachable";
      const outage = open.get(reason);
      if (outage) goOn(reason, outage, error);
      else begin(reason, where, error);
    },
    answered({ isWrite }) {
      for (const [reason, outage] of open) if (isWrite || !reasons[reason].needsWrite) end(reason, outage);
    },
  };
}

/** A clock that was set back ends every wait. */
const isWithin = (passed: number, milliseconds: number): boolean => passed >= 0 && passed < milliseconds;

const summary = ({ startedAt, calls }: Outage, at: number): string => {
  const seconds = Math.max(0, Math.round((at - startedAt) / 1000));
  return `${seconds} s: ${calls} ${calls === 1 ? "call" : "calls"} failed`;
};

const reads = ["find", "list", "count", "exists"] as const;
const writes = [
  "insert",
  "insertMany",
  "update",
  "transition",
  "add",
  "consume",
  "remove",
  "removeSome",
  "transaction",
  "transactionOn",
  "shared",
] as const;
type Untyped = Record<(typeof reads | typeof writes)[number], (...given: unknown[]) => Promise<unknown>>;

/** An adapter that also reports its answers to `outages` during an outage. */
export function watchAdapter(adapter: Adapter, outages: Outages): Adapter {
  const original = adapter as object as Untyped;
  const watched: Partial<Untyped> = {};
  const watch = (verb: keyof Untyped, isWrite: boolean): void => {
    watched[verb] = (...given) => {
      const answer = original[verb](...given);
      if (!outages.isOn()) return answer;
      return answer.then((value) => {
        outages.answered({ isWrite });
        return value;
      });
    };
  };
  for (const verb of reads) watch(verb, false);
  for (const verb of writes) if (original[verb]) watch(verb, true);
  return Object.assign({}, adapter, watched as object);
}
