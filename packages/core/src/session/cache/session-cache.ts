import type { Settings } from "../../contract/config.js";
import type { Context, Session } from "../../contract/context.js";
import type { Schema } from "../../model/schema.js";
import { fingerprint } from "../../secret/hash.js";
import type { Keys } from "../../secret/keys.js";
import type { GuardedStorage } from "../../storage/guarded-storage.js";
import { endOf } from "../lifetime.js";
import { createInvalidations } from "./invalidations.js";
import { createEntrySigner } from "./signed-entry.js";

/**
 * Copies of sessions in the secondary storage, named by what the session's `token` column holds.
 * The database is asked whenever there is none, and a copy never outlives a suspension.
 */
export interface SessionCache {
  read(storedToken: string): Promise<Session | null>;
  /** Keeps a copy of what the database has just said, unless it was suspended meanwhile. `readAt`: `ctx.now()` before the database was asked. */
  keep(session: Session, readAt: Date): Promise<void>;
  /** Before a session or its user is changed or removed: no copy is kept or read until that is surely done. */
  invalidate(storedTokens: readonly string[]): Promise<void>;
}

/** Counted from the moment at which the database was asked, whatever happens to the storage meanwhile. */
const entrySeconds = 60;

/**
 * A suspension outlives every copy of what the database said before the change, if the change is committed within the
 * minute that is left: a reader that is slower than that keeps a copy that has ended.
 */
const invalidationSeconds = 2 * entrySeconds;

export interface SessionCacheConfig {
  readonly storage: GuardedStorage;
  readonly schema: Schema;
  readonly settings: Settings;
  /** The storage is trusted less than the database: who can write there must not be able to write a session. */
  readonly keys: Keys;
  readonly now: () => Date;
  readonly later: Context["later"];
}

export function createSessionCache({ storage, schema, settings, keys, now, later }: SessionCacheConfig): SessionCache {
  const { encrypt, open } = createEntrySigner(schema, keys, entrySeconds);
  const invalidations = createInvalidations(storage, later, invalidationSeconds);
  return {
    async read(storedToken) {
      const name = nameOf(storedToken);
      if (invalidations.isPending(name)) return null;
      const encrypted = await storage.ask((asked) => asked.get(name), null);
      return encrypted === null ? null : open(name, encrypted, now());
    },
    async keep(session, readAt) {
      const name = nameOf(session.token);
      const until = Math.min(readAt.getTime() + entrySeconds * 1000, endOf({ settings }, session).getTime());
      const secondsLeft = (until - now().getTime()) / 1000;
      if (!(secondsLeft > 0) || invalidations.isPending(name)) return;
      await storage.ask((asked) => asked.setIfAbsent(name, encrypt(name, session, until), secondsLeft), false);
    },
    invalidate: (storedTokens) => invalidations.write(storedTokens.map(nameOf)),
  };
}

/** A row that was written before tokens were hashed holds the token itself, which has no place in a storage. */
const nameOf = (storedToken: string): string =>
  `session:${storedToken.length === 32 ? fingerprint(storedToken) : storedToken}`;
