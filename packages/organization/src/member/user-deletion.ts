import type { User } from "@keyhold/core";
import { pagesOf } from "@keyhold/core/internal";
import { lockAll, type TxContext } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { type Member, memberModel, organizationModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { showOrganization } from "../organization/show.js";
import { isOwner } from "../role/names.js";
import { hasOtherOwner } from "./owners.js";
import { showMember } from "./show.js";

/**
 * Before a held user is deleted: no organization may lose its only owner. Their memberships go with them, as do the
 * invitations that they sent. Every organization of theirs is held, those too where they own nothing: an owner who hands one
 * over to them at this moment waits, and so does their invitation. Nobody joins meanwhile, which takes the user's lock.
 *
 * @throws AuthError YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION whose issues have a slug each as their path.
 */
export async function prepareUserDeletion(ctx: TxContext, options: OrganizationOptions, user: User): Promise<void> {
  const ids = (await membershipsOf(ctx, user)).map(({ organizationId }) => organizationId);
  const locked = await lockAll(ctx.db, organizationModel, ids);
  const orphaned: string[] = [];
  // Once more, because the roles that were read before the locks may have changed.
  for (const member of await membershipsOf(ctx, user)) {
    const organization = locked.get(member.organizationId);
    // Tables made by others may keep members of what is gone.
    if (!organization) continue;
    const isNeeded = isOwner(options, member) && !(await hasOtherOwner(ctx, options, { organization, member }));
    const shown = { organization: showOrganization(ctx, organization), member: showMember(ctx, member) };
    if (isNeeded) orphaned.push(organization.slug);
    else emit(ctx, { type: "member.removed", ...shown, actorId: null });
  }
  if (orphaned.length === 0) return;
  const issues = orphaned.map((slug) => ({ path: slug, message: "You are its only owner" }));
  ctx.refuse("YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION", { issues });
}

async function membershipsOf(ctx: TxContext, { id: userId }: User): Promise<readonly Member[]> {
  const all: Member[] = [];
  for await (const members of pagesOf(ctx.db, memberModel, { userId })) all.push(...members);
  return all;
}
