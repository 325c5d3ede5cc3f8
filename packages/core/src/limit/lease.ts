import { defineExpiringValue } from "../adapter/expiring-value.js";
import { before } from "../adapter/where.js";
import type { Context } from "../contract/context.js";
import * as z from "../contract/schema.js";
import { verificationModel } from "../model/models.js";
import { randomText } from "../secret/random.js";

/** An exclusive lock on a name, across all processes, for a limited time. */
export interface Lease {
  /** Releases the lease before the expiry. */
  release(): Promise<void>;
}

/** By the name of the lease: a random text of the owner. */
const leases = defineExpiringValue("lease", { lifetimeSeconds: null, value: z.string() });

/**
 * Takes the lease of a name for `seconds`; null while another owner has it. If the owner dies, the lease expires. A
 * caller may outlive the lease and must not rely on the lease: guard each write once more. `now` is a clock that all
 * processes share: `ctx.databaseClock`, synchronized.
 */
export async function acquireLease(
  { db, now }: Pick<Context, "db" | "now">,
  name: string,
  seconds: number,
): Promise<Lease | null> {
  // One row per name: a conflict means that another owner has the lease.
  const { id } = leases.placeOf(name);
  const taken = now();
  // Waiting callers only read, so that they lock no row of the lease owner; the insert decides the next owner.
  const present = await db.find(verificationModel, { id });
  if (present && present.expiresAt >= taken) return null;
  if (present) await db.remove(verificationModel, { id, expiresAt: before(taken) });
  const value = randomText(32);
  const expiresAt = new Date(taken.getTime() + seconds * 1000);
  const row = leases.rowOf({ now: () => taken }, name, value, expiresAt);
  const inserted = await db.insert(verificationModel, row, { onConflict: () => null });
  if (!inserted) return null;
  return { release: async () => void (await db.consume(verificationModel, { id, value })) };
}
