import { parseRoles } from "@keyhold/access";
import { type Context, holdAll, ok, pagesOf } from "@keyhold/core";
import { z } from "zod";
import { storedRoles } from "../authority.js";
import { endpoint } from "../endpoint.js";
import { foldName } from "../fold-name.js";
import { type ManagedRow, managedUserModel } from "../models.js";
import type { AdminSettings } from "../options.js";

/** Nobody waits long for a user who is among them. */
const pageLength = 100;

export const indexUsers = endpoint({
  wire: "POST /admin/index-users",
  access: "public",
  doc: "Writes what list-users finds people by, for rows that others wrote: once after the plugin came to an app with users, and after names or roles were changed by SQL.",
  input: z.object({}),
  output: z.object({ changed: z.number() }),
  isServerOnly: true,
  async handle({ ctx }, settings) {
    let changed = 0;
    for await (const users of pagesOf(ctx.db, managedUserModel, {}, { pageLength })) {
      const outdated = users.filter((user) => isOutdated(settings, user)).map(({ id }) => id);
      if (outdated.length > 0) changed += await indexAll(ctx, settings, outdated);
    }
    return ok({ changed });
  },
});

interface Indexed {
  readonly foldedName: string;
  readonly role: string | null;
}

function indexOf(settings: AdminSettings, { name, role }: ManagedRow): Indexed {
  // Of roles that are no more nobody knows the place.
  return { foldedName: foldName(name), role: storedRoles(settings, parseRoles(role)) ?? role };
}

function isOutdated(settings: AdminSettings, user: ManagedRow): boolean {
  const { foldedName, role } = indexOf(settings, user);
  return foldedName !== user.foldedName || role !== user.role;
}

/** Each is held, so that nothing is written over what somebody changes at the same time. */
function indexAll(ctx: Context, settings: AdminSettings, ids: readonly string[]): Promise<number> {
  return ctx.atomically(async (ctx) => {
    const held = await holdAll(ctx.db, managedUserModel, ids);
    const outdated = [...held.values()].filter((user) => isOutdated(settings, user));
    for (const user of outdated) await ctx.db.update(managedUserModel, user.id, indexOf(settings, user));
    return outdated.length;
  });
}
