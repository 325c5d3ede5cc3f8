import type { TxContext } from "../../contract/context.js";
import type { User } from "../../model/models.js";

/**
 * Tells the hooks at "sign-in.way-added" that a locked user can sign in by a new way, which was added in the session.
 * Each insert of an account, a passkey or another credential calls this function.
 *
 * @param sessionId absent: outside of a session, e.g. at a sign-up
 * @returns whether the caller gives the session a new token, by `rotateSession`
 * @example if (await noteWay(ctx, user, session.id)) cookies.push(...(await rotateSession(ctx, session, caller)));
 */
export async function noteWay(ctx: TxContext, user: User, sessionId?: string): Promise<boolean> {
  let rotates = false;
  for (const hook of ctx.hooks("sign-in.way-added")) if (await hook(user, ctx, sessionId)) rotates = true;
  return rotates;
}
