import type { Locked } from "../../adapter/adapter.js";
import { defineExpiringValue, type Finder } from "../../adapter/expiring-value.js";
import { isIn } from "../../adapter/where.js";
import { secondsPerDay } from "../../contract/config.js";
import type { Context, TxContext } from "../../contract/context.js";
import * as z from "../../contract/schema.js";
import { type User, type userModel, verificationModel } from "../../model/models.js";
import { addressHistory } from "./held-address.js";
import { endPending } from "./pending-sign-up.js";

type Addressed = Pick<User, "id" | "email">;

/** By user and address. No user takes longer to verify an address. */
const duplicates = defineExpiringValue("contested", { lifetimeSeconds: 365 * secondsPerDay, value: z.literal("") });

/** The name includes the address: another address of the user was not signed up again. */
const nameOf = ({ id, email }: Addressed): string => JSON.stringify([id, email]);

/**
 * Records that the unverified address of a locked user was signed up again. Neither sign-up is known to come from the
 * owner of the mailbox: the verification removes every earlier password. Callers lock the user, so that there is a
 * single row.
 */
export async function recordDuplicateSignUp(ctx: TxContext, user: Locked<typeof userModel>): Promise<void> {
  // The address gives no account away while another address is held, so that no password is in doubt.
  const identifier = isIn([duplicates.placeOf(nameOf(user)).identifier, addressHistory.placeOf(user.id).identifier]);
  const present = await ctx.db.find(verificationModel, { identifier });
  if (!present) await duplicates.insert(ctx, nameOf(user), "");
  // The next sweep would have removed it.
  else if (present.expiresAt <= ctx.now()) await duplicates.put(ctx, nameOf(user), "");
}

/** Whether an unverified address was signed up several times. */
export const hasDuplicateSignUp = async (ctx: Finder & Pick<Context, "now">, user: Addressed): Promise<boolean> =>
  (await duplicates.find(ctx, nameOf(user))) !== null;

/** At the verification of the address: removes the record and the pending sign-ups of the address. */
export async function resolveDuplicateSignUp(ctx: TxContext, user: Addressed): Promise<boolean> {
  await endPending(ctx, user.email);
  return duplicates.end(ctx, nameOf(user));
}
