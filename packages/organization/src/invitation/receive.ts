import type { Session } from "@keyhold/core";
import { type Caller, type Context, commonErrors, type Locked, type TxContext, userModel } from "@keyhold/core/plugin";
import { requireLiveSession } from "@keyhold/core/session";
import { confirmedCookies, isOwnSession } from "@keyhold/core/users";
import { organizationErrors } from "../errors.js";
import type { Place } from "../hooks/offers.js";
import { type InvitationRow, organizationModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import type { InvitationName } from "../routes/schemas.js";
import { findAgain } from "./find.js";
import { requireClaim } from "./recipient.js";

/** An open invitation and the recipient; the user and the organization are locked. */
export interface Received {
  readonly place: Place;
  readonly user: Locked<typeof userModel>;
  readonly invitation: InvitationRow;
  /**
   * The request contains the token from the email, in a session of the user's own: another person may have put a one-time
   * token into a link.
   */
  readonly hasLink: boolean;
}

export interface Receipt {
  readonly name: InvitationName;
  readonly organizationId: string;
  readonly session: Session;
  readonly caller: Caller;
}

type ReceiptCode =
  | "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"
  | "INVITATION_NOT_FOUND"
  | "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION";

/** What the work answered with, and the cookies of a browser that followed the link of an invitation. */
export interface Receiving<T> {
  readonly answer: T;
  readonly cookies: readonly string[];
}

/**
 * Runs `work` on a user's invitation in a transaction. Neither the user's email address nor the invitation changes
 * until the transaction ends.
 *
 * @throws AuthError INVITATION_NOT_FOUND, YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION,
 * EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION, UNAUTHORIZED
 */
export async function withReceivedInvitation<T, Code extends string>(
  ctx: Context<Code | ReceiptCode>,
  options: OrganizationOptions,
  { name, organizationId, session, caller }: Receipt,
  work: (ctx: TxContext<Code | ReceiptCode>, received: Received) => Promise<T>,
): Promise<Receiving<T>> {
  const done = await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
    await requireLiveSession(ctx, session);
    const organization = await ctx.db.lock(organizationModel, organizationId);
    const invitation = organization && (await findAgain(ctx, name));
    if (!invitation || invitation.organizationId !== organization.id)
      return ctx.fail(organizationErrors.INVITATION_NOT_FOUND);
    const hasLink = name.token !== undefined && isOwnSession(ctx, session, { userId: user.id });
    await requireClaim(ctx, options, { user, invitation, hasLink, caller });
    const place = { organization, actorId: user.id };
    const answer = await work(ctx, { place, user, invitation, hasLink });
    return { answer, cookies: hasLink ? confirmedCookies(ctx, user, caller) : [] };
  });
  return done ?? ctx.fail(commonErrors.UNAUTHORIZED);
}
