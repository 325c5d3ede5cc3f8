import type { Context, TxContext } from "@keyhold/core/plugin";
import { memberModel } from "../models.js";
import { rolesOf } from "../records/role-names.js";

const pageLength = 100;

/**
 * Finds the distinct role texts of an organization's members with any of these roles, alone or beside others: "admin",
 * "admin,billing". Skips through the index of roles from each text to the next lower text, so the number of statements
 * does not depend on the number of members.
 */
export async function roleTextsWith(
  ctx: Context | TxContext,
  organizationId: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const texts = new Set<string>();
  let cursor: { readonly value: string; readonly id: string } | undefined;
  for (;;) {
    const page = await ctx.db.list(
      memberModel,
      { organizationId },
      { orderBy: "role", direction: "descending", limit: pageLength, ...(cursor && { cursor }) },
    );
    for (const { role } of page) texts.add(role);
    const last = page.at(-1);
    if (!last || page.length < pageLength) break;
    // No id is smaller than the empty id, so the cursor skips the other members with the last text.
    cursor = { value: last.role, id: "" };
  }
  return [...texts].filter((role) => rolesOf({ role }).some((name) => names.includes(name)));
}
