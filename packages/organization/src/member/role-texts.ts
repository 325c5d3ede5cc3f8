import type { Context, TxContext } from "@keyhold/core/plugin";
import { memberModel } from "../models.js";
import { rolesOf } from "../role/names.js";

const pageLength = 100;

/**
 * The texts in which members of an organization have a role, alone or beside others: "admin", "admin,billing". Found in the
 * index of roles, from each text to the next one below it, so that it takes a few statements however many members there are.
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
    // No id is smaller than this one: all others who have the last text are passed over.
    cursor = { value: last.role, id: "" };
  }
  return [...texts].filter((role) => rolesOf({ role }).some((name) => names.includes(name)));
}
