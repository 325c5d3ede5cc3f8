import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { findOwn } from "../records/find.js";
import { showOrganization } from "../records/show.js";
import { organization, organizationName } from "./schemas.js";

export const getOrganization = endpoint({
  route: "GET /organization/get-organization",
  access: "session",
  doc: "Returns an organization of the caller, without its members. Default: the active one; null if no organization is active.",
  input: z.object({
    ...organizationName,
  }),
  output: organization.nullable(),
  errors: ["USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"],
  async handle({ input, session, ctx }) {
    const own = await findOwn(ctx, session, input);
    if (own === "foreign") return ctx.fail(organizationErrors.USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION);
    return ok(own === "none" ? null : showOrganization(ctx, own.organization));
  },
});
