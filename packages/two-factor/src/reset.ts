import { type Context, type TxContext, verificationIdentifier, verificationModel } from "@keyhold/core/plugin";

/** How long after a reset the user may enrol a factor, although a passkey of the user is registered. */
const openSeconds = 7 * 86_400;

const identifierOf = (userId: string): string => verificationIdentifier("two-factor-reset", userId);

type Writer = Pick<TxContext, "now"> & { readonly db: Pick<TxContext["db"], "insert" | "remove"> };
type Reader = Pick<Context, "now"> & { readonly db: Pick<Context["db"] | TxContext["db"], "find"> };

/** Notes that an administrator or the app has reset the factors of a locked user. */
export async function noteReset(ctx: Writer, userId: string): Promise<void> {
  const now = ctx.now();
  await forgetReset(ctx, userId);
  await ctx.db.insert(verificationModel, {
    identifier: identifierOf(userId),
    value: "",
    expiresAt: new Date(now.getTime() + openSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  });
}

/** Whether the factors of a user were reset in the last seven days, and none was enrolled since. */
export async function isReset(ctx: Reader, userId: string): Promise<boolean> {
  const row = await ctx.db.find(verificationModel, { identifier: identifierOf(userId) });
  return row !== null && row.expiresAt > ctx.now();
}

/** The user has a factor again, or is deleted. */
export async function forgetReset(
  ctx: { readonly db: Pick<TxContext["db"], "remove"> },
  userId: string,
): Promise<void> {
  await ctx.db.remove(verificationModel, { identifier: identifierOf(userId) });
}
