import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { findOwn } from "../records/find.js";
import { findFixed, findMade } from "../role/find.js";
import { showFixed, showMade } from "../role/show.js";
import { id, namesRole, noRoleNamed, roleIdentifier, shownRole } from "./schemas.js";

export const getRole = endpoint({
  route: "GET /organization/get-role",
  access: "session",
  doc: "Returns a role of an organization with its permissions.",
  input: z.object({ ...roleIdentifier, organizationId: id.optional() }).refine(namesRole, noRoleNamed),
  output: shownRole,
  errors: ["NO_ACTIVE_ORGANIZATION", "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION", "ROLE_NOT_FOUND"],
  async handle({ input, session, ctx }, options) {
    const own = await findOwn(ctx, session, input);
    if (own === "none") return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    if (own === "foreign") return ctx.fail(organizationErrors.YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION);
    const organizationId = own.organization.id;
    const { roleName, roleId } = input;
    const fixed = roleId === undefined && roleName !== undefined ? findFixed(options, roleName) : null;
    if (fixed) return ok(showFixed(ctx, fixed.role, { permission: fixed.permission, organizationId }));
    const made = await findMade(ctx, { organizationId, roleName, roleId });
    return made ? ok(showMade(ctx, options, made)) : ctx.fail(organizationErrors.ROLE_NOT_FOUND);
  },
});
