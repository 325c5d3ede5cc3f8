import type { Locked } from "../adapter/adapter.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import type { Row } from "../model/model.js";
import { type accountModel, userModel } from "../model/models.js";
import { findCredential, findVerified } from "./credential.js";
import { turnOf } from "./turn.js";
import { verifyPassword } from "./verify.js";

/** A password that was found right, and the hash that it made. */
export interface VerifiedPassword {
  readonly userId: string;
  readonly password: string;
  readonly verified: string;
  readonly caller: Caller;
}

/** What is done with the account that holds the password, while nobody can change it. */
type Work<T> = (ctx: TxContext, user: Locked<typeof userModel>, credential: Row<typeof accountModel>) => Promise<T>;

/** A hash is made anew once; more than that is somebody who changes the password again and again. */
const maxTries = 3;

/**
 * Holds a user and runs work while the hash that was verified stands, so that nothing is done with a password that has
 * just been changed. Null: it has been, or the user is gone. A hash that another sign-in has only made anew is no other
 * password: the one at hand is checked again.
 */
export async function whileVerified<T>(
  ctx: Context,
  { userId, password, verified, caller }: VerifiedPassword,
  work: Work<T>,
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
