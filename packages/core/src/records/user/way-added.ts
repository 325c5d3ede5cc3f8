import type { TxContext } from "../../contract/context.js";
import type { User } from "../../model/models.js";

/**
 * Tells the hooks at "sign-in.way-added" that a locked user can sign in by a new way. Each insert of an account, a
 * passkey or another credential calls this function.
 *
 * @example await noteWay(ctx, user);
 */
export async function noteWay(ctx: TxContext, user: User): Promise<void> {
  for (const hook of ctx.hooks("sign-in.way-added")) await hook(user, ctx);
}
