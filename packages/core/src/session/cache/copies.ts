import type { Settings } from "../../contract/config.js";
import type { Context, Session } from "../../contract/context.js";
import type { Schema } from "../../model/schema.js";
import { fingerprint } from "../../secret/hash.js";
import type { Keys } from "../../secret/keys.js";
import type { GuardedStorage } from "../../storage/guarded-storage.js";
import { endOf } from "../lifetime.js";
import { createCopySeal } from "./sealed-copy.js";
import { createSuspensions } from "./suspensions.js";

/**
 * Copies of sessions in the secondary storage, named by what the session's `token` column holds.
 * The database is asked whenever there is none, and a copy never outlives a suspension.
 */
export interface SessionCopies {
  read(storedToken: string): Promise<Session | null>;
  /** Keeps a copy of what the database has just said, unless it was suspended meanwhile. `readAt`: `ctx.now()` before the database was asked. */
  keep(session: Session, readAt: Date): Promise<void>;
  /** Before a session or its user is changed or removed: no copy is kept or read until that is surely done. */
  suspend(storedTokens: readonly string[]): Promise<void>;
}

/** Counted from the moment at which the database was asked, whatever happens to the storage meanwhile. */
const copySeconds = 60;

/**
 * A suspension outlives every copy of what the database said before the change, if the change is committed within the
 * minute that is left: a reader that is slower than that keeps a copy that has ended.
 */
const suspensionSeconds = 2 * copySeconds;

export interface CopiesConfig {
  readonly storage: GuardedStorage;
  readonly schema: Schema;
  readonly settings: Settings;
  /** The storage is trusted less than the database: who can write there must not be able to write a session. */
  readonly keys: Keys;
  readonly now: () => Date;
  readonly later: Context["later"];
}

export function createSessionCopies({ storage, schema, settings, keys, now, later }: CopiesConfig): SessionCopies {
  const { seal, open } = createCopySeal(schema, keys, copySeconds);
  const suspensions = createSuspensions(storage, later, suspensionSeconds);
  return {
    async read(storedToken) {
      const name = nameOf(storedToken);
      if (suspensions.isPending(name)) return null;
      const sealed = await storage.ask((asked) => asked.get(name), null);
      return sealed === null ? null : open(name, sealed, now());
    },
    async keep(session, readAt) {
      const name = nameOf(session.token);
      const until = Math.min(readAt.getTime() + copySeconds * 1000, endOf({ settings }, session).getTime());
      const secondsLeft = (until - now().getTime()) / 1000;
      if (!(secondsLeft > 0) || suspensions.isPending(name)) return;
      await storage.ask((asked) => asked.setIfAbsent(name, seal(name, session, until), secondsLeft), false);
    },
    suspend: (storedTokens) => suspensions.write(storedTokens.map(nameOf)),
  };
}

/** A row that was written before tokens were hashed holds the token itself, which has no place in a storage. */
const nameOf = (storedToken: string): string =>
  `session:${storedToken.length === 32 ? fingerprint(storedToken) : storedToken}`;
