import { ok } from "@keyhold/core/plugin";
import * as z from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { membersWhere, pageOfMembers } from "../member/list.js";
import { memberModel } from "../models.js";
import { findOwn } from "../organization/find.js";
import { memberList, organizationName, pageSize } from "../schemas.js";

export const listMembers = endpoint({
  route: "GET /organization/list-members",
  access: "session",
  doc: "A page of the members of an organization of the caller, and how many there are; `role`: only those who have one of these roles, alone or beside others.",
  input: z.object({
    ...organizationName,
    limit: pageSize,
    cursor: z.string().optional(),
    role: z.string().max(255).optional(),
    sortBy: z.enum(["createdAt", "role"]).default("createdAt"),
    sortDirection: z.enum(["asc", "desc"]).default("asc"),
    // Passed over in silence, it would answer with the first page for ever.
    offset: z.undefined("Pages go on from `nextCursor`: hand it back as `cursor`").optional(),
    filterField: z.undefined("Not known here: `role` says which members").optional(),
  }),
  output: memberList,
  errors: ["NO_ACTIVE_ORGANIZATION", "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"],
  async handle({ input, session, ctx, fail }) {
    const { limit, cursor, role, sortBy } = input;
    const own = await findOwn(ctx, session, input);
    if (own === "none") return fail("NO_ACTIVE_ORGANIZATION");
    if (own === "foreign") return fail("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");

    const direction = input.sortDirection === "asc" ? "ascending" : "descending";
    const where = await membersWhere(ctx, own.organization.id, role);
    const page = await pageOfMembers(ctx, own.organization.id, { limit, cursor, sortBy, direction, where });
    return ok({ ...page, total: await ctx.db.count(memberModel, where) });
  },
});
