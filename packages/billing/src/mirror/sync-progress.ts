import { type Context, date, defineModel, integer, type Row, text } from "@keyhold/core/plugin";

/** The place of `syncAll`: after a crash the next call goes on from here. */
export const syncModel = defineModel("billingSync", {
  /** "all". */
  id: text(),
  /** The list that is read, e.g. "orders", or "grants" and the id of a benefit. */
  list: text(),
  /** The next page. */
  page: integer(),
  /** When the page was asked for. */
  readAt: date(),
  /** Of the last reading that came to its end. */
  finishedAt: date().optional(),
});

export type SyncProgress = Row<typeof syncModel>;

const id = "all";

const maxPauseMilliseconds = 3_600_000;

/**
 * Where to begin or to go on; `finishedAt` is null until a reading came to its end. A reading that stopped an hour ago
 * begins anew: the entities of the pages before may have changed.
 */
export async function startSync(ctx: Context, firstList: string): Promise<SyncProgress> {
  const row = { id, list: firstList, page: 1, readAt: ctx.now(), finishedAt: null };
  const inserted = await ctx.db.insert(syncModel, row, { onConflict: () => null });
  const known = inserted ?? (await ctx.db.find(syncModel, { id })) ?? row;
  const isRecent = ctx.now().getTime() - known.readAt.getTime() < maxPauseMilliseconds;
  return isRecent ? known : { ...row, finishedAt: known.finishedAt };
}

export const saveProgress = (ctx: Context, place: Pick<SyncProgress, "list" | "page">): Promise<unknown> =>
  ctx.db.update(syncModel, id, { ...place, readAt: ctx.now() });

/** The next reading begins anew. */
export const finishSync = (ctx: Context, firstList: string): Promise<unknown> =>
  ctx.db.update(syncModel, id, { list: firstList, page: 1, finishedAt: ctx.now() });

/** When a reading last came to its end; null: never. */
export const lastSyncAt = async (ctx: Context): Promise<Date | null> =>
  (await ctx.db.find(syncModel, { id }))?.finishedAt ?? null;
