import type { Session } from "@keyhold/core";
import { confirmedCookies } from "@keyhold/core/internal";
import { type Caller, type Context, type Locked, type TxContext, userModel } from "@keyhold/core/plugin";
import type { Place } from "../hooks.js";
import { type InvitationRow, organizationModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import type { InvitationName } from "../schemas.js";
import { findAgain } from "./find.js";
import { requireClaim } from "./recipient.js";

/** An open invitation in the hands of whoever it is for; both the user and the organization are held. */
export interface Received {
  readonly place: Place;
  readonly user: Locked<typeof userModel>;
  readonly invitation: InvitationRow;
  /** They came by the letter's link. */
  readonly hasLink: boolean;
}

export interface Receipt {
  readonly name: InvitationName;
  readonly organizationId: string;
  readonly session: Session;
  readonly caller: Caller;
}

/** What the work answered with, and the cookies of a browser that followed the link of an invitation. */
export interface Receiving<T> {
  readonly answer: T;
  readonly cookies: readonly string[];
}

/**
 * Runs work on the invitation that a user received, in a transaction in which neither the user's address nor the
 * invitation changes any more.
 *
 * @throws AuthError INVITATION_NOT_FOUND, YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION,
 * EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION, UNAUTHORIZED
 */
export async function withReceivedInvitation<T>(
  ctx: Context,
  options: OrganizationOptions,
  { name, organizationId, session, caller }: Receipt,
  work: (ctx: TxContext, received: Received) => Promise<T>,
): Promise<Receiving<T>> {
  const done = await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
    const organization = await ctx.db.lock(organizationModel, organizationId);
    const invitation = organization && (await findAgain(ctx, name));
    if (!invitation || invitation.organizationId !== organization.id) return ctx.refuse("INVITATION_NOT_FOUND");
    const hasLink = name.token !== undefined;
    await requireClaim(ctx, options, { user, invitation, hasLink, caller });
    const place = { organization, actorId: user.id };
    const answer = await work(ctx, { place, user, invitation, hasLink });
    return { answer, cookies: hasLink ? confirmedCookies(ctx, user, caller) : [] };
  });
  return done ?? ctx.refuse("UNAUTHORIZED");
}
