import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { fullOrganization as full } from "../organization/full.js";
import { findOwn } from "../records/find.js";
import { fullOrganization, organizationName, pageSize } from "./schemas.js";

export const getFullOrganization = endpoint({
  route: "GET /organization/get-full-organization",
  access: "session",
  doc: "Returns an organization of the caller with a page of its members, its newest invitations and its teams. Default: the active one; null if no organization is active.",
  input: z.object({
    ...organizationName,
    membersLimit: pageSize,
    membersCursor: z.string().optional(),
  }),
  output: fullOrganization.nullable(),
  errors: ["USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"],
  async handle({ input, session, ctx }) {
    const own = await findOwn(ctx, session, input);
    if (own === "none") return ok(null);
    if (own === "foreign") return ctx.fail(organizationErrors.USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION);
    return ok(await full(ctx, own.organization, { limit: input.membersLimit, cursor: input.membersCursor }));
  },
});
