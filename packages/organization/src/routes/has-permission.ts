import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { isAllowed, membershipOf } from "../member/membership.js";
import { chosenOrganizationId } from "../records/active.js";
import { asksPermissions } from "../role/asks-permissions.js";
import { id, permission } from "./schemas.js";

export const hasPermission = asksPermissions(
  endpoint({
    route: "POST /organization/has-permission",
    access: "session",
    doc: "Checks whether the caller has all of the given permissions in an organization, by their current roles. False if no permission is given.",
    input: z.object({
      permissions: permission.optional(),
      permission: permission.optional(),
      organizationId: id.optional(),
    }),
    output: z.object({ error: z.null(), success: z.boolean() }),
    errors: ["NO_ACTIVE_ORGANIZATION", "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"],
    async handle({ input, session, ctx }, options) {
      const organizationId = chosenOrganizationId(input, session);
      if (organizationId === null) return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
      const me = await membershipOf(ctx, options, { organizationId, userId: session.userId });
      if (!me) return ctx.fail(organizationErrors.USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION);
      const questions = [input.permissions, input.permission].filter((asked) => asked !== undefined);
      const success = questions.length > 0 && questions.every((asked) => isAllowed(me, asked));
      return ok({ error: null, success });
    },
  }),
);
