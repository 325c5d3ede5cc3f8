import type { User } from "@keyhold/core";
import { verifyOwnPassword } from "@keyhold/core/passwords";
import type { Caller, Context } from "@keyhold/core/plugin";

/** Checks a password if one is given: clients of the field send it, and the recent factor already suffices. */
export async function verifyGivenPassword(
  ctx: Context<"CREDENTIAL_ACCOUNT_NOT_FOUND" | "INVALID_PASSWORD">,
  user: User,
  password: string | undefined,
  caller: Caller,
): Promise<void> {
  if (password !== undefined) await verifyOwnPassword(ctx, user, password, caller);
}
