import { isStorageUnavailable, together } from "@keyhold/core/adapter";
import type { Context } from "@keyhold/core/plugin";
import { type UsageRow, usageModel } from "./models.js";

type Insert = (row: UsageRow) => Promise<void>;

/** By the database of the inserts. */
const inserters = new WeakMap<Context["db"], Insert>();

/**
 * Inserts a use, and answers after the commit; false if the use is known by its key. Uses without a key that arrive at
 * the same time share a transaction. A use with a key could wait there for another transaction with the same key, and
 * all other uses with it. Inside of a transaction of the app the use commits with that transaction.
 */
export async function keepUse(ctx: Context, row: UsageRow): Promise<boolean> {
  if (row.key !== null || ctx.isInAppTransaction)
    return (await ctx.db.insert(usageModel, row, { onConflict: () => null })) !== null;
  const known = inserters.get(ctx.db);
  const insert = known ?? inserterOf(ctx);
  if (!known) inserters.set(ctx.db, insert);
  await insert(row);
  return true;
}

function inserterOf(ctx: Context): Insert {
  const waiting = new Map<string, UsageRow>();
  const ask = together<unknown>(async (ids) => {
    const rows = ids.flatMap((id) => waiting.get(id) ?? []);
    for (const id of ids) waiting.delete(id);
    return insertAll(ctx, rows);
  });
  return async (row) => {
    waiting.set(row.id, row);
    const error = await ask(row.id);
    if (error !== null) throw error;
  };
}

/** A transaction has three statements, one after another. */
const maxAlone = 4;

/** The error of each row, or null. */
async function insertAll(ctx: Context, rows: readonly UsageRow[]): Promise<readonly unknown[]> {
  if (rows.length <= maxAlone) return insertEach(ctx, rows);
  try {
    await ctx.transaction(async ({ db }) => void (await db.insertMany(usageModel, rows, { onConflict: repeatedId })));
    return rows.map(() => null);
  } catch (error) {
    if (isStorageUnavailable(error)) throw error;
    // The database rejects a value of a row: the other rows are good.
    return insertEach(ctx, rows);
  }
}

const insertEach = ({ db }: Context, rows: readonly UsageRow[]): Promise<readonly unknown[]> =>
  Promise.all(
    rows.map((row) =>
      db.insert(usageModel, row, { onConflict: repeatedId }).then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  );

/** A use without a key has a random id. */
function repeatedId(): never {
  throw new Error("Two uses have one random id.");
}
