import type { TxContext } from "../../contract/context.js";
import type { User } from "../../model/models.js";

/**
 * Tells the hooks at "sign-in.way-added" that a locked user can sign in by a new way, which was added in the session.
 * Each insert of an account, a passkey or another credential calls this function.
 *
 * @param sessionId absent: outside of a session, e.g. at a sign-up
 * @example await noteWay(ctx, user, session.id);
 */
export async function noteWay(ctx: TxContext, user: User, sessionId?: string): Promise<void> {
  for (const hook of ctx.hooks("sign-in.way-added")) await hook(user, ctx, sessionId);
}
