import type { Context, RowWith, TxContext, userModel } from "@keyhold/core";
import type { memberModel } from "../models.js";
import { showMember } from "../organization/show.js";
import type { MemberWithUser } from "../shapes.js";

/** A member with what members see of each other. */
export function showWithUser(
  ctx: Pick<Context | TxContext, "schema">,
  { user, ...member }: RowWith<typeof memberModel, typeof userModel>,
): MemberWithUser {
  const { id, name, email, image } = user;
  return { ...showMember(ctx, member), user: { id, name, email, image } };
}
