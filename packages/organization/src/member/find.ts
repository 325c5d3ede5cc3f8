import type { RowWith } from "@keyhold/core/adapter";
import { type TxContext, userModel } from "@keyhold/core/plugin";
import { parseEmail } from "@keyhold/core/users";
import { memberModel } from "../models.js";

/**
 * Finds a member of an organization by member id or by email address in any case; null for members of other
 * organizations.
 */
export async function findNamedMember(
  ctx: TxContext,
  organizationId: string,
  idOrEmail: string,
): Promise<RowWith<typeof memberModel, typeof userModel> | null> {
  const email = parseEmail(idOrEmail);
  if (email === null) return ctx.db.find(memberModel, { organizationId, id: idOrEmail }, { with: userModel });
  const user = await ctx.db.find(userModel, { email });
  return user && ctx.db.find(memberModel, { organizationId, userId: user.id }, { with: userModel });
}
