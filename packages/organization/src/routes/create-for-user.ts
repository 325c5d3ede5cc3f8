import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { organizationModel } from "../models.js";
import { createFor } from "../organization/create.js";
import { createdOrganization, id, newOrganization } from "./schemas.js";

export const createForUser = endpoint({
  route: "POST /organization/create-for-user",
  access: "public",
  doc: "Creates an organization with a user as its owner. Ignores `allowUserToCreateOrganization`, and changes no session.",
  input: z.object({ ...newOrganization, userId: id }),
  takesColumns: { of: organizationModel, canClear: false },
  output: createdOrganization,
  errors: [
    "USER_NOT_FOUND",
    "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS",
    "ORGANIZATION_ALREADY_EXISTS",
    "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
    "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
  ],
  isServerOnly: true,
  async handle({ input: { userId, ...asked }, columns, ctx }, options) {
    const owner = await ctx.db.find(userModel, { id: userId });
    const created =
      owner && (await createFor(ctx, options, owner, { ...asked, columns, session: null, isActivated: false }));
    return created ? ok(created) : ctx.fail(organizationErrors.USER_NOT_FOUND);
  },
});
