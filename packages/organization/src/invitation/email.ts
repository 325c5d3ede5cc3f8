import type { User } from "@keyhold/core";
import { type Context, fingerprint, mayEmail, randomText, userModel, withQuery } from "@keyhold/core/plugin";
import type { OrganizationEmail } from "../emails.js";
import { type Invitation, invitationModel, organizationModel } from "../models.js";
import { showOrganization } from "../records/show.js";
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
 * Sends the email of an invitation with a new link. Sends no email if mail is not configured or the address has reached
 * the limit; the previous link stays valid then. The response does not wait for the email.
 */
export const sendInvitation = (ctx: Context, sending: Sending): void =>
  ctx.later("Sending the email of an invitation", () => writeInvitation(ctx, sending));

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
    if (!linked) throw new Error("The link of an invitation was not saved although its organization is locked.");
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
