import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { findNamedMember } from "../member/find.js";
import { isAllowed, membershipOf, resolveMembership } from "../member/membership.js";
import { removeMember as remove } from "../member/remove.js";
import { showWithUser } from "../member/show.js";
import { onOrganization } from "../organization/on-organization.js";
import { chosenOrganizationId } from "../records/active.js";
import { mayTouch } from "../records/role-authority.js";
import { id, memberWithUser } from "./schemas.js";

export const removeMember = endpoint({
  route: "POST /organization/remove-member",
  access: "session",
  isPersonal: true,
  doc: "Removes a member, by member id or email address. Callers may remove themselves.",
  input: z.object({
    memberIdOrEmail: id,
    organizationId: id.optional(),
  }),
  output: z.object({ member: memberWithUser }),
  errors: [
    "NO_ACTIVE_ORGANIZATION",
    "MEMBER_NOT_FOUND",
    "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER",
    "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER",
  ],
  async handle({ input, session, ctx }, options) {
    const { userId } = session;
    const organizationId = chosenOrganizationId(input, session);
    if (organizationId === null) return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    const removed = await onOrganization(ctx, { session, organizationId }, async (ctx, organization) => {
      const me = await membershipOf(ctx, options, { organizationId: organization.id, userId });
      if (!me) return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
      const found = await findNamedMember(ctx, organization.id, input.memberIdOrEmail);
      const isOwn = found?.id === me.member.id;
      if (!isOwn && !isAllowed(me, { member: ["delete"] }))
        return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER);
      if (!found) return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
      const { user, ...member } = found;
      if (!isOwn && !mayTouch(options, me, await resolveMembership(ctx, options, member)))
        return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER);
      await remove(ctx, member, { organization, actorId: userId, options });
      return showWithUser(ctx, { ...member, user });
    });
    return ok({ member: removed ?? ctx.fail(organizationErrors.MEMBER_NOT_FOUND) });
  },
});
