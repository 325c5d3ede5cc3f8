import { parseRoles } from "@keyhold/access";
import type { TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt, type Place } from "../hooks/offers.js";
import { type Member, memberModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { isOwner, rolesOf, storedRoles } from "../records/role-names.js";
import { showOrganization } from "../records/show.js";
import { keepAnOwner } from "./owners.js";
import { showMember } from "./show.js";

/** The new roles of a member, and the user assigning them. */
export interface RoleAssignment extends Place {
  readonly options: OrganizationOptions;
  readonly names: readonly string[];
}

/**
 * Changes the roles of a member of a locked organization. Returns the member unchanged if they have exactly these
 * roles.
 *
 * @throws AuthError YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER, MEMBER_NOT_FOUND
 */
export async function changeRole(
  ctx: TxContext<"MEMBER_NOT_FOUND" | "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER">,
  member: Member,
  { organization, actorId, options, names }: RoleAssignment,
): Promise<Member> {
  if (isSame(rolesOf(member), names)) return member;
  let change: { readonly role: string } = { role: storedRoles(options, names) };
  for (const hook of hooksAt(ctx, "member.update-role"))
    change = await hook(change, ctx, { organization, actorId, member });
  const role = storedRoles(options, parseRoles(change.role));
  if (!isOwner(options, { role })) await keepAnOwner(ctx, options, { organization, member });

  const changed = await ctx.db.update(memberModel, member.id, { role }, organization);
  if (!changed) return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
  const shown = { organization: showOrganization(ctx, organization), member: showMember(ctx, changed) };
  emit(ctx, { type: "member.role-changed", ...shown, before: member.role, actorId });
  return changed;
}

/** Ignores the order; neither list has duplicates. */
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));
