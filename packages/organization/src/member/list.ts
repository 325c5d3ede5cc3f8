import { parseRoles } from "@keyhold/access";
import { type Context, failCursor, isIn, pageOf, readCursor, userModel, type Where } from "@keyhold/core/plugin";
import { memberModel } from "../models.js";
import type { MemberWithUser } from "../routes/schemas.js";
import { roleTextsWith } from "./role-texts.js";
import { memberUserColumns, showWithUser } from "./show.js";

/** Filter, order and cursor of a page of members. */
export interface MembersPage {
  readonly limit: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** The input field of the cursor, for error messages. Default "cursor". */
  readonly cursorField?: string;
  /** Default "createdAt": in the order of joining. */
  readonly sortBy?: "createdAt" | "role";
  readonly direction?: "ascending" | "descending";
  /** Whether the page may be read from a replica. Default false. */
  readonly mayLag?: boolean;
  /** Conditions from `membersWhere`. Default: all members of the organization. */
  readonly where?: MembersWhere;
}

export type MembersWhere = Where<typeof memberModel>;

/**
 * Matches the members of an organization; if `role` is given, only members with any of these roles, alone or beside
 * others.
 */
export async function membersWhere(
  ctx: Context,
  organizationId: string,
  role: string | undefined,
): Promise<MembersWhere> {
  if (role === undefined) return { organizationId };
  return { organizationId, role: isIn(await roleTextsWith(ctx, organizationId, parseRoles(role))) };
}

/**
 * Reads a page of members with their public user fields, by a single join.
 *
 * @throws AuthError VALIDATION_ERROR for an invalid cursor
 */
export async function pageOfMembers(
  ctx: Context,
  organizationId: string,
  {
    limit,
    sortBy = "createdAt",
    direction = "ascending",
    where = { organizationId },
    mayLag = false,
    ...page
  }: MembersPage,
): Promise<{ readonly members: readonly MemberWithUser[]; readonly nextCursor: string | null }> {
  const cursor = page.cursor === undefined ? undefined : readPlace(sortBy, page.cursor);
  if (cursor === null) return failCursor(ctx, page.cursorField);
  const rows = await ctx.db.list(memberModel, where, {
    orderBy: sortBy,
    direction,
    limit: limit + 1,
    mayLag,
    with: userModel,
    withColumns: memberUserColumns,
    ...(cursor && { cursor }),
  });
  const { shown, nextCursor } = pageOf(rows, limit, sortBy);
  return { members: shown.map((row) => showWithUser(ctx, row)), nextCursor };
}

const readPlace = (sortBy: "createdAt" | "role", cursor: string) =>
  sortBy === "role" ? readCursor("text", cursor) : readCursor("date", cursor);
