import type { TxContext, User } from "@keyhold/core";
import { tell } from "../events.js";
import { type Member, memberModel, organizationModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { isOwner } from "../role/names.js";
import type { HeldOrganization } from "../rules.js";
import { hasOtherOwner } from "./owners.js";

/**
 * Before a held user is deleted: no organization may lose its only owner. Their memberships go with them, as do the
 * invitations that they sent. Every organization of theirs is held, those too where they own nothing: an owner who hands one
 * over to them at this moment waits, and so does their invitation. Nobody joins meanwhile, which takes the user's lock.
 *
 * @throws AuthError YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION whose issues have a slug each as their path.
 */
export async function departFromAll(ctx: TxContext, options: OrganizationOptions, user: User): Promise<void> {
  const held = await holdOrganizationsOf(ctx, user);
  const orphaned: string[] = [];
  for (const member of await membershipsOf(ctx, user)) {
    const organization = held.get(member.organizationId);
    // Tables made by others may keep members of what is gone.
    if (!organization) continue;
    const isNeeded = isOwner(options, member) && !(await hasOtherOwner(ctx, options, { organization, member }));
    if (isNeeded) orphaned.push(organization.slug);
    else tell(ctx, { type: "member.removed", organization, member, actorId: null });
  }
  if (orphaned.length === 0) return;
  const issues = orphaned.map((slug) => ({ path: slug, message: "You are its only owner" }));
  ctx.refuse("YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION", { issues });
}

/** In the order of their ids, as everybody holds several. */
async function holdOrganizationsOf(ctx: TxContext, user: User): Promise<ReadonlyMap<string, HeldOrganization>> {
  const ids = (await membershipsOf(ctx, user)).map(({ organizationId }) => organizationId);
  const held = new Map<string, HeldOrganization>();
  for (const id of ids.toSorted()) {
    const organization = await ctx.db.hold(organizationModel, id);
    if (organization) held.set(id, organization);
  }
  return held;
}

const pageLength = 500;

async function membershipsOf(ctx: TxContext, { id: userId }: User): Promise<readonly Member[]> {
  const all: Member[] = [];
  let cursor: { readonly value: string; readonly id: string } | undefined;
  for (;;) {
    const page = await ctx.db.list(
      memberModel,
      { userId },
      { orderBy: "id", limit: pageLength, ...(cursor && { cursor }) },
    );
    all.push(...page);
    const last = page.at(-1);
    if (!last || page.length < pageLength) return all;
    cursor = { value: last.id, id: last.id };
  }
}
