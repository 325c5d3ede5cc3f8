import { parseRoles } from "@keyhold/access";
import { type Context, ok, type TxContext } from "@keyhold/core";
import { z } from "zod";
import { storedRoles } from "../authority.js";
import { endpoint } from "../endpoint.js";
import { foldName } from "../fold-name.js";
import { type ManagedRow, managedUserModel } from "../models.js";
import type { Admin } from "../options.js";

/** Nobody waits long for a user who is among them. */
const pageLength = 100;

export const indexUsers = endpoint({
  wire: "POST /admin/index-users",
  access: "public",
  doc: "Writes what list-users finds people by, for rows that others wrote: once after the plugin came to an app with users, and after names or roles were changed by SQL.",
  input: z.object({}),
  output: z.object({ changed: z.number() }),
  isServerOnly: true,
  async handle({ ctx }, admin) {
    let changed = 0;
    let cursor: { readonly value: string; readonly id: string } | undefined;
    for (;;) {
      const page = await ctx.db.list(
        managedUserModel,
        {},
        { orderBy: "id", limit: pageLength, ...(cursor && { cursor }) },
      );
      const outdated = page.filter((user) => isOutdated(admin, user)).map(({ id }) => id);
      if (outdated.length > 0) changed += await indexAll(ctx, admin, outdated);
      const last = page.at(-1);
      if (!last || page.length < pageLength) return ok({ changed });
      cursor = { value: last.id, id: last.id };
    }
  },
});

interface Indexed {
  readonly foldedName: string;
  readonly role: string | null;
}

function indexOf(admin: Admin, { name, role }: ManagedRow): Indexed {
  // Of roles that are no more nobody knows the place.
  return { foldedName: foldName(name), role: storedRoles(admin, parseRoles(role)) ?? role };
}

function isOutdated(admin: Admin, user: ManagedRow): boolean {
  const { foldedName, role } = indexOf(admin, user);
  return foldedName !== user.foldedName || role !== user.role;
}

/** Each is held, so that nothing is written over what somebody changes at the same time. */
function indexAll(ctx: Context, admin: Admin, ids: readonly string[]): Promise<number> {
  return ctx.atomically(async (ctx) => {
    let changed = 0;
    for (const id of [...ids].sort()) changed += await indexOne(ctx, admin, id);
    return changed;
  });
}

async function indexOne(ctx: TxContext, admin: Admin, id: string): Promise<number> {
  const user = await ctx.db.hold(managedUserModel, id);
  if (!user || !isOutdated(admin, user)) return 0;
  await ctx.db.update(managedUserModel, id, indexOf(admin, user));
  return 1;
}
