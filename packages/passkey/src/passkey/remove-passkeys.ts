import { isIn, type TxContext } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { type LockedUser, type PasskeyRow, passkeyModel } from "../models.js";
import { allPasskeysOf } from "./passkeys.js";

/** Removes the passkeys of a locked user, by default each passkey, else those from a date on that `isMeant`. */
export async function removePasskeys(
  ctx: TxContext,
  user: LockedUser,
  since = new Date(0),
  isMeant: (passkey: PasskeyRow) => boolean = () => true,
): Promise<void> {
  const passkeys = await allPasskeysOf(ctx, user.id);
  const later = passkeys.filter((passkey) => (passkey.createdAt ?? new Date(0)) >= since && isMeant(passkey));
  if (later.length === 0) return;
  await ctx.db.remove(passkeyModel, { id: isIn(later.map(({ id }) => id)), userId: user.id }, user);
  for (const { id: passkeyId } of later) emit(ctx, { type: "passkey.deleted", userId: user.id, passkeyId });
}
