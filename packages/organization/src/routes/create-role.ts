import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { isAllowed, resolveMembership } from "../member/membership.js";
import { organizationRoleModel } from "../models.js";
import { onOrganization } from "../organization/on-organization.js";
import { findOwn } from "../records/find.js";
import { limitFor } from "../records/limit.js";
import { createRole as create } from "../role/create.js";
import { requireManager } from "../role/manager.js";
import { showMade } from "../role/show.js";
import { id, permission, shownRole } from "./schemas.js";

export const createRole = endpoint({
  route: "POST /organization/create-role",
  access: "session",
  doc: "Creates a role of an organization. Its permissions must not exceed the caller's.",
  input: z.object({
    role: z.string().max(255),
    permission,
    organizationId: id.optional(),
  }),
  takesColumns: { of: organizationRoleModel, canClear: false },
  output: shownRole,
  errors: [
    "NO_ACTIVE_ORGANIZATION",
    "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
    "YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES",
    "ROLE_IS_FIXED",
    "INVALID_PERMISSIONS",
    "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS",
    "ROLE_LIMIT_REACHED",
    "ROLE_ALREADY_EXISTS",
  ],
  async handle({ input, columns, session, ctx }, options) {
    const own = await findOwn(ctx, session, input);
    if (own === "none") return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    if (own === "foreign") return ctx.fail(organizationErrors.YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION);
    // Only members may cause a call of the app's functions; the transaction checks the permission again.
    if (!isAllowed(await resolveMembership(ctx, options, own.member), { role: ["create"] }))
      return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES);
    const limit = await limitFor(options.roleLimit, own.organization);

    const on = { session, organizationId: own.organization.id };
    const role = await onOrganization(ctx, on, async (ctx, organization) => {
      const attempt = { organizationId: organization.id, userId: session.userId, action: "create" } as const;
      const me = await requireManager(ctx, options, attempt);
      const made = await create(ctx, options, organization, { ...input, me, columns, limit });
      return showMade(ctx, options, made);
    });
    return ok(role ?? ctx.fail(organizationErrors.YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION));
  },
});
