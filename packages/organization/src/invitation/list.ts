import { type Context, commonErrors, type Where } from "@keyhold/core/plugin";
import { type Invitation, invitationModel } from "../models.js";

/** The organization or the email address to list invitations of. */
export type Owner = Pick<Where<typeof invitationModel>, "organizationId" | "email">;

export interface InvitationsPage {
  readonly limit: number;
  /** The id of the last invitation on the previous page. */
  readonly cursor?: string | undefined;
}

/**
 * The order and cursor of a page of invitations, the latest expiry first. Existing clients expect a bare list as the
 * response, so the cursor is the id of a row.
 */
export async function orderOf(
  ctx: Context,
  owner: Owner,
  { limit, cursor: id }: InvitationsPage,
): Promise<{
  readonly orderBy: "expiresAt";
  readonly direction: "descending";
  readonly limit: number;
  readonly cursor?: { readonly value: Invitation["expiresAt"]; readonly id: string };
}> {
  const order = { orderBy: "expiresAt", direction: "descending", limit } as const;
  if (id === undefined) return order;
  const last = await ctx.db.find(invitationModel, { ...owner, id });
  if (!last) {
    const issue = { path: "cursor", message: "Not the id of an invitation of this list" };
    return ctx.fail(commonErrors.VALIDATION_ERROR, { issues: [issue] });
  }
  return { ...order, cursor: { value: last.expiresAt, id } };
}
