import type { User } from "@keyhold/core";
import type { HookContext } from "@keyhold/core/plugin";
import { isPlaceholder, recoveryAddress } from "@keyhold/core/users";

/** The address that recovers the account; null: the user has no verified address, e.g. a phone number only. */
export async function verifiedAddress(ctx: HookContext, user: User): Promise<string | null> {
  if (!ctx.settings.hasMail) return null;
  const held = await recoveryAddress(ctx, user);
  if (held !== null) return held;
  return user.emailVerified && !isPlaceholder(user.email) ? user.email : null;
}
