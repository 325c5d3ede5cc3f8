import type { User } from "@keyhold/core";
import { type Context, userModel } from "@keyhold/core/plugin";
import { memberMay, membersOf } from "../hooks/offers.js";
import type { ApiKeyRow } from "../models.js";

/** Managers of an organization who get an email. */
const maxManagers = 20;

/**
 * Whom to tell of a key: its user; of an organization's key the members with the permission `apiKey: update`, at most
 * 20. Members with equal roles are asked about once.
 */
export async function recipientsOf(
  ctx: Context,
  row: Pick<ApiKeyRow, "userId" | "referenceId">,
): Promise<readonly User[]> {
  const own = await ctx.db.find(userModel, { id: row.userId ?? row.referenceId });
  if (own) return [own];
  const organizationId = row.referenceId;
  const mayByRole = new Map<string, boolean>();
  const managers: User[] = [];
  for await (const page of membersOf(ctx, organizationId))
    for (const { userId, role } of page) {
      const may = mayByRole.get(role) ?? (await memberMay(ctx, { organizationId, userId }, { apiKey: ["update"] }));
      mayByRole.set(role, may);
      const user = may ? await ctx.db.find(userModel, { id: userId }) : null;
      if (user) managers.push(user);
      if (managers.length >= maxManagers) return managers;
    }
  return managers;
}
