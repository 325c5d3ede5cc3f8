import { type Context, publicRow, type RowWith, type TxContext, type User, type userModel } from "@keyhold/core";
import { type Member, memberModel } from "../models.js";
import type { MemberUser, MemberWithUser } from "../shapes.js";

/** A member as answers show one, with the columns of plugins. */
export const showMember = ({ schema }: Pick<Context | TxContext, "schema">, row: Member): Member =>
  publicRow(schema, memberModel, row);

/** A member with what members see of each other. */
export function showWithUser(
  ctx: Pick<Context | TxContext, "schema">,
  { user, ...member }: RowWith<typeof memberModel, typeof userModel>,
): MemberWithUser {
  return { ...showMember(ctx, member), user: showMemberUser(user) };
}

export const showMemberUser = ({ id, name, email, image }: User): MemberUser => ({ id, name, email, image });
