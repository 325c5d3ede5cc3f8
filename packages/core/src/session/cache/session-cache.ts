import type { Settings } from "../../contract/config.js";
import type { Session } from "../../contract/context.js";
import type { Schema } from "../../model/schema.js";
import type { Keys } from "../../secret/keys.js";
import type { GuardedStorage } from "../../storage/guarded-storage.js";
import { endOf } from "../lifetime.js";
import { hashOfStored } from "../stored-token.js";
import { createInvalidations } from "./invalidations.js";
import { createEntrySigner } from "./signed-entry.js";

/**
 * Session cache entries in the secondary storage, under the value of the session's `token` column. Without an entry the
 * database is read. An invalidation outlives every earlier entry.
 */
export interface SessionCache {
  /** Null also for an entry from before, or soon after, a failure of the storage that this process noticed. */
  read(storedToken: string): Promise<Session | null>;
  /**
   * Stores what the database has just returned, unless invalidated meanwhile. `readAt`: `ctx.now()` before the database
   * was read.
   */
  keep(session: Session, readAt: Date): Promise<void>;
  /**
   * Call `invalidate` before a session or its user is changed or removed: no entry is stored or read until the change
   * is surely committed.
   */
  invalidate(storedTokens: readonly string[]): Promise<void>;
}

/** Counted from the time when the database was read, even if the storage is slow. */
const entrySeconds = 60;

/**
 * An invalidation outlives every entry from before the change, if the change is committed within the remaining minute:
 * a slower reader stores an entry that has expired.
 */
const invalidationSeconds = 2 * entrySeconds;

/**
 * After a failure the storage may have lost invalidations, as a replica that was behind and became the master; and
 * other processes may reach the storage seconds later than this process, and have pending invalidations. So entries are
 * used only if made later than this time after the failure.
 */
const settlingSeconds = 10;

export interface SessionCacheConfig {
  readonly storage: GuardedStorage;
  readonly schema: Schema;
  readonly settings: Settings;
  /** The storage is trusted less than the database: write access to the storage must not suffice to forge a session. */
  readonly keys: Keys;
  readonly now: () => Date;
  readonly later: (what: string, work: () => Promise<unknown>) => void;
}

export function createSessionCache({ storage, schema, settings, keys, now, later }: SessionCacheConfig): SessionCache {
  const { encrypt, open } = createEntrySigner(schema, keys, entrySeconds);
  const invalidations = createInvalidations(storage, later, invalidationSeconds);
  const settledAt = (): number => (storage.lastFailureAt() ?? Number.NEGATIVE_INFINITY) + settlingSeconds * 1000;
  return {
    async read(storedToken) {
      const name = nameOf(storedToken);
      if (invalidations.isPending(name)) return null;
      const encrypted = await storage.ask((asked) => asked.get(name), null);
      return encrypted === null ? null : open(name, encrypted, now(), settledAt());
    },
    async keep(session, readAt) {
      const name = nameOf(session.token);
      const until = Math.min(readAt.getTime() + entrySeconds * 1000, endOf({ settings }, session).getTime());
      const secondsLeft = (until - now().getTime()) / 1000;
      if (!(secondsLeft > 0) || invalidations.isPending(name)) return;
      // The invalidation of an earlier read may be lost, or pending elsewhere.
      if (readAt.getTime() < settledAt()) return;
      await storage.ask((asked) => asked.setIfAbsent(name, encrypt(name, session, until), secondsLeft), false);
    },
    invalidate: (storedTokens) => invalidations.write(storedTokens.map(nameOf)),
  };
}

/** A row from before tokens were hashed contains the token itself, which must not enter the storage. */
const nameOf = (storedToken: string): string => `session:${hashOfStored(storedToken)}`;
