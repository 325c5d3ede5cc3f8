import { type Context, publicRow } from "@keyhold/core/plugin";
import { hooksAt } from "../hooks/offers.js";
import { type MembersPage, pageOfMembers } from "../member/list.js";
import { type Invitation, invitationModel, type Organization } from "../models.js";
import { showOrganization } from "../records/show.js";
import type { FullOrganization } from "../routes/schemas.js";

const maxInvitations = 100;

/** An organization with a page of members and the newest invitations. The number of statements is constant. */
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
  for (const hook of hooksAt(ctx, "organization.show")) full = await hook(full, ctx);
  return full;
}

/** Where there are more, those without an answer come first: answered invitations never hide them. */
async function newestInvitations(ctx: Context, organizationId: string): Promise<readonly Invitation[]> {
  const newest = { orderBy: "expiresAt", direction: "descending", limit: maxInvitations } as const;
  const rows = await ctx.db.list(invitationModel, { organizationId }, newest);
  const mayHide = rows.length === maxInvitations && rows.some(({ status }) => status !== "pending");
  const pending = mayHide ? await ctx.db.list(invitationModel, { organizationId, status: "pending" }, newest) : [];
  const unique = new Map([...pending, ...rows].map((row) => [row.id, row]));
  const shown = [...unique.values()].slice(0, maxInvitations);
  return shown.map((row) => publicRow(ctx.schema, invitationModel, row));
}
