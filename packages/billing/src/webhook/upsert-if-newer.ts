import { compareVersions } from "@keyhold/billing-schema";
import type { Column, ColumnMap, Conflict, Insert, Model, Row, TxContext } from "@keyhold/core/plugin";

/** A table of entities of the provider: `id` is the entity's, `version` the result of `versionOf`. */
export type VersionedModel = Model<
  string,
  ColumnMap & { readonly id: Column<string>; readonly version: Column<string> },
  "table"
>;

/**
 * Writes a row if no row has the id, or an older version is stored: locks the row, compares the versions, and inserts,
 * updates or leaves it. Of any number of concurrent versions, in any order and repeated, the newest stays. An older
 * event would insert a removed row again, so keep the row and store the end of the entity there.
 *
 * @returns true if the row was written; false if the stored version is as new, or newer
 * @throws RangeError for a version that is not an ISO date and time with an offset; Error when another row has the same
 *   value in a unique column
 * @example await tx.upsertIfNewer(subscriptionModel, { id: data.id, version: versionOf(data), status: String(data.status) });
 */
export type UpsertIfNewer = <M extends VersionedModel>(model: M, row: Insert<M>) => Promise<boolean>;

/** Another transaction has inserted the row meanwhile: the transaction ends, and the work runs again. */
export class InsertedMeanwhile extends Error {
  override readonly name = "InsertedMeanwhile";

  constructor(model: string) {
    super(`Another transaction has inserted the row of ${model} each time that this one tried to.`);
  }
}

/** Ends the transaction, which runs again. */
export const insertedMeanwhile = ({ name }: Pick<Model, "name">): never => {
  throw new InsertedMeanwhile(name);
};

/** What `writeIfNewer` found and did. */
interface Write {
  /** The row before; null without a row. */
  readonly known: Row<VersionedModel> | null;
  readonly isWritten: boolean;
}

/** `upsertIfNewer`, with the row before. `locked`: the row that the caller has locked, null without a row. */
export async function writeIfNewer(
  { db }: Pick<TxContext, "db">,
  model: VersionedModel,
  row: Insert<VersionedModel>,
  locked?: Row<VersionedModel> | null,
): Promise<Write> {
  const { id, ...columns } = row;
  const known = locked === undefined ? await db.lock(model, id) : locked;
  if (known && compareVersions(row.version, known.version) <= 0) return { known, isWritten: false };
  // Later versions are compared with the first, so the first must be valid.
  if (!known) compareVersions(row.version, row.version);
  const onConflict = ({ column }: Conflict): never => {
    if (!known && column === "id") return insertedMeanwhile(model);
    throw new Error(`Another row has the same value in the unique column ${model.name}.${column}.`);
  };
  if (known) await db.update(model, id, columns, { onConflict });
  else await db.insert(model, row, { onConflict });
  return { known, isWritten: true };
}

export function upsertingIfNewer(tx: Pick<TxContext, "db">): UpsertIfNewer {
  async function upsertIfNewer(model: VersionedModel, row: Insert<VersionedModel>): Promise<boolean> {
    return (await writeIfNewer(tx, model, row)).isWritten;
  }
  return upsertIfNewer;
}
