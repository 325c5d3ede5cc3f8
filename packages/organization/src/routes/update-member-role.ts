import { parseRoles } from "@keyhold/access";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { changeRole } from "../member/change-role.js";
import { isAllowed, membershipOf, resolveMembership } from "../member/membership.js";
import { keepAnOwner } from "../member/owners.js";
import { showMember } from "../member/show.js";
import { memberModel } from "../models.js";
import { onOrganization } from "../organization/on-organization.js";
import { chosenOrganizationId } from "../records/active.js";
import { mayTouch, namedRoles } from "../records/role-authority.js";
import { requireProofOfOwner } from "../role/proof-of-owner.js";
import { id, member, role } from "./schemas.js";

export const updateMemberRole = endpoint({
  route: "POST /organization/update-member-role",
  access: "session",
  isPersonal: true,
  doc: "Changes the roles of a member. Callers can only assign and revoke permissions of their own; only an owner can assign or revoke the creator's role.",
  input: z.object({ memberId: id, role, organizationId: id.optional() }),
  output: member,
  errors: [
    "NO_ACTIVE_ORGANIZATION",
    "MEMBER_NOT_FOUND",
    "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
    "ROLE_NOT_FOUND",
    "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER",
  ],
  async handle({ input, session, ctx }, options) {
    const { userId } = session;
    const names = parseRoles(input.role);
    const organizationId = chosenOrganizationId(input, session);
    if (organizationId === null) return ctx.fail(organizationErrors.NO_ACTIVE_ORGANIZATION);
    await requireProofOfOwner(ctx, options, { session, names });
    const changed = await onOrganization(ctx, { session, organizationId }, async (ctx, organization) => {
      const me = await membershipOf(ctx, options, { organizationId: organization.id, userId });
      if (!me) return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
      if (!isAllowed(me, { member: ["update"] }))
        return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER);
      const found = await ctx.db.find(memberModel, { id: input.memberId, organizationId: organization.id });
      if (!found) return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
      const theirs = await resolveMembership(ctx, options, found);
      if (!mayTouch(options, me, theirs)) return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER);

      // An empty list of roles also revokes the creator's role.
      if (names.length === 0) await keepAnOwner(ctx, options, { organization, member: found });
      const given =
        (await namedRoles(ctx, options, { organizationId: organization.id, names })) ??
        ctx.fail(organizationErrors.ROLE_NOT_FOUND);
      if (!mayTouch(options, me, given)) return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER);
      return showMember(ctx, await changeRole(ctx, found, { organization, actorId: userId, options, names }));
    });
    return ok(changed ?? ctx.fail(organizationErrors.MEMBER_NOT_FOUND));
  },
});
