import { parseRoles } from "@keyhold/access";
import { type Context, lockAll } from "@keyhold/core/plugin";
import { storedRoles } from "../authority/authority.js";
import { type ManagedRow, managedUserModel } from "../models.js";
import type { AdminSettings } from "../options.js";
import { foldedNameOf } from "./fold-name.js";

/** The search columns of list-users, besides the email address. */
interface Indexed {
  readonly foldedName: string;
  readonly role: string | null;
}

function indexOf(settings: AdminSettings, { name, role }: ManagedRow): Indexed {
  // A role that is no longer defined has no position in the order.
  return { foldedName: foldedNameOf(name), role: storedRoles(settings, parseRoles(role)) ?? role };
}

/** Whether the search columns of a row are outdated. */
export function isOutdated(settings: AdminSettings, user: ManagedRow): boolean {
  const { foldedName, role } = indexOf(settings, user);
  return foldedName !== user.foldedName || role !== user.role;
}

/**
 * Updates the search columns of users; returns the number of changed rows. Locks each row, so that no concurrent change
 * is overwritten.
 */
export function indexAll(ctx: Context, settings: AdminSettings, ids: readonly string[]): Promise<number> {
  return ctx.transaction(async (ctx) => {
    const locked = await lockAll(ctx.db, managedUserModel, ids);
    const outdated = [...locked.values()].filter((user) => isOutdated(settings, user));
    for (const user of outdated) await ctx.db.update(managedUserModel, user.id, indexOf(settings, user));
    return outdated.length;
  });
}

/** The maximum number of rows indexed by a search. */
const maxIndexed = 100;

/**
 * Indexes rows inserted by the app's own SQL: their `foldedName` is the default of the column, which sorts before all
 * others. Without such rows the cost is an indexed read of a row.
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
