import type { Session } from "@keyhold/core";
import type { Context } from "@keyhold/core/plugin";
import { checkStepUp } from "@keyhold/core/session";
import type { OrganizationOptions } from "../options.js";

/**
 * Making an owner asks for the proof of a transfer: of the last ten minutes, and a second factor if the user has any.
 *
 * @throws AuthError SESSION_IS_NOT_FRESH, STEP_UP_REQUIRED
 */
export async function requireProofOfOwner(
  ctx: Context,
  { creatorRole }: OrganizationOptions,
  { session, names }: { readonly session: Session; readonly names: readonly string[] },
): Promise<void> {
  if (!names.includes(creatorRole)) return;
  await checkStepUp(ctx, session, { maxAgeSeconds: ctx.settings.session.stepUpAgeSeconds, factors: "enrolled" });
}
