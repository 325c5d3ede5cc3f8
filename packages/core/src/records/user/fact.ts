import { secondsPerDay } from "../../contract/config.js";
import type { Context, TxContext } from "../../contract/context.js";
import { verificationModel } from "../../model/models.js";
import type { singleVerification } from "../../model/verification.js";

/** The id and identifier of a fact about a user: at most one row. Writers lock the user. */
export type FactPlace = ReturnType<typeof singleVerification>;

/** A context that reads. */
export type Finder = { readonly db: Pick<Context["db"] | TxContext["db"], "find"> };

/** A column of MySQL's type `timestamp`, as in tables of other libraries, cannot store a later date. */
const lastTimestamp = Date.parse("2038-01-01T00:00:00Z");
const centuryMilliseconds = 36_525 * secondsPerDay * 1000;

/** Credentials do not expire, so a fact about them must not expire either. */
export const farEnd = (now: number): Date => new Date(now < lastTimestamp ? lastTimestamp : now + centuryMilliseconds);

/** Records a boolean fact, unless already recorded. */
export async function noteFact(ctx: TxContext, place: FactPlace, expiresAt: Date): Promise<void> {
  if (!(await isNoted(ctx, place))) await writeFact(ctx, place, { value: "", expiresAt });
}

export const isNoted = async ({ db }: Finder, { identifier }: FactPlace): Promise<boolean> =>
  (await db.find(verificationModel, { identifier })) !== null;

/** Removes a fact; answers whether the fact was recorded. */
export const endFact = async ({ db }: TxContext, { identifier }: FactPlace): Promise<boolean> =>
  (await db.remove(verificationModel, { identifier })) > 0;

/** Replaces the value of a fact. */
export async function replaceFact(ctx: TxContext, place: FactPlace, fact: Fact): Promise<void> {
  await ctx.db.remove(verificationModel, { id: place.id });
  await writeFact(ctx, place, fact);
}

interface Fact {
  readonly value: string;
  readonly expiresAt: Date;
}

/** Writes a fact that is not recorded. */
export async function writeFact(ctx: TxContext, place: FactPlace, fact: Fact): Promise<void> {
  const now = ctx.now();
  const row = { ...place, ...fact, createdAt: now, updatedAt: now };
  await ctx.db.insert(verificationModel, row, {
    onConflict() {
      throw new Error("A fact about a user was written without the user's lock.");
    },
  });
}
