import { parseRoles } from "@keyhold/access";
import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { addMember as add } from "../member/add.js";
import { prepareMember } from "../member/prepare.js";
import { showMember } from "../member/show.js";
import { memberModel, organizationModel } from "../models.js";
import { activeOrganizationId } from "../records/active.js";
import { limitFor } from "../records/limit.js";
import { namedRoles } from "../records/role-authority.js";
import { storedRoles } from "../records/role-names.js";
import { id, member, role } from "./schemas.js";

export const addMember = endpoint({
  route: "POST /organization/add-member",
  access: "optional",
  doc: "Adds a user as a member without an invitation, on behalf of the app. Checks no permission.",
  input: z.object({
    userId: id,
    role,
    organizationId: id.optional(),
    /** The column of `teams()`, if used. */
    teamId: z.string().optional(),
  }),
  takesColumns: { of: memberModel, canClear: false },
  output: member,
  errors: [
    "NO_ACTIVE_ORGANIZATION",
    "ORGANIZATION_NOT_FOUND",
    "USER_NOT_FOUND",
    "ROLE_NOT_FOUND",
    "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
    "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
  ],
  isServerOnly: true,
  async handle({ input, columns, session, ctx }, options) {
    const organizationId = input.organizationId ?? (session && activeOrganizationId(session));
    if (!organizationId) return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    const found = await ctx.db.find(organizationModel, { id: organizationId });
    if (!found) return ctx.fail(organizationErrors.ORGANIZATION_NOT_FOUND);
    const limit = await limitFor(options.membershipLimit, found);
    const prepared = await prepareMember(ctx, { organizationId, reason: "added", invitation: null, columns });
    const names = parseRoles(input.role);

    const added = await ctx.transactionOn(userModel, input.userId, async (ctx, user) => {
      const organization = await ctx.db.lock(organizationModel, organizationId);
      if (!organization) return ctx.fail(organizationErrors.ORGANIZATION_NOT_FOUND);
      if (!(await namedRoles(ctx, options, { organizationId, names })))
        return ctx.fail(organizationErrors.ROLE_NOT_FOUND);
      const member = await add(ctx, organization, {
        userId: user.id,
        role: storedRoles(options, names),
        columns,
        reason: "added",
        invitation: null,
        actorId: session?.userId ?? null,
        prepared,
        limit,
      });
      return showMember(ctx, member);
    });
    return ok(added ?? ctx.fail(organizationErrors.USER_NOT_FOUND));
  },
});
