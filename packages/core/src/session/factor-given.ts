import type { AuthMethod } from "../contract/auth-method.js";
import type { TxContext } from "../contract/context.js";
import type { User } from "../model/models.js";

/** Calls the hooks at "factor.given" if a second factor is among the methods. The caller holds the user's lock. */
export async function noteFactor(ctx: TxContext, user: User, methods: readonly AuthMethod[]): Promise<void> {
  if (!methods.includes("mfa")) return;
  for (const hook of ctx.hooks("factor.given")) await hook(user, ctx);
}
