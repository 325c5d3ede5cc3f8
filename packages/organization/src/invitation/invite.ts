import { type AddedColumns, after, storedForm, storedRow, type TxContext, userModel } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt, type InvitationDraft, type Place } from "../hooks/offers.js";
import type { Membership } from "../member/membership.js";
import { type Invitation, type InvitationRow, invitationModel, memberModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { failTaken } from "../records/conflict.js";
import { cancelInvitation, closeInvitation, mayTouchInvitation } from "./cancel.js";
import { isOpen } from "./open.js";
import { showInvitation } from "./show.js";

export interface Inviting {
  /** The inviter. */
  readonly me: Membership;
  /** As returned by `parseEmail`. */
  readonly email: string;
  /** In the stored form. */
  readonly role: string;
  /** Columns of other plugins. */
  readonly columns: AddedColumns;
  /** Renews the pending invitation instead of failing. */
  readonly isAgain: boolean;
  /** The maximum number of open invitations, including the new invitation. */
  readonly limit: number;
}

/** Rows of the previous library may contain several invitations for an email address. */
const maxPending = 100;

/**
 * Invites an email address to a locked organization. The address has exactly one open invitation there afterwards.
 *
 * @throws AuthError USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION, USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION,
 * INVITATION_LIMIT_REACHED
 */
export async function invite(
  ctx: TxContext<
    | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
    | "INVITATION_LIMIT_REACHED"
    | "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION"
  >,
  options: OrganizationOptions,
  place: Place,
  inviting: Inviting,
): Promise<Invitation> {
  const { email, limit } = inviting;
  const organizationId = place.organization.id;
  const user = await ctx.db.find(userModel, { email });
  if (user && (await ctx.db.exists(memberModel, { organizationId, userId: user.id })))
    return ctx.fail(organizationErrors.USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION);

  const renewed = await endPendingInvitations(ctx, options, place, inviting);
  const draft = await draftInvitation(ctx, options, place, inviting);
  if (!renewed || !isOpen(ctx, renewed)) {
    const waiting = { organizationId, status: "pending", expiresAt: after(ctx.now()) } as const;
    const open = Number.isFinite(limit) ? await ctx.db.count(invitationModel, waiting) : 0;
    if (open >= limit) return ctx.fail(organizationErrors.INVITATION_LIMIT_REACHED);
  }
  if (renewed) return renew(ctx, renewed, draft, place);

  const row = await ctx.db.insert(invitationModel, storedRow(ctx, invitationModel, draft), place.organization, {
    onConflict: (conflict) => failTaken(ctx, conflict),
  });
  const invitation = showInvitation(ctx, row);
  emit(ctx, { type: "invitation.created", invitation, actorId: place.actorId });
  return invitation;
}

/**
 * Cancels the pending invitations of the address, except the invitation to renew, which is returned and may have expired.
 * Fails if the caller may not replace them.
 */
async function endPendingInvitations(
  ctx: TxContext<"USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION">,
  options: OrganizationOptions,
  place: Place,
  { me, email, isAgain }: Inviting,
): Promise<InvitationRow | null> {
  const pending = await ctx.db.list(
    invitationModel,
    { organizationId: place.organization.id, email, status: "pending" },
    { orderBy: "expiresAt", direction: "descending", limit: maxPending },
  );
  const open = pending.filter((row) => isOpen(ctx, row));
  const mayReplace = isAgain || options.cancelPendingInvitationsOnReInvite;
  for (const invitation of open) {
    if (!mayReplace || !(await mayTouchInvitation(ctx, options, { me, invitation })))
      return ctx.fail(organizationErrors.USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION);
  }
  const [last] = isAgain ? pending : [];
  const mayRenew = last && (open.includes(last) || (await mayTouchInvitation(ctx, options, { me, invitation: last })));
  const newest = mayRenew ? last : null;
  for (const row of pending) {
    if (row === newest) continue;
    if (open.includes(row)) await cancelInvitation(ctx, row, place);
    else await closeInvitation(ctx, row, place);
  }
  return newest;
}

async function draftInvitation(
  ctx: TxContext,
  { invitationExpiresInSeconds }: OrganizationOptions,
  place: Place,
  { me, email, role, columns }: Inviting,
): Promise<InvitationDraft> {
  const now = ctx.now();
  let draft: InvitationDraft = {
    ...columns,
    organizationId: place.organization.id,
    email,
    role,
    expiresAt: new Date(now.getTime() + invitationExpiresInSeconds * 1000),
    createdAt: now,
    inviterId: me.member.userId,
  };
  for (const hook of hooksAt(ctx, "invitation.create")) draft = await hook(draft, ctx, place);
  return draft;
}

/**
 * Updates an invitation with a new expiry time, role and inviter. The present link stays valid until an email with a
 * new link is sent.
 */
async function renew(
  ctx: TxContext,
  present: InvitationRow,
  draft: InvitationDraft,
  { organization, actorId }: Place,
): Promise<Invitation> {
  const { id } = present;
  const { id: _, createdAt, status, ...change } = draft;
  const stored = storedForm(ctx, invitationModel, change);
  // The link of an expired invitation stays without effect: the email has a new link.
  const renewed = isOpen(ctx, present) ? stored : { ...stored, linkHash: null };
  const row = await ctx.db.update(invitationModel, id, renewed, organization, {
    onConflict: (conflict) => failTaken(ctx, conflict),
  });
  if (!row) throw new Error("An invitation of a held organization was gone.");
  const invitation = showInvitation(ctx, row);
  emit(ctx, { type: "invitation.resent", invitation, actorId });
  return invitation;
}
