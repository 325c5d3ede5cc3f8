import type { Context, Where } from "@keyhold/core/plugin";
import { type Invitation, invitationModel } from "../models.js";

/** Whose invitations. */
export type Owner = Pick<Where<typeof invitationModel>, "organizationId" | "email">;

export interface InvitationsPage {
  readonly limit: number;
  /** The id of the last invitation of the page before. */
  readonly cursor?: string | undefined;
}

/**
 * How a list of invitations is read on: the one that ends last comes first. The answer is the bare list that clients of
 * this field know, so the place to read on from is named by the id of the row that stands there.
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
    return ctx.refuse("VALIDATION_ERROR", { issues: [issue] });
  }
  return { ...order, cursor: { value: last.expiresAt, id } };
}
