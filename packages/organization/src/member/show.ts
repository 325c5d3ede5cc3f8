import type { User } from "@keyhold/core";
import { type Context, publicRow, type TxContext } from "@keyhold/core/plugin";
import { type Member, memberModel } from "../models.js";
import type { MemberUser, MemberWithUser } from "../routes/schemas.js";

/** The public fields of a member, with the columns of plugins. */
export const showMember = ({ schema }: Pick<Context | TxContext, "schema">, row: Member): Member =>
  publicRow(schema, memberModel, row);

/** The user columns visible to other members, besides the id. */
export const memberUserColumns = ["name", "email", "image"] as const satisfies readonly (keyof User)[];

/** A membership row, of an organization or a team, with the user's columns visible to members. */
export interface RowWithUser {
  readonly userId: string;
  readonly user: Pick<User, (typeof memberUserColumns)[number]>;
}

/** A member with the user's columns visible to other members. */
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
