import type { Finder, TxContext } from "@keyhold/core/plugin";
import { isUnconfirmed, recoveryAddress } from "@keyhold/core/users";
import { adminErrors } from "../errors.js";
import type { LockedUser } from "../models.js";
import type { AdminSettings } from "../options.js";
import { outranks } from "./authority.js";

/**
 * Whether the owner of the address is known to have the account: an attacker may have signed up with the address of
 * another person, and a verified address alone does not tell whose the password is (decision 0038).
 */
export const hasKnownOwner = async (ctx: Finder & Pick<TxContext, "now">, user: LockedUser): Promise<boolean> =>
  user.emailVerified && !(await isUnconfirmed(ctx, user)) && (await recoveryAddress(ctx, user)) === null;

/**
 * Fails if roles would give more permissions to a user whose address another person may own. An unverified address is
 * rejected where the app requires verified addresses; elsewhere every address is only a claim.
 *
 * @throws AuthError EMAIL_NOT_CONFIRMED
 */
export async function requireKnownOwner(
  ctx: TxContext<"EMAIL_NOT_CONFIRMED">,
  settings: AdminSettings,
  { target, roles }: { readonly target: LockedUser; readonly roles: string },
): Promise<void> {
  if (outranks(settings, target, { id: "", role: roles })) return;
  if (!target.emailVerified && !ctx.settings.emailAndPassword.requireEmailVerification) return;
  if (!(await hasKnownOwner(ctx, target))) ctx.fail(adminErrors.EMAIL_NOT_CONFIRMED);
}
