import type { Locked } from "../../adapter/adapter.js";
import type { TxContext } from "../../contract/context.js";
import { userModel } from "../../model/models.js";
import { publicUser } from "./public.js";

/** Marks the address of a locked user as verified, and emits the event. */
export async function markVerified(ctx: TxContext, user: Locked<typeof userModel>): Promise<void> {
  const verified = await ctx.db.update(userModel, user.id, { emailVerified: true, updatedAt: ctx.now() });
  if (!verified) throw new Error("A locked user could not be changed.");
  ctx.emit({ type: "email.verified", user: publicUser(ctx, verified) });
}
