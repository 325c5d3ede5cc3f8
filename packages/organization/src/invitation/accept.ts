import { isAuthError, type Session } from "@keyhold/core";
import { type TxContext, userModel } from "@keyhold/core/plugin";
import { invalidateSessionCache, mayAct } from "@keyhold/core/session";
import { endHold, markVerified, resolveDuplicateSignUp } from "@keyhold/core/users";
import { organizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt, type LockedOrganization, type MemberHook } from "../hooks/offers.js";
import { addMember } from "../member/add.js";
import { isAllowed, membershipOf } from "../member/membership.js";
import { showMember } from "../member/show.js";
import { type Invitation, type InvitationRow, invitationModel, type Member } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { activate } from "../records/active.js";
import { mayTouch, namedRoles } from "../records/role-authority.js";
import { rolesOf, storedRoles } from "../records/role-names.js";
import type { Received } from "./receive.js";
import { showInvitation } from "./show.js";

export interface Acceptance {
  readonly session: Session;
  /** The result of `prepareMember`. */
  readonly prepared: readonly MemberHook[];
  /** The maximum number of members, including the new member. */
  readonly limit: number;
}

/**
 * Adds the recipient of an invitation as a member with the invited role, and makes the organization active in their
 * session.
 *
 * @throws AuthError INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION, INVITER_MAY_NO_LONGER_GIVE_THIS_ROLE,
 * ROLE_NOT_FOUND, ORGANIZATION_MEMBERSHIP_LIMIT_REACHED, USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION,
 * INVITATION_NOT_FOUND
 */
export async function acceptInvitation(
  ctx: TxContext<
    | "INVITATION_NOT_FOUND"
    | "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"
    | "INVITER_MAY_NO_LONGER_GIVE_THIS_ROLE"
    | "ROLE_NOT_FOUND"
    | "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"
    | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
  >,
  options: OrganizationOptions,
  { place, user, invitation, hasLink }: Received,
  { session, prepared, limit }: Acceptance,
): Promise<{ readonly invitation: Invitation; readonly member: Member }> {
  const { organization, actorId } = place;
  const role = await roleStillGiven(ctx, options, { organization, invitation });
  const shown = showInvitation(ctx, invitation);
  for (const hook of hooksAt(ctx, "invitation.accept")) await hook(shown, ctx, place);

  const moved = await ctx.db.transition(invitationModel, invitation.id, "status", "pending", "accepted", organization);
  if (!moved) return ctx.fail(organizationErrors.INVITATION_NOT_FOUND);
  const accepted = showInvitation(ctx, moved);
  const newMember = { userId: user.id, role, reason: "invitation", invitation: accepted, actorId } as const;
  const member = await addMember(ctx, organization, { ...newMember, prepared, limit });
  if (hasLink && !user.emailVerified) await confirmAddress(ctx, user);
  await activate(ctx, session, organization.id);
  emit(ctx, { type: "invitation.accepted", invitation: accepted, member: showMember(ctx, member), actorId });
  return { invitation: accepted, member };
}

/** The invitation's role in the stored form; fails if the inviter could not assign the role now. */
async function roleStillGiven(
  ctx: TxContext<
    "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION" | "ROLE_NOT_FOUND" | "INVITER_MAY_NO_LONGER_GIVE_THIS_ROLE"
  >,
  options: OrganizationOptions,
  { organization, invitation }: { readonly organization: LockedOrganization; readonly invitation: InvitationRow },
): Promise<string> {
  const organizationId = organization.id;
  const inviter = await membershipOf(ctx, options, { organizationId, userId: invitation.inviterId });
  if (!inviter) return ctx.fail(organizationErrors.INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION);
  const names = rolesOf(invitation);
  const given = await namedRoles(ctx, options, { organizationId, names });
  if (!given) return ctx.fail(organizationErrors.ROLE_NOT_FOUND);
  const mayGive = isAllowed(inviter, { invitation: ["create"] }) && mayTouch(options, inviter, given);
  return mayGive && (await mayInviterAct(ctx, invitation))
    ? storedRoles(options, names)
    : ctx.fail(organizationErrors.INVITER_MAY_NO_LONGER_GIVE_THIS_ROLE);
}

/** Whether the inviter may act at all: a ban since the invitation adds no member. */
async function mayInviterAct(ctx: TxContext, { inviterId }: InvitationRow): Promise<boolean> {
  if (ctx.hooks("user.act").length === 0) return true;
  const inviter = await ctx.db.find(userModel, { id: inviterId });
  try {
    if (inviter) await mayAct(ctx, inviter);
    return inviter !== null;
  } catch (thrown) {
    if (isAuthError(thrown)) return false;
    throw thrown;
  }
}

/**
 * The user is signed in and has the link from the email, so the address is verified and the user keeps their account
 * data, as after a verification link.
 */
async function confirmAddress(ctx: TxContext, user: Received["user"]): Promise<void> {
  await invalidateSessionCache(ctx, user.id);
  await resolveDuplicateSignUp(ctx, user);
  await endHold(ctx, user);
  await markVerified(ctx, user);
}
