import type { Locked } from "../adapter/adapter.js";
import type { TxContext } from "../contract/context.js";
import { accountModel, type userModel } from "../model/models.js";
import { endTrust } from "../session/end-trust.js";
import { forgetLaterProofs } from "../session/proof.js";
import { createCredential, credentialOf } from "./credential.js";

/**
 * Sets the password of a locked user, with or without an earlier one. A replaced password ends what browsers carry
 * beside sessions, and proofs since the sign-in.
 */
export async function setCredential(ctx: TxContext, user: Locked<typeof userModel>, hash: string): Promise<void> {
  const present = await ctx.db.find(accountModel, credentialOf(user.id));
  if (!present) return createCredential(ctx, user, hash);
  await ctx.db.update(accountModel, present.id, { password: hash, updatedAt: ctx.now() }, user);
  await forgetLaterProofs(ctx, user);
  await endTrust(ctx, user);
}
