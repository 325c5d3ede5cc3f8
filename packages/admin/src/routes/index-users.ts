import { parseRoles } from "@keyhold/access";
import { type Context, holdAll, ok, pagesOf } from "@keyhold/core";
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
    for await (const users of pagesOf(ctx.db, managedUserModel, {}, { pageLength })) {
      const outdated = users.filter((user) => isOutdated(admin, user)).map(({ id }) => id);
      if (outdated.length > 0) changed += await indexAll(ctx, admin, outdated);
    }
    return ok({ changed });
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
    const held = await holdAll(ctx.db, managedUserModel, ids);
    const outdated = [...held.values()].filter((user) => isOutdated(admin, user));
    for (const user of outdated) await ctx.db.update(managedUserModel, user.id, indexOf(admin, user));
    return outdated.length;
  });
}
