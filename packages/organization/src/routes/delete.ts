import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { isAllowed, membershipOf } from "../member/membership.js";
import { onOrganization } from "../organization/on-organization.js";
import { removeOrganization } from "../organization/remove.js";
import { showOrganization } from "../records/show.js";
import { id, organization } from "./schemas.js";

export const deleteOrganization = endpoint({
  route: "POST /organization/delete",
  access: "step-up",
  isPersonal: true,
  doc: "Deletes an organization with its members, invitations, teams and roles. Returns the deleted organization.",
  input: z.object({ organizationId: id }),
  output: organization,
  errors: [
    "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
    "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
    "ORGANIZATION_DELETION_IS_DISABLED",
  ],
  async handle({ input, session, ctx }, options) {
    const { userId } = session;
    const on = { session, organizationId: input.organizationId };
    const deleted = await onOrganization(ctx, on, async (ctx, organization) => {
      const me = await membershipOf(ctx, options, { organizationId: organization.id, userId });
      if (!me) return null;
      if (!isAllowed(me, { organization: ["delete"] }))
        return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION);
      if (options.disableOrganizationDeletion) return ctx.fail(organizationErrors.ORGANIZATION_DELETION_IS_DISABLED);
      await removeOrganization(ctx, { organization, actorId: userId });
      return showOrganization(ctx, organization);
    });
    return deleted
      ? ok(deleted)
      : ctx.fail(organizationErrors.USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION, { status: 400 });
  },
});
