import { permissionsOf } from "@keyhold/access";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { organizationRoleModel } from "../models.js";
import { findOwn } from "../records/find.js";
import { showFixed, showMade } from "../role/show.js";
import { id, shownRole } from "./schemas.js";

const maxListed = 1000;

export const listRoles = endpoint({
  route: "GET /organization/list-roles",
  access: "session",
  doc: "Lists the roles of an organization: the app's, then those created by the organization, by name.",
  input: z.object({ organizationId: id.optional() }),
  output: z.array(shownRole),
  errors: ["NO_ACTIVE_ORGANIZATION", "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"],
  async handle({ input, session, ctx }, options) {
    const own = await findOwn(ctx, session, input);
    if (own === "none") return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    if (own === "foreign") return ctx.fail(organizationErrors.YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION);
    const organizationId = own.organization.id;
    const fixed = Object.keys(options.roles).map((role) =>
      showFixed(ctx, role, { permission: permissionsOf(options.roles, role), organizationId }),
    );
    const made = await ctx.db.list(organizationRoleModel, { organizationId }, { orderBy: "role", limit: maxListed });
    return ok([...fixed, ...made.map((role) => showMade(ctx, options, role))]);
  },
});
