import type { TxContext } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { hooksAt, type Place } from "../hooks/offers.js";
import { type Member, memberModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { clearActiveOrganization } from "../records/active.js";
import { showOrganization } from "../records/show.js";
import { keepAnOwner } from "./owners.js";
import { showMember } from "./show.js";

export interface Removal extends Place {
  readonly options: OrganizationOptions;
}

/**
 * Removes a member of a locked organization. In the member's sessions the organization is no longer active.
 *
 * @throws AuthError YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER
 */
export async function removeMember(
  ctx: TxContext<"YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER">,
  member: Member,
  { organization, actorId, options }: Removal,
): Promise<void> {
  await keepAnOwner(ctx, options, { organization, member });
  for (const hook of hooksAt(ctx, "member.remove")) await hook(member, ctx, { organization, actorId });
  await ctx.db.remove(memberModel, { id: member.id }, organization);
  await clearActiveOrganization(ctx, { organizationId: organization.id, userId: member.userId });
  const shown = { organization: showOrganization(ctx, organization), member: showMember(ctx, member) };
  emit(ctx, { type: "member.removed", ...shown, actorId });
}
