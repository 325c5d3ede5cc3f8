import type { User } from "@keyhold/core";
import {
  type Context,
  fingerprint,
  isConflict,
  mayEmail,
  randomText,
  userModel,
  withQuery,
} from "@keyhold/core/plugin";
import type { OrganizationEmail } from "../emails.js";
import { type Invitation, invitationModel, organizationModel } from "../models.js";
import { showOrganization } from "../organization/show.js";
import { wordsOf } from "./email-texts.js";
import { isOpen } from "./open.js";
import { showInvitation } from "./show.js";

const kind: OrganizationEmail["kind"] = "organization.invitation";
/** 190 bits. */
const secretLength = 32;

export interface Sending {
  readonly invitation: Invitation;
  readonly inviter: Pick<User, "name" | "email">;
  readonly page: string;
}

/**
 * Sends the letter of an invitation, with a link of its own, unless there is no mail or too many went to that address
 * already: then the link of the letter before goes on working. No answer waits for it.
 */
export const sendInvitation = (ctx: Context, sending: Sending): void =>
  ctx.later("Writing the letter of an invitation", () => writeInvitation(ctx, sending));

async function writeInvitation(ctx: Context, { invitation, inviter, page }: Sending): Promise<void> {
  const { email: to, organizationId } = invitation;
  const { settings } = ctx;
  if (!settings.hasMail || !(await mayEmail(ctx, kind, to))) return;
  const reader = await ctx.db.find(userModel, { email: to });
  const token = randomText(secretLength);
  const url = withQuery(settings, page, { token });

  await ctx.transactionOn(organizationModel, organizationId, async (ctx, organization) => {
    const row = await ctx.db.find(invitationModel, { id: invitation.id });
    if (!row || !isOpen(ctx, row)) return;
    const linked = await ctx.db.update(invitationModel, row.id, { linkHash: fingerprint(token) }, organization);
    if (!linked || isConflict(linked)) throw new Error("An invitation of a held organization got no link.");
    const { expiresAt } = linked;
    const told = { appName: settings.appName, organizationName: organization.name, inviterName: inviter.name };
    const message: OrganizationEmail = {
      kind,
      to,
      userId: reader?.id ?? null,
      url,
      words: wordsOf({ ...told, expiresAt }),
      invitation: showInvitation(ctx, linked),
      organization: showOrganization(ctx, organization),
      inviter: { name: inviter.name, email: inviter.email },
      token,
      expiresInSeconds: Math.floor((expiresAt.getTime() - ctx.now().getTime()) / 1000),
    };
    ctx.send(message);
  });
}
