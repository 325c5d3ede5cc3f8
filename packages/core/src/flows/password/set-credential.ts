import type { Locked } from "../../adapter/adapter.js";
import type { TxContext } from "../../contract/context.js";
import { accountModel, type userModel } from "../../model/models.js";
import { type PasswordChannel, scopeOf } from "../../records/credential/channel.js";
import { createCredential, credentialOf } from "../../records/credential/credential.js";
import { endTrust } from "../../session/end-trust.js";
import { forgetLaterProofs } from "../../session/proof.js";

/**
 * Sets the password of a locked user, with or without an earlier password. A new password ends what browsers carry
 * beside sessions; if an earlier password is replaced, proofs since the sign-in end, too. `setBy`: the
 * mailbox or the phone, if that is all that the caller has proven. `sessionId`: the session of a first password, which
 * gets a new token if the answer is true.
 */
export async function setCredential(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  hash: string,
  setBy: readonly PasswordChannel[],
  sessionId?: string,
): Promise<boolean> {
  const present = await ctx.db.find(accountModel, credentialOf(user.id));
  const scope = scopeOf(setBy);
  await endTrust(ctx, user);
  if (!present) return createCredential(ctx, user, hash, scope, sessionId);
  await ctx.db.update(accountModel, present.id, { password: hash, scope, updatedAt: ctx.now() }, user);
  await forgetLaterProofs(ctx, user);
  return false;
}
