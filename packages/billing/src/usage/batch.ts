import { type Context, isIn, randomText, type TxContext } from "@keyhold/core/plugin";
import { changedUsage, leftOn, tidy, type UsageChange } from "../balance/balance.js";
import { noteBalance, queueOf } from "../balance/queue.js";
import { type HoldingRow, holdingModel } from "../holding/model.js";
import { insertedMeanwhile } from "../webhook/upsert-if-newer.js";
import {
  type CountedUnits,
  places,
  type UsageBatchRow,
  type UsageBatchState,
  type UsageRow,
  usageBatchModel,
  usageModel,
} from "./models.js";
import { MovedMeanwhile, moveRows } from "./move.js";

/** A batch with its rows. */
export interface Batch {
  readonly batch: UsageBatchRow;
  readonly rows: readonly UsageRow[];
}

/** For how long a worker has a batch: longer than a request with its repeats. */
const leaseSeconds = 120;

export const leaseEnd = ({ now }: Pick<Context, "now">): Date => new Date(now().getTime() + leaseSeconds * 1000);

/**
 * Puts rows into a batch, and takes their units from the known balances. Rows that another worker has taken are left out;
 * null if no row is left. "sending": the caller has the lease.
 */
export async function makeBatch(ctx: Context, given: readonly UsageRow[], settings: NewBatch): Promise<Batch | null> {
  for (let rows = given; rows.length > 0; ) {
    try {
      return await batchOf(ctx, rows, settings);
    } catch (error) {
      if (!(error instanceof MovedMeanwhile)) throw error;
      const where = { id: isIn(rows.map(({ id }) => id)), batch: isIn([places.open, places.reserved]) };
      rows = await ctx.db.list(usageModel, where, { orderBy: "id", limit: rows.length });
    }
  }
  return null;
}

interface NewBatch {
  readonly state: UsageBatchState;
  /** Written in the same transaction. */
  readonly alongside?: (tx: TxContext) => Promise<void>;
}

const batchOf = (ctx: Context, given: readonly UsageRow[], { state, alongside }: NewBatch): Promise<Batch> =>
  ctx.transaction(async (tx) => {
    const id = randomText(32);
    const rows = await moveRows(
      tx,
      inOrder(given, (one) => one.id),
      { batch: id },
    );
    const open = new Set(given.filter(({ batch }) => batch === places.open).map((row) => row.id));
    const counted = await takeUnits(tx, rows, open);
    const now = tx.now();
    const batch: UsageBatchRow = {
      id,
      state,
      dueAt: state === "sending" ? leaseEnd(tx) : now,
      attempts: state === "sending" ? 1 : 0,
      counted,
      createdAt: now,
    };
    await tx.db.insert(usageBatchModel, batch, { onConflict: () => insertedMeanwhile(usageBatchModel) });
    await alongside?.(tx);
    return { batch, rows };
  });

const inOrder = <Item>(items: readonly Item[], by: (item: Item) => string): readonly Item[] =>
  items.toSorted((one, other) => (by(one) < by(other) ? -1 : 1));

/** Sums by owner, meter and holding. `open`: the known balances still have the units of these rows. */
async function takeUnits(
  tx: TxContext,
  rows: readonly UsageRow[],
  open: ReadonlySet<string>,
): Promise<readonly CountedUnits[]> {
  // The provider's next balance brings a credit.
  const metered = rows.filter(({ meterId, units }) => meterId !== null && units > 0);
  const found = await holdingsFor(tx, new Set(metered.filter(({ id }) => open.has(id)).map(({ owner }) => owner)));
  const taken = metered.map((row) => ({
    owner: row.owner,
    meterId: row.meterId ?? "",
    units: row.units,
    holding: open.has(row.id) ? (holdingFor(found, row.owner, row.meterId ?? "")?.id ?? null) : row.holding,
    isNew: open.has(row.id),
  }));
  const added = taken.flatMap(({ holding, isNew, meterId, units }) =>
    isNew && holding !== null ? [{ holding, change: { meterId, open: units } }] : [],
  );
  await changeHoldings(tx, added);
  return summed(taken.map(({ isNew: _, ...units }) => units));
}

/** The rows of `billingHolding` of owners. */
export async function holdingsFor(
  { db }: { readonly db: Pick<Context["db"], "list"> },
  owners: ReadonlySet<string>,
): Promise<readonly HoldingRow[]> {
  if (owners.size === 0) return [];
  return db.list(holdingModel, { owner: isIn([...owners]) }, { orderBy: "id", limit: 1000 });
}

/** Of several customers of an owner, the customer with the greatest balance on the meter. */
export function holdingFor(rows: readonly HoldingRow[], owner: string, meterId: string): HoldingRow | null {
  const own = rows.filter((row) => row.owner === owner);
  const known = own.filter((row) => leftOn(row, meterId) !== null);
  const [best] = known.toSorted((one, other) => (leftOn(other, meterId) ?? 0) - (leftOn(one, meterId) ?? 0));
  return best ?? own[0] ?? null;
}

/** Units by owner, meter and holding. */
export function summed(units: readonly CountedUnits[]): readonly CountedUnits[] {
  const sums = new Map<string, CountedUnits>();
  for (const one of units) {
    const place = JSON.stringify([one.owner, one.meterId, one.holding]);
    sums.set(place, { ...one, units: tidy((sums.get(place)?.units ?? 0) + one.units) });
  }
  return [...sums.values()];
}

/** Changes rows of `billingHolding`, under their locks in the order of the ids. */
export async function changeHoldings(
  tx: TxContext,
  changes: readonly { readonly holding: string; readonly change: UsageChange }[],
): Promise<void> {
  for (const id of inOrder([...new Set(changes.map(({ holding }) => holding))], (one) => one)) {
    const row = await tx.db.lock(holdingModel, id);
    if (!row) continue;
    const own = changes.filter(({ holding }) => holding === id).map(({ change }) => change);
    const columns = changedUsage(row, own);
    await tx.db.update(holdingModel, id, columns);
    noteAll(tx, { ...row, ...columns }, own);
  }
}

function noteAll(tx: TxContext, row: HoldingRow, changes: readonly UsageChange[]): void {
  const queue = queueOf(tx);
  for (const { meterId } of changes) {
    const left = leftOn(row, meterId);
    if (left !== null && row.owner !== null) noteBalance(queue, row.owner, meterId, left);
  }
}
