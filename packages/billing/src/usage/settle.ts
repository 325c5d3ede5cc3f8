import { type Context, randomText, type TxContext } from "@keyhold/core/plugin";
import { tidy, type UsageChange } from "../balance/balance.js";
import { emit } from "../events.js";
import { ownerOf } from "../provider/owner.js";
import { insertedMeanwhile } from "../webhook/upsert-if-newer.js";
import { type Batch, changeHoldings, holdingFor, holdingsFor, summed } from "./batch.js";
import type { Fates } from "./ingest.js";
import { type CountedUnits, places, type UsageBatchRow, type UsageRow, usageBatchModel, usageModel } from "./models.js";
import { moveRows } from "./move.js";

/** What became of a batch. */
export interface Outcome extends Pick<Fates, "sent" | "refused" | "again" | "unknown"> {
  /** When rows are sent again. */
  readonly dueAt: Date;
  /** Written in the same transaction, if rows are to be sent again. */
  readonly alongside: (tx: TxContext) => Promise<void>;
}

/** Records the fate of a batch. False if another worker has taken the batch over. */
export async function settleBatch(ctx: Context, { batch, rows: given }: Batch, outcome: Outcome): Promise<boolean> {
  const { dueAt } = outcome;
  const isSettled = await ctx.transactionOn(usageBatchModel, batch.id, async (tx, { state, attempts }) => {
    if (state !== "sending" || attempts !== batch.attempts) return false;
    // The rows of a deleted owner are gone.
    const order = { orderBy: "id", limit: Math.max(1, given.length) } as const;
    const present = new Set((await tx.db.list(usageModel, { batch: batch.id }, order)).map(({ id }) => id));
    const isPresent = ({ id }: UsageRow): boolean => present.has(id);
    const sent = outcome.sent.filter(isPresent);
    const again = outcome.again.filter(isPresent);
    const unknown = outcome.unknown.filter(isPresent);
    const refused = outcome.refused.filter(({ row }) => isPresent(row));
    for (const { row, reason } of refused) await refuse(tx, row, reason);
    const groups = (
      [
        ["sent", sent],
        ["held", unknown],
        ["ready", again],
      ] as const
    ).filter(([, of]) => of.length > 0);
    for (const [index, [name, rows]] of groups.entries()) {
      const counted = summed(unitsOf(batch, rows));
      const id = index === 0 ? batch.id : randomText(32);
      if (index === 0) await tx.db.update(usageBatchModel, id, { state: name, dueAt, counted });
      else {
        await moveRows(tx, rows, { batch: id });
        const part = { ...batch, id, state: name, dueAt, counted };
        await tx.db.insert(usageBatchModel, part, { onConflict: () => insertedMeanwhile(usageBatchModel) });
      }
      if (name === "held") emit(tx, { type: "usage.held", batch: id, events: rows.length });
    }
    if (groups.length === 0) await tx.db.update(usageBatchModel, batch.id, { state: "sent", counted: [] });
    // What the provider may have counted comes with its next balance.
    const gone = unitsOf(batch, [...sent, ...unknown]);
    const back = unitsOf(
      batch,
      refused.map(({ row }) => row),
    );
    await changeBalances(tx, { gone, back });
    if (again.length > 0) await outcome.alongside(tx);
    return true;
  });
  return isSettled === true;
}

async function refuse(tx: TxContext, row: UsageRow, reason: string): Promise<void> {
  await moveRows(tx, [row], { batch: places.refused, reason });
  const owner = ownerOf(row.owner);
  if (owner.ownerKind === null) return;
  emit(tx, { type: "usage.refused", id: row.id, event: row.event, reason, ...owner });
}

/** The units of rows of a batch, each with its row of `billingHolding`. */
function unitsOf({ counted }: UsageBatchRow, rows: readonly UsageRow[]): readonly CountedUnits[] {
  return rows.flatMap(({ owner, meterId, units, holding }) => {
    if (meterId === null || units === 0) return [];
    const entry = counted.find((one) => one.owner === owner && one.meterId === meterId);
    return [{ owner, meterId, units, holding: holding ?? entry?.holding ?? null }];
  });
}

const isUse = ({ units }: CountedUnits): boolean => units > 0;

interface Moved {
  /** The provider has these units, or may have them. */
  readonly gone: readonly CountedUnits[];
  /** The provider has not counted these units. */
  readonly back: readonly CountedUnits[];
}

/** Writes the known balances. */
async function changeBalances(tx: TxContext, { gone, back }: Moved): Promise<void> {
  const at = tx.now().toISOString();
  // Credits were not open: a credit is a part of what the provider has counted for the uses.
  const credits = summed(gone.filter(({ units }) => units < 0));
  const unplaced = gone.filter(({ holding }) => holding === null);
  // A customer may have been made meanwhile.
  const found = await holdingsFor(tx, new Set(unplaced.map(({ owner }) => owner)));
  const changes: { holding: string; change: UsageChange }[] = [];
  for (const { owner, meterId, units, holding } of summed(gone.filter(isUse))) {
    const place = holding ?? holdingFor(found, owner, meterId)?.id;
    if (place === undefined) continue;
    const credit = credits.find((one) => one.owner === owner && one.meterId === meterId && one.holding === holding);
    const counted = tidy(units + (credit?.units ?? 0));
    const sent = counted > 0 ? { sent: { at, units: counted } } : {};
    changes.push({ holding: place, change: { meterId, open: holding === null ? 0 : -units, ...sent } });
  }
  for (const { meterId, units, holding } of summed(back.filter(isUse))) {
    if (holding !== null) changes.push({ holding, change: { meterId, open: -units } });
  }
  await changeHoldings(tx, changes);
}
