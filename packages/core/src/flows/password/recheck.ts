import type { Locked } from "../../adapter/adapter.js";
import type { Caller, Context, TxContext } from "../../contract/context.js";
import type { Row } from "../../model/model.js";
import { type accountModel, userModel } from "../../model/models.js";
import { turnOf } from "../../password/turn.js";
import { verifyPassword } from "../../password/verify.js";
import { findCredential, findVerified } from "../../records/credential/credential.js";

/** A verified password, and the matching stored hash. */
export interface VerifiedPassword {
  readonly userId: string;
  readonly password: string;
  readonly verified: string;
  readonly caller: Caller;
}

/** Work with the account of the password, under the lock of the user. */
type Work<T, Code extends string> = (
  ctx: TxContext<Code>,
  user: Locked<typeof userModel>,
  credential: Row<typeof accountModel>,
) => Promise<T>;

/** Another sign-in replaces a hash once; more tries mean that the user changes the password repeatedly. */
const maxTries = 3;

/**
 * Locks a user and runs work if the verified hash is still stored, so that a password that has just been changed has no
 * effect. Null: the password was changed, or the user is gone. If another sign-in has only replaced the hash, the
 * password is verified again.
 */
export async function whileVerified<T, Code extends string>(
  ctx: Context<Code>,
  { userId, password, verified, caller }: VerifiedPassword,
  work: Work<T, Code>,
): Promise<T | null> {
  let standing = verified;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const done = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
      const credential = await findVerified(ctx, user, standing);
      return credential ? { result: await work(ctx, user, credential) } : null;
    });
    if (done) return done.result;
    const present = await findCredential(ctx, userId);
    if (!present) return null;
    const stored = present.password;
    if (!(await verifyPassword(ctx, { stored, password, turn: turnOf(caller) }))) return null;
    standing = stored;
  }
  return null;
}
