import type { Locked } from "../adapter/adapter.js";
import type { TxContext } from "../contract/context.js";
import type { userModel } from "../model/models.js";
import { endSessions } from "./close.js";

/** Removes the second factors of a locked user, by the hooks at "factors.reset", and ends the user's sessions. */
export async function resetFactors(ctx: TxContext, user: Locked<typeof userModel>): Promise<void> {
  for (const hook of ctx.hooks("factors.reset")) await hook(user, ctx);
  await endSessions(ctx, user, { reason: "factors changed" });
}
