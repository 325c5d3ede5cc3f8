import type { Locked } from "../adapter/adapter.js";
import { secondsPerDay } from "../contract/config.js";
import type { Context, TxContext } from "../contract/context.js";
import type { User, userModel } from "../model/models.js";
import { singleVerification } from "../model/verification.js";
import { endFact, isNoted, noteFact } from "./fact.js";
import { endPending } from "./pending-sign-up.js";

type Addressed = Pick<User, "id" | "email">;

/** Nobody waits longer for the letter of a sign-up. */
const lifetimeSeconds = 365 * secondsPerDay;

/** The address belongs to it: another one of the same person was signed up by nobody else. */
const rowOf = ({ id, email }: Addressed): ReturnType<typeof singleVerification> =>
  singleVerification("contested", JSON.stringify([id, email]));

/**
 * Notes that the unverified address of a locked user was signed up once more. Neither sign-up is known to be the mailbox
 * owner's: the verification keeps no password from before it. Every caller locks the user, so that there is one row.
 */
export async function recordDuplicateSignUp(ctx: TxContext, user: Locked<typeof userModel>): Promise<void> {
  await noteFact(ctx, rowOf(user), new Date(ctx.now().getTime() + lifetimeSeconds * 1000));
}

/** Whether several sign-ups were made with an address that is not verified. */
export const hasDuplicateSignUp = (ctx: Pick<Context, "db"> | TxContext, user: Addressed): Promise<boolean> =>
  isNoted(ctx, rowOf(user));

/** The same when the address is verified, which ends it and what is pending for the address. */
export async function resolveDuplicateSignUp(ctx: TxContext, user: Addressed): Promise<boolean> {
  await endPending(ctx, user.email);
  return endFact(ctx, rowOf(user));
}
