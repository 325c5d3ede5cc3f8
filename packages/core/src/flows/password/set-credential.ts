import type { Locked } from "../../adapter/adapter.js";
import type { TxContext } from "../../contract/context.js";
import { accountModel, type userModel } from "../../model/models.js";
import { scopeOf } from "../../records/credential/by-mail.js";
import { createCredential, credentialOf } from "../../records/credential/credential.js";
import { endTrust } from "../../session/end-trust.js";
import { forgetLaterProofs } from "../../session/proof.js";

/**
 * Sets the password of a locked user, with or without an earlier password. A new password ends what browsers carry
 * beside sessions; if an earlier password is replaced, proofs since the sign-in end, too. `isByMail`: the mailbox is
 * all that the caller has proven.
 */
export async function setCredential(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  hash: string,
  isByMail: boolean,
): Promise<void> {
  const present = await ctx.db.find(accountModel, credentialOf(user.id));
  const scope = scopeOf(isByMail);
  if (present) {
    await ctx.db.update(accountModel, present.id, { password: hash, scope, updatedAt: ctx.now() }, user);
    await forgetLaterProofs(ctx, user);
  } else await createCredential(ctx, user, hash, scope);
  await endTrust(ctx, user);
}
