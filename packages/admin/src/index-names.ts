import { parseRoles } from "@keyhold/access";
import { type Context, lockAll } from "@keyhold/core/plugin";
import { storedRoles } from "./authority.js";
import { foldedNameOf } from "./fold-name.js";
import { type ManagedRow, managedUserModel } from "./models.js";
import type { AdminSettings } from "./options.js";

/** What list-users finds a user by, beside the address. */
interface Indexed {
  readonly foldedName: string;
  readonly role: string | null;
}

function indexOf(settings: AdminSettings, { name, role }: ManagedRow): Indexed {
  // A role that is no longer defined has no place in the order.
  return { foldedName: foldedNameOf(name), role: storedRoles(settings, parseRoles(role)) ?? role };
}

/** Whether a row says something else than its name and roles. */
export function isOutdated(settings: AdminSettings, user: ManagedRow): boolean {
  const { foldedName, role } = indexOf(settings, user);
  return foldedName !== user.foldedName || role !== user.role;
}

/** Indexes users again; answers how many changed. Each row is locked, so that no change made at the same time is overwritten. */
export function indexAll(ctx: Context, settings: AdminSettings, ids: readonly string[]): Promise<number> {
  return ctx.transaction(async (ctx) => {
    const locked = await lockAll(ctx.db, managedUserModel, ids);
    const outdated = [...locked.values()].filter((user) => isOutdated(settings, user));
    for (const user of outdated) await ctx.db.update(managedUserModel, user.id, indexOf(settings, user));
    return outdated.length;
  });
}

/** As many rows as one search indexes. */
const maxIndexed = 100;

/**
 * Indexes rows that an INSERT of the app made: their `foldedName` is the default of the column, which comes before all
 * others. One read of one row by the index where there are none.
 */
export async function indexInserted(ctx: Context, settings: AdminSettings): Promise<void> {
  const first = (limit: number) =>
    ctx.db.list(managedUserModel, {}, { orderBy: "foldedName", direction: "ascending", limit });
  if ((await first(1)).every(isFolded)) return;
  const inserted = (await first(maxIndexed)).filter((user) => !isFolded(user));
  await indexAll(
    ctx,
    settings,
    inserted.map(({ id }) => id),
  );
}

const isFolded = ({ foldedName }: ManagedRow): boolean => foldedName !== "";
