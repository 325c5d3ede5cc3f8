import { commonErrors, ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { organizationModel } from "../models.js";
import { createFor, mayCreate } from "../organization/create.js";
import { createdOrganization, id, newOrganization } from "./schemas.js";

export const create = endpoint({
  route: "POST /organization/create",
  access: "session",
  isPersonal: true,
  doc: "Creates an organization with the caller as its owner, and makes it the active one. An administrator may set another owner.",
  input: z.object({
    ...newOrganization,
    userId: id.optional(),
    keepCurrentActiveOrganization: z.boolean().default(false),
  }),
  takesColumns: { of: organizationModel, canClear: false },
  output: createdOrganization,
  errors: [
    "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION",
    "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS",
    "ORGANIZATION_ALREADY_EXISTS",
    "USER_NOT_FOUND",
    "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
    "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
  ],
  async handle({ input, columns, session, ctx }, options) {
    const { userId: ownerId = session.userId, keepCurrentActiveOrganization, ...asked } = input;
    const isOwn = ownerId === session.userId;
    const isAllowed = isOwn ? await mayCreate(options, session.user) : ctx.isAdmin(session.user);
    if (!isAllowed) return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION);
    const owner = isOwn ? session.user : await ctx.db.find(userModel, { id: ownerId });
    const isActivated = isOwn && !keepCurrentActiveOrganization;
    const created = owner && (await createFor(ctx, options, owner, { ...asked, columns, session, isActivated }));
    return ok(created ?? (isOwn ? ctx.fail(commonErrors.UNAUTHORIZED) : ctx.fail(organizationErrors.USER_NOT_FOUND)));
  },
});
