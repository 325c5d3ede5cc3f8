import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { membersWhere, pageOfMembers } from "../member/list.js";
import { memberModel } from "../models.js";
import { findOwn } from "../records/find.js";
import { memberList, organizationName, pageSize } from "./schemas.js";

export const listMembers = endpoint({
  route: "GET /organization/list-members",
  access: "session",
  doc: "Lists a page of the members of an organization of the caller, with their total. `role` filters by roles, alone or beside others.",
  input: z.object({
    ...organizationName,
    limit: pageSize,
    cursor: z.string().optional(),
    role: z.string().max(255).optional(),
    sortBy: z.enum(["createdAt", "role"]).default("createdAt"),
    sortDirection: z.enum(["asc", "desc"]).default("asc"),
    // Rejected: an ignored offset would return the first page again.
    offset: z.undefined("Not supported: pass `nextCursor` of the previous page as `cursor`").optional(),
    filterField: z.undefined("Not supported: filter with `role`").optional(),
  }),
  output: memberList,
  errors: ["NO_ACTIVE_ORGANIZATION", "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"],
  async handle({ input, session, ctx }) {
    const { limit, cursor, role, sortBy } = input;
    const own = await findOwn(ctx, session, input);
    if (own === "none") return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    if (own === "foreign") return ctx.fail(organizationErrors.YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION);

    const direction = input.sortDirection === "asc" ? "ascending" : "descending";
    const where = await membersWhere(ctx, own.organization.id, role);
    const page = await pageOfMembers(ctx, own.organization.id, {
      limit,
      cursor,
      sortBy,
      direction,
      where,
      mayLag: true,
    });
    return ok({ ...page, total: await ctx.db.count(memberModel, where, { mayLag: true }) });
  },
});
