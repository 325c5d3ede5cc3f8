import type { User } from "@keyhold/core";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { numberedModel, type PhoneNumberUser } from "../models.js";

/** A user with the columns of the plugin. */
export type NumberedUser = User & PhoneNumberUser;

type Reader = { readonly db: Pick<Context["db"] | TxContext["db"], "find"> };

/** The user who has verified a number; null: no user, or the number of a user is not verified. */
export async function holderOf({ db }: Reader, phoneNumber: string): Promise<NumberedUser | null> {
  const user = await db.find(numberedModel, { phoneNumber });
  return user?.phoneNumberVerified ? user : null;
}

/** Whether a locked user has verified a number. */
export const holds = (user: PhoneNumberUser, number: string): boolean =>
  user.phoneNumber === number && user.phoneNumberVerified === true;

/** Takes a number that no user has verified from the user who has the number, for the user who has just verified it. */
export async function releaseUnverified(ctx: TxContext, phoneNumber: string): Promise<void> {
  const present = await ctx.db.find(numberedModel, { phoneNumber });
  if (!present || present.phoneNumberVerified) return;
  const user = await ctx.db.lock(numberedModel, present.id);
  if (user?.phoneNumber === phoneNumber && !user.phoneNumberVerified)
    await ctx.db.update(
      numberedModel,
      user.id,
      { phoneNumber: null, updatedAt: ctx.now() },
      {
        onConflict() {
          throw new Error("No number conflicted with a number.");
        },
      },
    );
}
