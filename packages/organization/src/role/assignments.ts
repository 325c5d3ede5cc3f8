import { parseRoles } from "@keyhold/access";
import { after, pagesOf, type TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import type { LockedOrganization } from "../hooks/offers.js";
import { roleTextsWith } from "../member/role-texts.js";
import { type InvitationRow, invitationModel, memberModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { maxRolesLength, rolesOf, storedRoles } from "../records/role-names.js";

/** The maximum number of members to update in a single transaction when a role is renamed: other writers wait. */
const maxRenamed = 1000;

const pageLength = 100;

/** Whether a member or a pending invitation has the role. For members, reads only the distinct role texts. */
export async function isInUse(ctx: TxContext, organization: LockedOrganization, role: string): Promise<boolean> {
  const organizationId = organization.id;
  if (await ctx.db.exists(memberModel, { organizationId, role })) return true;
  if ((await roleTextsWith(ctx, organizationId, [role])).length > 0) return true;
  return (await waitingWith(ctx, organizationId, role)).length > 0;
}

/** The invitations with a role, still open for acceptance. */
async function waitingWith(ctx: TxContext, organizationId: string, role: string): Promise<readonly InvitationRow[]> {
  const where = { organizationId, status: "pending", expiresAt: after(ctx.now()) } as const;
  const found: InvitationRow[] = [];
  for await (const invitations of pagesOf(ctx.db, invitationModel, where))
    found.push(...invitations.filter((invitation) => rolesOf(invitation).includes(role)));
  return found;
}

interface Renaming {
  readonly organization: LockedOrganization;
  readonly from: string;
  readonly to: string;
}

/**
 * Writes a role's new name to all members and pending invitations with the role. Their permissions do not change.
 *
 * @throws AuthError ROLE_IS_IN_USE if more than `maxRenamed` members have the role, or if a member's combined roles
 * would be too long to store
 */
export async function renameAssignments(
  ctx: TxContext<"ROLE_IS_IN_USE">,
  options: OrganizationOptions,
  { organization, from, to }: Renaming,
): Promise<void> {
  const organizationId = organization.id;
  const renamed = (roles: string): string => {
    const text = storedRoles(
      options,
      parseRoles(roles).map((name) => (name === from ? to : name)),
    );
    return text.length <= maxRolesLength ? text : ctx.fail(organizationErrors.ROLE_IS_IN_USE);
  };

  let members = 0;
  for (const text of await roleTextsWith(ctx, organizationId, [from])) {
    const role = renamed(text);
    for (;;) {
      const page = await ctx.db.list(memberModel, { organizationId, role: text }, { orderBy: "id", limit: pageLength });
      members += page.length;
      if (members > maxRenamed) ctx.fail(organizationErrors.ROLE_IS_IN_USE);
      for (const { id } of page) await ctx.db.update(memberModel, id, { role }, organization);
      if (page.length < pageLength) break;
    }
  }
  for (const { id, role } of await waitingWith(ctx, organizationId, from))
    if (role !== null) await ctx.db.update(invitationModel, id, { role: renamed(role) }, organization);
}
