import type { User } from "@keyhold/core";
import { lockAll, pagesOf, type TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { type Member, memberModel, organizationModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { isOwner } from "../records/role-names.js";
import { showOrganization } from "../records/show.js";
import { hasOtherOwner } from "./owners.js";
import { showMember } from "./show.js";

/**
 * Runs before a locked user is deleted. Fails if an organization would lose the only owner. The deletion also deletes
 * the user's memberships and the invitations sent by them. Locks every organization of the user, owned or not: a
 * concurrent transfer of ownership to the user waits, and so does acceptance of the user's invitation. The user's lock
 * stops concurrent joins.
 *
 * @throws AuthError YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION; each issue has an organization's slug as the path.
 */
export async function prepareUserDeletion(
  ctx: TxContext<"YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION">,
  options: OrganizationOptions,
  user: User,
): Promise<void> {
  const ids = (await membershipsOf(ctx, user)).map(({ organizationId }) => organizationId);
  const locked = await lockAll(ctx.db, organizationModel, ids);
  const orphaned: string[] = [];
  // Read again, because the roles may have changed before the locks.
  for (const member of await membershipsOf(ctx, user)) {
    const organization = locked.get(member.organizationId);
    // Tables of other software may contain members of deleted organizations.
    if (!organization) continue;
    const isNeeded = isOwner(options, member) && !(await hasOtherOwner(ctx, options, { organization, member }));
    const shown = { organization: showOrganization(ctx, organization), member: showMember(ctx, member) };
    if (isNeeded) orphaned.push(organization.slug);
    else emit(ctx, { type: "member.removed", ...shown, actorId: null });
  }
  if (orphaned.length === 0) return;
  const issues = orphaned.map((slug) => ({ path: slug, message: "You are its only owner" }));
  ctx.fail(organizationErrors.YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION, { issues });
}

async function membershipsOf(ctx: TxContext, { id: userId }: User): Promise<readonly Member[]> {
  const all: Member[] = [];
  for await (const members of pagesOf(ctx.db, memberModel, { userId })) all.push(...members);
  return all;
}
