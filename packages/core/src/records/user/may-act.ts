import type { TxContext } from "../../contract/context.js";
import type { User } from "../../model/models.js";

/**
 * The only gate: whether a person may act at all. Asks the hooks at "user.act", e.g. about a ban, in the transaction of
 * what the person is about to do. Every function that opens a session or accepts a key for a person calls `mayAct`.
 *
 * @throws AuthError the error of a hook
 */
export async function mayAct(ctx: TxContext, user: User): Promise<void> {
  for (const hook of ctx.hooks("user.act")) await hook(user, ctx);
}
