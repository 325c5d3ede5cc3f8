import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { memberModel, organizationModel } from "../models.js";
import { fullOrganization as full } from "../organization/full.js";
import { activate } from "../records/active.js";
import { findOwn } from "../records/find.js";
import { fullOrganization, id, slug } from "./schemas.js";

export const setActive = endpoint({
  route: "POST /organization/set-active",
  access: "session",
  doc: "Makes an organization of the caller the active one of this session, and returns it. Null clears the active organization.",
  input: z.object({
    organizationId: id.nullable().optional(),
    organizationSlug: slug.min(1).optional(),
  }),
  output: fullOrganization.nullable(),
  errors: ["USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"],
  async handle({ input: { organizationId, organizationSlug }, session, ctx }) {
    if (organizationId === null) {
      await activate(ctx, session, null);
      return ok(null);
    }
    const own = await findOwn(ctx, session, { organizationId, organizationSlug });
    if (own === "none") return ok(null);
    if (own === "foreign") return ctx.fail(organizationErrors.USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION);

    // Checked again with the organization locked: a concurrent removal of the member either commits first, or clears
    // the active organization afterwards.
    const isActive = await ctx.transactionOn(organizationModel, own.organization.id, async (ctx, organization) => {
      const isMember = await ctx.db.exists(memberModel, { organizationId: organization.id, userId: session.userId });
      if (isMember) await activate(ctx, session, organization.id);
      return isMember;
    });
    if (!isActive) return ctx.fail(organizationErrors.USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION);
    return ok(await full(ctx, own.organization, { limit: 100 }));
  },
});
