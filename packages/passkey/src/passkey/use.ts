import type { TxContext } from "@keyhold/core/plugin";
import type { CheckedAssertion } from "../ceremony/check-assertion.js";
import { sendNotice } from "../emails.js";
import { emit } from "../events.js";
import { type LockedUser, type PasskeyRow, passkeyModel } from "../models.js";

/**
 * Records the use of a passkey of a locked user. "refused": the passkey was deleted meanwhile, or the counter has not
 * grown (WebAuthn, section 6.1.1), so a copy may exist. Under the lock the update is guarded: of many uses with an
 * equal counter, only one passes.
 */
export async function noteUse(
  ctx: TxContext,
  user: LockedUser,
  { passkey: { id }, assertion: { counter, backedUp, userVerified } }: CheckedAssertion,
): Promise<"noted" | "refused"> {
  const passkey = await ctx.db.find(passkeyModel, { id });
  if (passkey?.userId !== user.id) return "refused";
  const isCounted = counter !== 0 || passkey.counter !== 0;
  if (isCounted && counter <= passkey.counter) {
    await markCloned(ctx, user, passkey);
    return "refused";
  }
  const isVerified = passkey.userVerified === null ? null : passkey.userVerified || userVerified;
  const change = { counter, backedUp, userVerified: isVerified, lastUsedAt: ctx.now() };
  await ctx.db.update(passkeyModel, id, change, user);
  if (backedUp !== passkey.backedUp)
    emit(ctx, { type: "passkey.backup-changed", userId: user.id, passkeyId: id, backedUp });
  return "noted";
}

async function markCloned(ctx: TxContext, user: LockedUser, { id, name }: PasskeyRow): Promise<void> {
  await ctx.db.update(passkeyModel, id, { clonedAt: ctx.now() }, user);
  emit(ctx, { type: "passkey.cloned", userId: user.id, passkeyId: id });
  sendNotice(ctx, user, "passkey.cloned", name);
}
