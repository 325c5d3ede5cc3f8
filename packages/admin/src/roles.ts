import { parseRoles, type RoleText } from "@keyhold/access";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { outranks, type Ranked, storedRoles } from "./authority.js";
import type { AdminSettings } from "./options.js";

/**
 * The roles that a caller named, in the form that is stored.
 *
 * @throws AuthError ROLE_NOT_FOUND for none, and for one that is not among `roles`.
 */
export const requireStoredRoles = (ctx: Pick<Context, "refuse">, settings: AdminSettings, given: RoleText): string =>
  storedRoles(settings, parseRoles(given)) ?? ctx.refuse("ROLE_NOT_FOUND");

/** Refuses to give roles that may do more than whoever gives them, or that make an administrator where the giver is none. */
export function refuseExcess(
  ctx: TxContext,
  settings: AdminSettings,
  { giver, roles }: { readonly giver: Ranked; readonly roles: string },
): void {
  // Nobody has this id: what the config gives by one is not given here.
  if (!outranks(settings, giver, { id: "", role: roles })) ctx.refuse("YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS");
}
