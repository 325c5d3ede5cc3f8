import { isAuthError, type User } from "@keyhold/core";
import type { Context, HookContext } from "@keyhold/core/plugin";

/**
 * Whether the user of a key may act now, by the hooks at "user.act", e.g. about a ban. The hooks do not write, so a
 * check of a key needs no transaction: the row of the user comes with the key.
 */
export async function ownerMayAct(ctx: Context, user: User): Promise<boolean> {
  for (const hook of ctx.hooks("user.act")) {
    try {
      await hook(user, ctx as unknown as HookContext);
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }
  return true;
}

const isRefusal = (error: unknown): boolean => isAuthError(error) && error.status < 500;
