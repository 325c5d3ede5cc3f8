import { type Finder, type TxContext, verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import { farEnd } from "@keyhold/core/users";

/** A recovery has removed the factors of a user: sign-ins ask to enrol until a factor is confirmed. */

const identifierOf = (userId: string): string => verificationIdentifier("two-factor-recovered", userId);

/** Notes the end of a recovery of a locked user. Time does not end this note. */
export async function noteRecovered(ctx: TxContext, userId: string): Promise<void> {
  const now = ctx.now();
  await forgetRecovered(ctx, userId);
  await ctx.db.insert(verificationModel, {
    identifier: identifierOf(userId),
    value: "",
    expiresAt: farEnd(now.getTime()),
    createdAt: now,
    updatedAt: now,
  });
}

/** Whether a recovery has removed the factors of a user, and no factor was confirmed since. */
export const isRecovered = async ({ db }: Finder, userId: string): Promise<boolean> =>
  (await db.find(verificationModel, { identifier: identifierOf(userId) })) !== null;

/** A factor is confirmed, an administrator has reset them, or the user is deleted. */
export async function forgetRecovered(
  ctx: { readonly db: Pick<TxContext["db"], "remove"> },
  userId: string,
): Promise<void> {
  await ctx.db.remove(verificationModel, { identifier: identifierOf(userId) });
}
