import type { Adapter } from "../adapter/adapter.js";
import type { DatabaseClock } from "../adapter/database-clock.js";
import type { Context, TxContext } from "../contract/context.js";
import type { CoreEvent } from "../contract/events.js";
import type { Limiter } from "../contract/limit.js";
import type { WriteEmail } from "../contract/mail.js";
import type { DeferredCount } from "../limit/deferred.js";
import type { SessionCache } from "../session/cache/session-cache.js";
import { contextOver, type OwnParts } from "./context-over.js";

/** A run of a transaction of the app. */
export interface AppTransaction {
  /** The context of the calls inside. After the commit, background work goes on outside. */
  readonly ctx: Context;
  /** The transaction object of the app's database layer. */
  readonly tx: unknown;
  /** Runs a call inside of the transaction; throws if that has ended. */
  call<T>(call: () => Promise<T>): Promise<T>;
  /** Runs an effect after the commit, and never after a rollback. */
  afterCommit(effect: () => void): void;
}

export interface AppTransactions {
  run<T>(work: (transaction: AppTransaction) => Promise<T>): Promise<T>;
}

/** The limiter of calls inside: reads by `db`, and its writes wait for the end. */
export type LimiterInside = (db: Adapter, defer: (count: DeferredCount) => void) => Limiter;

interface Outside {
  readonly ctx: Context;
  readonly shared: Omit<TxContext, "db" | "databaseClock" | "later">;
  readonly db: Adapter;
  readonly writeEmail: WriteEmail | null;
  /** The name of the database, for messages. */
  readonly name: string;
  readonly clockInside: (db: Adapter) => DatabaseClock;
  readonly limiterInside: LimiterInside;
}

/** Transactions of the app in which calls of the library take part. */
export function createAppTransactions(outside: Outside): AppTransactions {
  const { db, name } = outside;
  return {
    async run(work) {
      if (!db.shared) throw new Error(notSupported(name));
      const runs: Run[] = [];
      let isCommitted = false;
      try {
        const answer = await db.shared(async (adapter, tx) => {
          // The work runs again: an earlier run has no effects.
          runs.pop()?.drop();
          const run = openRun(outside, adapter, tx);
          runs.push(run);
          return run.during(work);
        });
        isCommitted = true;
        return answer;
      } finally {
        await runs.pop()?.close(isCommitted);
      }
    },
  };
}

const notSupported = (name: string): string =>
  `auth.transaction: the database "${name}" cannot share its transactions; the adapters on @keyhold/adapter-sql can.`;

/** Events that state no row: they have happened although the transaction was rolled back. */
const lasting: ReadonlySet<CoreEvent["type"]> = new Set([
  "sign-in.failed",
  "rate-limit.exceeded",
  "email.ceiling",
  "social.failed",
]);

interface Effect {
  readonly run: () => void;
  readonly isLasting: boolean;
}

interface Run {
  during<T>(work: (transaction: AppTransaction) => Promise<T>): Promise<T>;
  /** Ends the run without any effects. */
  drop(): void;
  /** Has the effects of the run. */
  close(isCommitted: boolean): Promise<void>;
}

function openRun(outside: Outside, adapter: Adapter, tx: unknown): Run {
  const { ctx, shared } = outside;
  const effects: Effect[] = [];
  const counts: DeferredCount[] = [];
  let state: "open" | "ended" | "committed" = "open";
  let running = 0;

  const afterCommit = (run: () => void): void => void effects.push({ run, isLasting: false });
  const cache = ctx.sessionCache && cacheInside(ctx.sessionCache, ctx.now);
  const basis: typeof shared = {
    ...shared,
    emit: (event) => void effects.push({ run: () => shared.emit(event), isLasting: lasting.has(event.type) }),
    send: (message) => afterCommit(() => shared.send(message)),
    sendLimited: (message) => afterCommit(() => shared.sendLimited(message)),
    sessionCache: cache,
  };
  const own: OwnParts = {
    databaseClock: outside.clockInside(adapter),
    limiter: outside.limiterInside(adapter, (count) => void counts.push(count)),
    later: (what, work) => afterCommit(() => ctx.later(what, work)),
    afterAnswer: (what, work) => afterCommit(() => ctx.afterAnswer(what, work)),
    deliverEmail: ctx.deliverEmail,
    isInAppTransaction: true,
  };
  const inside = contextOver(basis, adapter, own, outside.writeEmail);
  const current = (): Context => {
    if (state === "ended") throw new Error(hasEnded);
    return state === "open" ? inside : ctx;
  };

  return {
    async during(work) {
      const call = async <T>(call: () => Promise<T>): Promise<T> => {
        if (state !== "open") throw new Error(hasEnded);
        running += 1;
        try {
          return await call();
        } finally {
          running -= 1;
        }
      };
      try {
        const answer = await work({ ctx: switching(ctx, current), tx, call, afterCommit });
        if (running > 0) throw new Error(notAwaited);
        await cache?.renew();
        return answer;
      } finally {
        state = "ended";
      }
    },
    drop() {
      for (const count of counts) count.drop();
    },
    async close(isCommitted) {
      if (isCommitted) state = "committed";
      for (const count of counts) await count.write().catch((error: unknown) => reportLost(ctx, error));
      for (const { run, isLasting } of effects) if (isCommitted || isLasting) run();
    },
  };
}

const hasEnded = "The transaction of auth.transaction has ended: its `api` cannot be used any more. Use auth.api.";
const notAwaited =
  "Rolled back: the work of auth.transaction ended before one of its calls. Await every call of `api`.";

const reportLost = (ctx: Context, error: unknown): void => ctx.later("Counting", () => Promise.reject(error));

const changing = [
  "db",
  "limiter",
  "databaseClock",
  "sessionCache",
  "emit",
  "send",
  "sendLimited",
  "later",
  "afterAnswer",
  "transaction",
  "transactionOn",
] as const satisfies readonly (keyof Context)[];

/**
 * A context whose parts are looked up at each use: background work that begins in a transaction runs after the commit,
 * with the connections of the outer context.
 */
function switching(outer: Context, current: () => Context): Context {
  const parts = changing.flatMap((key) => {
    const part: object | null = outer[key];
    if (part === null) return [];
    const now = (): object => current()[key] ?? part;
    const proxy: unknown = new Proxy(part, {
      get: (_, verb) => Reflect.get(now(), verb),
      apply: (_, __, given) => Reflect.apply(now() as () => unknown, undefined, given),
    });
    return [[key, proxy]];
  });
  return { ...outer, isInAppTransaction: true, ...Object.fromEntries(parts) };
}

/** Milliseconds after which invalidations are written again before the commit: each of them lasts for two minutes. */
const renewalMilliseconds = 30_000;

interface InsideCache extends SessionCache {
  renew(): Promise<void>;
}

/**
 * The session cache of a transaction: the rows of the transaction are not committed yet, so no entry is written or
 * read. An invalidation is written at once, since after the commit an invalidation would be late; after a rollback the
 * invalidation costs a read.
 */
function cacheInside(cache: SessionCache, now: () => Date): InsideCache {
  const startedAt = now().getTime();
  const invalidated = new Set<string>();
  return {
    read: async () => null,
    keep: async () => undefined,
    invalidate(tokens) {
      for (const token of tokens) invalidated.add(token);
      return cache.invalidate(tokens);
    },
    async renew() {
      if (Math.abs(now().getTime() - startedAt) >= renewalMilliseconds) await cache.invalidate([...invalidated]);
    },
  };
}
