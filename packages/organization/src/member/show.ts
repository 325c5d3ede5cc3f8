import type { User } from "@keyhold/core";
import { type Context, publicRow, type TxContext } from "@keyhold/core/plugin";
import { type Member, memberModel } from "../models.js";
import type { MemberUser, MemberWithUser } from "../schemas.js";

/** A member as answers show one, with the columns of plugins. */
export const showMember = ({ schema }: Pick<Context | TxContext, "schema">, row: Member): Member =>
  publicRow(schema, memberModel, row);

/** The columns of a user that members see of each other, besides the id. */
export const memberUserColumns = ["name", "email", "image"] as const satisfies readonly (keyof User)[];

/** The row of a user's membership, e.g. in an organization or a team, with what members see of the user. */
export interface RowWithUser {
  readonly userId: string;
  readonly user: Pick<User, (typeof memberUserColumns)[number]>;
}

/** A member with what members see of each other. */
export const showWithUser = (ctx: Pick<Context | TxContext, "schema">, row: Member & RowWithUser): MemberWithUser => ({
  ...showMember(ctx, row),
  user: showMemberUser(row),
});

export const showMemberUser = ({ userId, user: { name, email, image } }: RowWithUser): MemberUser => ({
  id: userId,
  name,
  email,
  image,
});
