import { parseRoles } from "@keyhold/access";
import { commonErrors, ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requireLiveSession } from "@keyhold/core/session";
import { parseMailbox } from "@keyhold/core/users";
import { endpoint } from "../endpoint.js";
import { organizationErrors } from "../errors.js";
import { sendInvitation } from "../invitation/email.js";
import { invite } from "../invitation/invite.js";
import { isAllowed, membershipOf, resolveMembership } from "../member/membership.js";
import { invitationModel, organizationModel } from "../models.js";
import { findOwn } from "../records/find.js";
import { limitFor } from "../records/limit.js";
import { mayTouch, namedRoles } from "../records/role-authority.js";
import { isOwner, storedRoles } from "../records/role-names.js";
import { requireProofOfOwner } from "../role/proof-of-owner.js";
import { id, invitation, role } from "./schemas.js";

export const inviteMember = endpoint({
  route: "POST /organization/invite-member",
  access: "session",
  isPersonal: true,
  doc: "Invites an email address to an organization by email; `resend` renews its pending invitation.",
  input: z.object({
    email: z.string(),
    role,
    organizationId: id.optional(),
    resend: z.boolean().default(false),
    /** The column of `teams()`, if used. */
    teamId: z.string().nullable().optional(),
  }),
  takesColumns: { of: invitationModel, canClear: true },
  output: invitation,
  errors: [
    "EMAIL_VERIFICATION_REQUIRED_TO_INVITE",
    "INVALID_EMAIL",
    "INVITATION_LIMIT_REACHED",
    "MEMBER_NOT_FOUND",
    "ORGANIZATION_NOT_FOUND",
    "ROLE_NOT_FOUND",
    "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
    "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION",
    "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION",
    "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
  ],
  // Each call may send an email to another address.
  limit: { windowSeconds: 60, max: 100 },
  emailsGivenAddress: true,
  async handle({ input, columns, session, ctx }, options) {
    const own = await findOwn(ctx, session, { organizationId: input.organizationId });
    if (own === "none") return ctx.fail(organizationErrors.ORGANIZATION_NOT_FOUND);
    if (own === "foreign") return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
    // Only members may cause a call of the app's functions; the transaction checks the permission again.
    if (!isAllowed(await resolveMembership(ctx, options, own.member), { invitation: ["create"] }))
      return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION);
    const names = parseRoles(input.role);
    // Others than owners get the error of the role.
    if (isOwner(options, own.member)) await requireProofOfOwner(ctx, options, { session, names });
    const limit = await limitFor(options.invitationLimit, own.organization);

    const invited = await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
      await requireLiveSession(ctx, session);
      const organization = await ctx.db.lock(organizationModel, own.organization.id);
      const organizationId = own.organization.id;
      const me = organization && (await membershipOf(ctx, options, { organizationId, userId: user.id }));
      if (!me) return ctx.fail(organizationErrors.MEMBER_NOT_FOUND);
      if (!isAllowed(me, { invitation: ["create"] }))
        return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION);
      if (ctx.settings.hasMail && options.requireEmailVerificationToInvite && !user.emailVerified)
        return ctx.fail(organizationErrors.EMAIL_VERIFICATION_REQUIRED_TO_INVITE);
      const email = parseMailbox(input.email) ?? ctx.fail(organizationErrors.INVALID_EMAIL);
      const given =
        (await namedRoles(ctx, options, { organizationId, names })) ?? ctx.fail(organizationErrors.ROLE_NOT_FOUND);
      if (!mayTouch(options, me, given))
        return ctx.fail(organizationErrors.YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE);

      const place = { organization, actorId: user.id };
      const inviting = { me, email, role: storedRoles(options, names), columns, isAgain: input.resend, limit };
      return {
        invitation: await invite(ctx, options, place, inviting),
        inviter: { name: user.name, email: user.email },
      };
    });
    const { invitation, inviter } = invited ?? ctx.fail(commonErrors.UNAUTHORIZED);
    sendInvitation(ctx, { invitation, inviter, page: options.invitationURL });
    return ok(invitation);
  },
});
