import type { Verbs } from "../adapter/adapter.js";
import { isConflict } from "../adapter/conflict.js";
import { StorageUnavailable } from "../adapter/unavailable.js";
import { isIn } from "../adapter/where.js";
import type { Limit, Limiter, Verdict } from "../contract/limit.js";
import { derivedId } from "../model/derived-id.js";
import type { Row } from "../model/model.js";
import { rateLimitModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";
import { type BlockedKeys, createBlockedKeys } from "./blocked.js";
import { secondsUntil } from "./memory.js";

interface CountingContext {
  readonly db: Pick<Verbs<"outside">, "add" | "insert" | "find" | "list" | "update" | "remove">;
  readonly now: () => Date;
  readonly blockedKeys: BlockedKeys;
}

/** A try fails only if another caller opened or ended a window meanwhile. */
const maxTries = 10;

/**
 * Counts in the database, for all processes that share the database: one statement per call, except for the first call
 * of a window and calls beyond the limit. A window is a row; only a window that is over is removed. `now` is the clock
 * that all processes share, once `synchronize` has been called: a process with a clock ahead of `now` would end the
 * windows of the others.
 */
export function databaseLimiter(
  db: CountingContext["db"],
  now: () => Date,
  synchronize: () => Promise<void> = async () => undefined,
): Limiter {
  const ctx: CountingContext = { db, now, blockedKeys: createBlockedKeys(now) };
  return {
    async consume(key, limit) {
      const known = ctx.blockedKeys.again(derivedId(key));
      if (known) return known;
      await synchronize();
      for (let tries = 0; tries < maxTries; tries += 1) {
        const verdict = (await countOne(ctx, key, limit)) ?? (await openWindow(ctx, key, limit));
        if (verdict) return verdict;
      }
      throw new StorageUnavailable("Too many callers count the same limit at once.");
    },
    async peek(keys) {
      await synchronize();
      return countsOf(ctx, keys, await windowsOf(ctx, keys));
    },
    async reset(keys) {
      for (const key of keys) ctx.blockedKeys.forget(derivedId(key));
      await synchronize();
      const windows = await windowsOf(ctx, keys);
      if (windows.length > 0) await db.remove(rateLimitModel, { id: isIn(windows.map(({ id }) => id)) });
      return countsOf(ctx, keys, windows);
    },
  };
}

type Window = Row<typeof rateLimitModel>;

const isLive = ({ now }: CountingContext, { lastRequest }: Window): boolean => lastRequest > now().getTime();

/** The windows of the keys, by a single statement. */
const windowsOf = ({ db }: CountingContext, keys: readonly string[]): Promise<readonly Window[]> =>
  db.list(rateLimitModel, { id: isIn(keys.map(derivedId)) }, { orderBy: "id", limit: keys.length });

const countsOf = (ctx: CountingContext, keys: readonly string[], windows: readonly Window[]): readonly number[] =>
  keys.map((key) => {
    const window = windows.find(({ id }) => id === derivedId(key));
    return window && isLive(ctx, window) ? window.count : 0;
  });

/** Counts a call in the open window; null if there is no open window, or the window is full. */
async function countOne(ctx: CountingContext, key: string, { max }: Limit): Promise<Verdict | null> {
  const window = await ctx.db.add(rateLimitModel, derivedId(key), "count", 1, { max });
  if (!window) return null;
  return isLive(ctx, window) ? allow(ctx, window) : end(ctx, window);
}

/** Counts the first call of a new window, or rejects by the existing window; null if the row changed meanwhile. */
async function openWindow(ctx: CountingContext, key: string, { windowSeconds, max }: Limit): Promise<Verdict | null> {
  const id = derivedId(key);
  const lastRequest = ctx.now().getTime() + windowSeconds * 1000;
  const opened = await ctx.db.insert(rateLimitModel, { id, key: shown(key), count: 1, lastRequest });
  if (!isConflict(opened)) return allow(ctx, opened);
  const window = await ctx.db.find(rateLimitModel, { id });
  if (!window) return null;
  if (!isLive(ctx, window)) return end(ctx, window);
  if (window.count < max) return null;
  // The clock was set back, or the clock of another process differs: neither makes a window longer.
  const endsAt = Math.min(window.lastRequest, lastRequest);
  if (endsAt < window.lastRequest) await ctx.db.update(rateLimitModel, id, { lastRequest: endsAt });
  return ctx.blockedKeys.begin(id, { count: window.count, endsAt });
}

/** A second caller that ends this window finds the new window, and does not remove the new window. */
async function end({ db }: CountingContext, { id, lastRequest }: Window): Promise<null> {
  await db.remove(rateLimitModel, { id, lastRequest });
  return null;
}

const allow = ({ now }: CountingContext, { count, lastRequest }: Window): Verdict => ({
  isAllowed: true,
  count,
  retryAfterSeconds: secondsUntil(lastRequest, now().getTime()),
});

/** For people to read only, limited to the length that every such table accepts. */
const shown = (key: string): string => (key.length <= 255 ? key : fingerprint(key));
