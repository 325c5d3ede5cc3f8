import type { AnonymousHooks } from "@keyhold/anonymous";
import { cartModel, maxItems } from "./models.ts";

/**
 * Moves the cart of a guest who signs in to an account, in the transaction of the sign-in. A sign-up needs no hook: the
 * guest keeps the id.
 */
export const keepCart: AnonymousHooks["anonymous.merge"] = async ({ guest, user }, ctx) => {
  for (const { id } of await ctx.db.list(cartModel, { userId: guest.id }, { orderBy: "id", limit: maxItems }))
    await ctx.db.update(cartModel, id, { userId: user.id });
};
