import type { Locked, TxContext, userModel } from "@keyhold/core/plugin";
import { endHold, markVerified, recoveryAddress, userOf } from "@keyhold/core/users";

/**
 * What an address is to a locked user: "own"; "held", while the change of the address is not confirmed; or "given up",
 * which links no identity: the new address of such a change, or an earlier address. Null: no address of the user.
 */
export async function addressKind(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  email: string | null,
): Promise<"own" | "held" | "given up" | null> {
  const held = await recoveryAddress(ctx, user);
  if (held !== null && held === email) return "held";
  if (user.email === email) return held === null ? "own" : "given up";
  return email !== null && (await userOf(ctx, email))?.id === user.id ? "given up" : null;
}

/**
 * A linked identity has verified the address of the user. If another address is held, mailbox and account belong to a
 * single user now. Answers with the verified user; null: no address is held.
 */
export async function confirmByIdentity(
  ctx: TxContext,
  user: Locked<typeof userModel>,
): Promise<Locked<typeof userModel> | null> {
  if (user.emailVerified || (await recoveryAddress(ctx, user)) === null) return null;
  await endHold(ctx, user);
  await markVerified(ctx, user);
  return { ...user, emailVerified: true };
}
