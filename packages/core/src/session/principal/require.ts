import type { Caller, Context, Session } from "../../contract/context.js";
import { commonErrors } from "../../contract/errors.js";
import type { PrincipalRequirement } from "../../contract/principal.js";
import { requireOrdinary } from "../ordinary.js";
import { principalErrors } from "./errors.js";
import { principalAllows, principalOf } from "./principal.js";

type Errors = "SEVERAL_CREDENTIALS" | "CALLER_NOT_ALLOWED" | "INSUFFICIENT_PERMISSIONS";

/**
 * The hook "require.principal" of every plugin that reads credentials of machines: a route with access "optional" and
 * `requires: { principal: { kinds, permission } }` takes these kinds of callers.
 *
 * @throws AuthError UNAUTHORIZED, CALLER_NOT_ALLOWED, INSUFFICIENT_PERMISSIONS, SEVERAL_CREDENTIALS
 */
export async function requirePrincipal(
  { kinds, permission = {} }: PrincipalRequirement,
  ctx: Context<Errors>,
  session: Session | null,
  caller: Caller,
): Promise<void> {
  const principal = await principalOf(ctx, { caller, session });
  if (!principal) return ctx.fail(commonErrors.UNAUTHORIZED);
  if (!kinds.includes(principal.kind)) return ctx.fail(principalErrors.CALLER_NOT_ALLOWED);
  if (principal.kind === "session" && session) await requireOrdinary(ctx, session);
  if (!principalAllows(principal, permission)) ctx.fail(principalErrors.INSUFFICIENT_PERMISSIONS);
}
