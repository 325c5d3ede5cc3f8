import { parseRoles } from "@keyhold/access";
import { commonErrors, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { changeRole } from "../member/change-role.js";
import { showMember } from "../member/show.js";
import { memberModel } from "../models.js";
import { onOrganization } from "../organization/on-organization.js";
import { chosenOrganizationId } from "../records/active.js";
import { namedRoles } from "../records/role-authority.js";
import { isOwner, rolesOf } from "../records/role-names.js";
import { showOrganization } from "../records/show.js";
import { id, member, role } from "./schemas.js";

export const transferOwnership = endpoint({
  route: "POST /organization/transfer-ownership",
  access: "step-up",
  doc: "Makes another member an owner in place of the caller. The caller keeps their other roles, or becomes an admin.",
  input: z.object({
    memberId: id,
    organizationId: id.optional(),
    keepRole: role.optional(),
  }),
  output: z.object({ from: member, to: member }),
  errors: [
    "NO_ACTIVE_ORGANIZATION",
    "MEMBER_NOT_FOUND",
    "YOU_ARE_NOT_ALLOWED_TO_TRANSFER_THIS_ORGANIZATION",
    "ROLE_NOT_FOUND",
    "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER",
  ],
  async handle({ input, session, ctx }, options) {
    const { creatorRole } = options;
    const { userId } = session;
    const organizationId = chosenOrganizationId(input, session);
    if (organizationId === null) return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    const transferred = await onOrganization(ctx, { session, organizationId }, async (ctx, organization) => {
      const me = await ctx.db.find(memberModel, { organizationId: organization.id, userId });
      if (!me) return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
      if (!isOwner(options, me)) return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_TRANSFER_THIS_ORGANIZATION);
      const heir = await ctx.db.find(memberModel, { id: input.memberId, organizationId: organization.id });
      if (!heir) return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
      if (heir.id === me.id) return ctx.fail(commonErrors.VALIDATION_ERROR, problem("memberId", "Name another member"));
      const rest = rolesOf(me).filter((name) => name !== creatorRole);
      const asked = input.keepRole ?? (rest.length > 0 ? null : "admin");
      const kept = asked === null ? rest : parseRoles(asked);
      if (kept.includes(creatorRole))
        return ctx.fail(commonErrors.VALIDATION_ERROR, problem("keepRole", "It is given away"));
      if (asked !== null && !(await namedRoles(ctx, options, { organizationId: organization.id, names: kept })))
        return ctx.fail(organizationErrors.ROLE_NOT_FOUND);

      const change = { organization, actorId: userId, options };
      const names = isOwner(options, heir) ? rolesOf(heir) : [creatorRole];
      const to = await changeRole(ctx, heir, { ...change, names });
      const from = await changeRole(ctx, me, { ...change, names: kept });
      const shown = { from: showMember(ctx, from), to: showMember(ctx, to) };
      const told = { organization: showOrganization(ctx, organization), ...shown, actorId: userId };
      emit(ctx, { type: "organization.transferred", ...told });
      return shown;
    });
    return ok(transferred ?? ctx.fail(organizationErrors.MEMBER_NOT_FOUND));
  },
});

const problem = (path: string, message: string) => ({ issues: [{ path, message }] });
