import { isConflict } from "../adapter/conflict.js";
import { before } from "../adapter/where.js";
import type { Context } from "../contract/context.js";
import { verificationModel } from "../model/models.js";
import { singleVerification } from "../model/verification.js";
import { randomText } from "../secret/random.js";

/** The right to do something that only one may do at a time, in whichever process. */
export interface Lease {
  /** Lets the next one have it before its time is over. */
  release(): Promise<void>;
}

/**
 * Takes the lease of a name, for so long; null while another has it. Who dies with it leaves it to the next one at its
 * end. A caller that may have outlived its lease must not rely on it: what is written is guarded once more. `now` is a clock that
 * all processes share: `ctx.databaseClock`, synchronized.
 */
export async function acquireLease(
  { db, now }: Pick<Context, "db" | "now">,
  name: string,
  seconds: number,
): Promise<Lease | null> {
  // One row per name: a conflict says that another owner has the lease.
  const { id, identifier } = singleVerification("lease", name);
  const taken = now();
  // Those who wait look, and lock nothing that its holder will give back; who takes it is decided by the insert.
  const present = await db.find(verificationModel, { id });
  if (present && present.expiresAt >= taken) return null;
  if (present) await db.remove(verificationModel, { id, expiresAt: before(taken) });
  const value = randomText(32);
  const expiresAt = new Date(taken.getTime() + seconds * 1000);
  const row = { id, identifier, value, expiresAt, createdAt: taken, updatedAt: taken };
  if (isConflict(await db.insert(verificationModel, row))) return null;
  return { release: async () => void (await db.consume(verificationModel, { id, value })) };
}
