import type { Locked } from "../../adapter/adapter.js";
import { isIn } from "../../adapter/where.js";
import { secondsPerDay } from "../../contract/config.js";
import type { TxContext } from "../../contract/context.js";
import { type User, type userModel, verificationModel } from "../../model/models.js";
import { singleVerification } from "../../model/verification.js";
import { endFact, type Finder, isNoted, writeFact } from "./fact.js";
import { earlierPlaceOf } from "./held-address.js";
import { endPending } from "./pending-sign-up.js";

type Addressed = Pick<User, "id" | "email">;

/** How long the record is kept: no user takes longer to verify an address. */
const lifetimeSeconds = 365 * secondsPerDay;

/** The name of the row includes the address: another address of the user was not signed up again. */
const rowOf = ({ id, email }: Addressed): ReturnType<typeof singleVerification> =>
  singleVerification("contested", JSON.stringify([id, email]));

/**
 * Records that the unverified address of a locked user was signed up again. Neither sign-up is known to come from the
 * owner of the mailbox: the verification removes every earlier password. Callers lock the user, so that there is a
 * single row.
 */
export async function recordDuplicateSignUp(ctx: TxContext, user: Locked<typeof userModel>): Promise<void> {
  const place = rowOf(user);
  // The address gives no account away while another address is held, so that no password is in doubt.
  const identifier = isIn([place.identifier, earlierPlaceOf(user).identifier]);
  if (await ctx.db.find(verificationModel, { identifier })) return;
  await writeFact(ctx, place, { value: "", expiresAt: new Date(ctx.now().getTime() + lifetimeSeconds * 1000) });
}

/** Whether an unverified address was signed up several times. */
export const hasDuplicateSignUp = (ctx: Finder, user: Addressed): Promise<boolean> => isNoted(ctx, rowOf(user));

/** At the verification of the address: removes the record and the pending sign-ups of the address. */
export async function resolveDuplicateSignUp(ctx: TxContext, user: Addressed): Promise<boolean> {
  await endPending(ctx, user.email);
  return endFact(ctx, rowOf(user));
}
