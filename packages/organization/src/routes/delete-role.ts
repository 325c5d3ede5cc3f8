import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { onOrganization } from "../organization/on-organization.js";
import { chosenOrganizationId } from "../records/active.js";
import { requireMade } from "../role/find.js";
import { requireManager } from "../role/manager.js";
import { removeRole } from "../role/remove.js";
import { id, namesRole, noRoleNamed, roleIdentifier } from "./schemas.js";

export const deleteRole = endpoint({
  route: "POST /organization/delete-role",
  access: "session",
  doc: "Deletes a role created by an organization. Fails if a member or a pending invitation has it.",
  input: z.object({ ...roleIdentifier, organizationId: id.optional() }).refine(namesRole, noRoleNamed),
  output: z.object({ success: z.boolean() }),
  errors: [
    "NO_ACTIVE_ORGANIZATION",
    "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
    "YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES",
    "ROLE_NOT_FOUND",
    "ROLE_IS_FIXED",
    "ROLE_IS_IN_USE",
  ],
  async handle({ input, session, ctx }, options) {
    const organizationId = chosenOrganizationId(input, session);
    if (organizationId === null) return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    const isDone = await onOrganization(ctx, { session, organizationId }, async (ctx, organization) => {
      const me = await requireManager(ctx, options, { organizationId, userId: session.userId, action: "delete" });
      const role = await requireMade(ctx, options, { ...input, organizationId });
      await removeRole(ctx, options, organization, { me, role });
      return true;
    });
    return isDone ? ok({ success: true }) : ctx.fail(organizationErrors.YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION);
  },
});
