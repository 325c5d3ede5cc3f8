import type { Context, TxContext } from "../contract/context.js";
import { verificationModel } from "../model/models.js";
import type { singleVerification } from "../model/verification.js";

/** The id and identifier of a fact about a user: at most one row. Writers lock the user. */
export type FactPlace = ReturnType<typeof singleVerification>;

/** A context that reads. */
export type Finder = { readonly db: Pick<Context["db"] | TxContext["db"], "find"> };

/** Records a boolean fact, unless it is recorded. */
export async function noteFact(ctx: TxContext, place: FactPlace, expiresAt: Date): Promise<void> {
  if (!(await isNoted(ctx, place))) await writeFact(ctx, place, { value: "", expiresAt });
}

export const isNoted = async ({ db }: Finder, { identifier }: FactPlace): Promise<boolean> =>
  (await db.find(verificationModel, { identifier })) !== null;

/** Removes a fact; answers whether it was recorded. */
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

async function writeFact(ctx: TxContext, place: FactPlace, fact: Fact): Promise<void> {
  const now = ctx.now();
  const row = { ...place, ...fact, createdAt: now, updatedAt: now };
  await ctx.db.insert(verificationModel, row, {
    onConflict() {
      throw new Error("A fact about a user was written without the user's lock.");
    },
  });
}
