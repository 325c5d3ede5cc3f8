import { type Context, defineExpiringValue, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import type { LockedNumbered, PhoneNumberUser } from "../models.js";
import type { PhoneNumberOptions } from "../options.js";

/*
 * Carriers give an unused number to another person after some months. A number is in doubt after `unusedDays` without a
 * proof by the user, or after a later proof by another person: then the number alone opens no account.
 */

const stored = z.object({
  /** In E.164. */
  number: z.string(),
  /** When the user proved the number last, in milliseconds since 1970. */
  usedAt: z.number(),
  /** When another person proved the number, in milliseconds since 1970; null: no other person has proven the number. */
  claimedAt: z.number().nullable(),
});

/** The last proof of a number. */
export interface NumberUse extends Readonly<z.infer<typeof stored>> {}

/** By the id of the user: written under the lock of the user. */
const uses = defineExpiringValue<NumberUse>("phone-number-use", { lifetimeSeconds: null, value: stored });

const dayMilliseconds = 86_400_000;

type Numbered = PhoneNumberUser & { readonly id: string; readonly updatedAt: Date };
type Reader = Pick<Context, "now"> & { readonly db: Pick<Context["db"] | TxContext["db"], "find"> };

/** A number without a row was imported: the time of the last change of the user counts. */
async function useOf(ctx: Reader, user: Numbered, number: string): Promise<NumberUse> {
  const found = (await uses.find(ctx, user.id))?.value;
  return found?.number === number ? found : { number, usedAt: user.updatedAt.getTime(), claimedAt: null };
}

/** What a proof of a number may do. "moves": the term of the user has passed. */
export type NumberStanding = "sure" | "doubtful" | "moves";

/** The standing of the number of a user. */
export async function standingOf(
  ctx: Reader,
  user: Numbered,
  number: string,
  { unusedDays, reclaimDays }: PhoneNumberOptions,
): Promise<NumberStanding> {
  const { usedAt, claimedAt } = await useOf(ctx, user, number);
  const now = ctx.now().getTime();
  if (claimedAt !== null) return now - claimedAt >= reclaimDays * dayMilliseconds ? "moves" : "doubtful";
  return now - usedAt > unusedDays * dayMilliseconds ? "doubtful" : "sure";
}

/** Whether another person has proven the number of a user since the user has. */
export const isClaimed = async (ctx: Reader, user: Numbered, number: string): Promise<boolean> =>
  (await useOf(ctx, user, number)).claimedAt !== null;

/** Notes that a locked user has proven a number: a claim of another person ends. At most a write a day. */
export async function noteUse(ctx: TxContext, user: LockedNumbered, number: string): Promise<void> {
  const present = (await uses.find(ctx, user.id))?.value;
  const usedAt = ctx.now().getTime();
  const isRecent = present?.number === number && usedAt - present.usedAt < dayMilliseconds;
  if (!isRecent || present.claimedAt !== null) await uses.put(ctx, user.id, { number, usedAt, claimedAt: null });
}

/** `noteUse` for a user who was created in this transaction. */
export const noteFirstUse = async (ctx: TxContext, { id }: { readonly id: string }, number: string): Promise<void> =>
  void (await uses.insert(ctx, id, { number, usedAt: ctx.now().getTime(), claimedAt: null }));

/** A claim of the number of a user. */
export interface NumberClaim {
  readonly isNew: boolean;
  /** Until then the user keeps the number by a proof. */
  readonly endsAt: Date;
}

/** Notes that another person has proven the number of a locked user. A later claim does not prolong the term. */
export async function claimNumber(
  ctx: TxContext,
  user: LockedNumbered,
  number: string,
  { reclaimDays }: PhoneNumberOptions,
): Promise<NumberClaim> {
  const present = await useOf(ctx, user, number);
  const claimedAt = present.claimedAt ?? ctx.now().getTime();
  if (present.claimedAt === null) await uses.put(ctx, user.id, { ...present, claimedAt });
  return { isNew: present.claimedAt === null, endsAt: new Date(claimedAt + reclaimDays * dayMilliseconds) };
}

/** Forgets the number of a user who has no number any more. */
export const forgetUse = async (ctx: TxContext, userId: string): Promise<void> => void (await uses.end(ctx, userId));
