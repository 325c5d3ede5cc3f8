import { parseRoles } from "@keyhold/access";
import { pageOf, readCursor, refuseCursor } from "@keyhold/core/internal";
import { type Context, isIn, userModel, type Where } from "@keyhold/core/plugin";
import { memberModel } from "../models.js";
import type { MemberWithUser } from "../schemas.js";
import { roleTextsWith } from "./role-texts.js";
import { memberUserColumns, showWithUser } from "./show.js";

/** Which members of an organization are shown, and in which order. */
export interface MembersPage {
  readonly limit: number;
  /** What the page before answered. */
  readonly cursor?: string | undefined;
  /** Where it came in. Default "cursor". */
  readonly cursorField?: string;
  /** Default "createdAt": in the order in which they joined. */
  readonly sortBy?: "createdAt" | "role";
  readonly direction?: "ascending" | "descending";
  /** Conditions that `membersWhere` made. Default: all. */
  readonly where?: MembersWhere;
}

export type MembersWhere = Where<typeof memberModel>;

/** The members of an organization; only those who have one of these roles, alone or beside others, where such are named. */
export async function membersWhere(
  ctx: Context,
  organizationId: string,
  role: string | undefined,
): Promise<MembersWhere> {
  if (role === undefined) return { organizationId };
  return { organizationId, role: isIn(await roleTextsWith(ctx, organizationId, parseRoles(role))) };
}

/**
 * A page of members, each with what others see of them, by one join.
 *
 * @throws AuthError VALIDATION_ERROR of a cursor that is none of this list
 */
export async function pageOfMembers(
  ctx: Context,
  organizationId: string,
  { limit, sortBy = "createdAt", direction = "ascending", where = { organizationId }, ...page }: MembersPage,
): Promise<{ readonly members: readonly MemberWithUser[]; readonly nextCursor: string | null }> {
  const cursor = page.cursor === undefined ? undefined : readPlace(sortBy, page.cursor);
  if (cursor === null) return refuseCursor(ctx, page.cursorField);
  const rows = await ctx.db.list(memberModel, where, {
    orderBy: sortBy,
    direction,
    limit: limit + 1,
    with: userModel,
    withColumns: memberUserColumns,
    ...(cursor && { cursor }),
  });
  const { shown, nextCursor } = pageOf(rows, limit, sortBy);
  return { members: shown.map((row) => showWithUser(ctx, row)), nextCursor };
}

const readPlace = (sortBy: "createdAt" | "role", cursor: string) =>
  sortBy === "role" ? readCursor("text", cursor) : readCursor("date", cursor);
