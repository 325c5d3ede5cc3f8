import { parseRoles, type RoleText } from "@keyhold/access";
import type { Context, TxContext } from "@keyhold/core";
import { type Ranked, reaches, storedRoles } from "./authority.js";
import type { Admin } from "./options.js";

/**
 * Roles as they are stored.
 *
 * @throws AuthError ROLE_NOT_FOUND for none, and for one that is not among `roles`.
 */
export const readRoles = (ctx: Pick<Context, "refuse">, admin: Admin, given: RoleText): string =>
  storedRoles(admin, parseRoles(given)) ?? ctx.refuse("ROLE_NOT_FOUND");

/** Refuses to give roles that may do more than whoever gives them, or that make an administrator where the giver is none. */
export function refuseExcess(ctx: TxContext, admin: Admin, { giver, roles }: { giver: Ranked; roles: string }): void {
  // Nobody has this id: what the config gives by one is not given here.
  if (!reaches(admin, giver, { id: "", role: roles })) ctx.refuse("YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS");
}
