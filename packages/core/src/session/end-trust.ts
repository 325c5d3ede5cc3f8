import type { TxContext } from "../contract/context.js";
import type { User } from "../model/models.js";
import { endPendingSignIns } from "./pending-sign-in.js";

/**
 * Ends what browsers of a locked user carry beside sessions: sign-ins of which more is asked, and what plugins keep,
 * e.g. trusted browsers.
 */
export async function endTrust(ctx: TxContext, user: User): Promise<void> {
  await endPendingSignIns(ctx, user);
  for (const hook of ctx.hooks("trust.end")) await hook(user, ctx);
}
