import type { TxContext } from "@keyhold/core/plugin";
import { emit } from "./events.js";
import { type LockedUser, passkeyModel } from "./models.js";
import { passkeysOf } from "./passkeys.js";

/** Removes all passkeys of a locked user, or those that were added since a date. */
export async function removePasskeys(ctx: TxContext, user: LockedUser, since = new Date(0)): Promise<void> {
  for (;;) {
    const passkeys = (await passkeysOf(ctx, user.id)).filter(({ createdAt }) => (createdAt ?? new Date(0)) >= since);
    if (passkeys.length === 0) return;
    for (const { id } of passkeys) {
      await ctx.db.remove(passkeyModel, { id, userId: user.id }, user);
      emit(ctx, { type: "passkey.deleted", userId: user.id, passkeyId: id });
    }
  }
}
