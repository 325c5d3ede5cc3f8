import type { Context, RowWith, TxContext, User, userModel } from "@keyhold/core";
import type { memberModel } from "../models.js";
import { showMember } from "../organization/show.js";
import type { MemberUser, MemberWithUser } from "../shapes.js";

/** A member with what members see of each other. */
export function showWithUser(
  ctx: Pick<Context | TxContext, "schema">,
  { user, ...member }: RowWith<typeof memberModel, typeof userModel>,
): MemberWithUser {
  return { ...showMember(ctx, member), user: showMemberUser(user) };
}

export const showMemberUser = ({ id, name, email, image }: User): MemberUser => ({ id, name, email, image });
