import { isIn, type TxContext } from "@keyhold/core/plugin";
import { type UsageRow, usageModel } from "./models.js";

/** Another worker has moved some of the rows. */
export class MovedMeanwhile extends Error {
  override readonly name = "MovedMeanwhile";
}

/**
 * Puts rows into another batch, by two statements for any number of rows: they are removed from where they are and
 * inserted again. Throws if a row is there no more: of workers at once a single worker moves a row.
 */
export async function moveRows(
  { db }: Pick<TxContext, "db">,
  rows: readonly UsageRow[],
  changes: Partial<UsageRow> & Pick<UsageRow, "batch">,
): Promise<readonly UsageRow[]> {
  if (rows.length === 0) return [];
  const id = isIn(rows.map((row) => row.id));
  const removed = await db.remove(usageModel, { id, batch: isIn([...new Set(rows.map(({ batch }) => batch))]) });
  if (removed !== rows.length) return movedMeanwhile();
  const moved = rows.map((row) => ({ ...row, ...changes }));
  await db.insertMany(usageModel, moved, { onConflict: movedMeanwhile });
  return moved;
}

function movedMeanwhile(): never {
  throw new MovedMeanwhile("Another worker has moved a row of usage.");
}
