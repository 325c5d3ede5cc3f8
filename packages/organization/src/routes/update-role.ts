import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { organizationRoleModel } from "../models.js";
import { onOrganization } from "../organization/on-organization.js";
import { chosenOrganizationId } from "../records/active.js";
import { requireMade } from "../role/find.js";
import { requireManager } from "../role/manager.js";
import { showMade } from "../role/show.js";
import { updateRole as update } from "../role/update.js";
import { id, namesRole, noRoleNamed, permission, roleIdentifier, shownRole } from "./schemas.js";

export const updateRole = endpoint({
  route: "POST /organization/update-role",
  access: "session",
  isPersonal: true,
  doc: "Changes the name or permissions of a role created by an organization, for all its members.",
  input: z
    .object({
      ...roleIdentifier,
      data: z.object({ permission: permission.optional(), roleName: z.string().max(255).optional() }),
      organizationId: id.optional(),
    })
    .refine(namesRole, noRoleNamed),
  takesColumns: { of: organizationRoleModel, under: "data", canClear: true },
  output: shownRole,
  errors: [
    "NO_ACTIVE_ORGANIZATION",
    "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
    "YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES",
    "ROLE_NOT_FOUND",
    "ROLE_IS_FIXED",
    "ROLE_IS_IN_USE",
    "INVALID_PERMISSIONS",
    "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS",
    "ROLE_ALREADY_EXISTS",
  ],
  async handle({ input, columns, session, ctx }, options) {
    const organizationId = chosenOrganizationId(input, session);
    if (organizationId === null) return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    const role = await onOrganization(ctx, { session, organizationId }, async (ctx, organization) => {
      const me = await requireManager(ctx, options, { organizationId, userId: session.userId, action: "update" });
      const role = await requireMade(ctx, options, { ...input, organizationId });
      return showMade(ctx, options, await update(ctx, options, organization, { ...input.data, me, role, columns }));
    });
    return ok(role ?? ctx.fail(organizationErrors.YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION));
  },
});
