import { type Context, publicRow } from "@keyhold/core";
import { type MembersPage, pageOfMembers } from "../member/list.js";
import { type Invitation, invitationModel, type Organization } from "../models.js";
import { rulesAt } from "../rules.js";
import type { FullOrganization } from "../shapes.js";
import { showOrganization } from "./show.js";

const mostInvitations = 100;

/** An organization with a page of its members and its newest invitations: by as many statements however many there are. */
export async function fullOrganization(
  ctx: Context,
  organization: Organization,
  page: Pick<MembersPage, "limit" | "cursor">,
): Promise<FullOrganization> {
  const { members, nextCursor } = await pageOfMembers(ctx, organization.id, { ...page, cursorField: "membersCursor" });
  const invitations = await newestInvitations(ctx, organization.id);
  let full: FullOrganization = {
    ...showOrganization(ctx, organization),
    members,
    membersCursor: nextCursor,
    invitations,
    teams: null,
  };
  for (const rule of rulesAt(ctx, "organization.show")) full = await rule(full, ctx);
  return full;
}

async function newestInvitations(ctx: Context, organizationId: string): Promise<readonly Invitation[]> {
  const rows = await ctx.db.list(
    invitationModel,
    { organizationId },
    { orderBy: "expiresAt", direction: "descending", limit: mostInvitations },
  );
  return rows.map((row) => publicRow(ctx.schema, invitationModel, row));
}
