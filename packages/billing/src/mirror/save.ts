import type { Context, TxContext } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { untilInserted } from "../webhook/commit.js";
import { customers } from "./entities.js";
import type { AnyMirrored, CommonRow, EntityData } from "./mirrored.js";
import { type Part, partsOfEntity } from "./parts.js";
import type { Changed } from "./read-holdings.js";
import { refreshHolding } from "./refresh-holding.js";
import type { MirrorSettings } from "./settings.js";
import { type Written, writeParts } from "./write.js";

/** What asking the provider has found. */
export interface Repairs {
  /** Whether a missing row is an error. False for the first filling of the mirror. */
  readonly tellsMissing: boolean;
  /** Whether this app has made the change, so that no event is missing. Default false. */
  readonly isOurs?: boolean;
}

/** Writes what the provider answered, and emits the differences. Answers how many rows were written. */
export async function saveParts(
  ctx: Context,
  settings: MirrorSettings,
  parts: readonly Part[],
  { tellsMissing, isOurs = false }: Repairs,
): Promise<number> {
  if (parts.length === 0) return 0;
  const wrong = parts.find(({ unstorable }) => unstorable !== null);
  if (wrong) {
    const { mirrored, row, unstorable } = wrong;
    const id = row.id.slice(0, 255).toWellFormed();
    emit(ctx, { type: "mirror.skipped", model: mirrored.model.name, id, column: String(unstorable) });
    return 0;
  }
  const written = await untilInserted(() =>
    ctx.transaction(async (tx) => {
      const rows = await writeParts(tx, settings, parts);
      return Promise.all(rows.map((one) => (isBack(one) ? foundAgain(tx, settings, one) : one)));
    }),
  );
  const changed = written.filter(({ isWritten }) => isWritten);
  for (const { part, previous, row } of changed) {
    if (isOurs || (previous === null && !tellsMissing)) continue;
    const columns = previous && differing(previous, row);
    // The rest of an entity of which a part was known.
    if (columns?.length === 0) continue;
    emit(ctx, { type: "mirror.repaired", model: part.mirrored.model.name, id: row.id, columns });
  }
  return changed.length;
}

/** The provider has an entity that it had not when it was asked last. */
const isBack = ({ part, row, isWritten }: Written): boolean => part.isMain && !isWritten && row.goneAt !== null;

async function foundAgain(tx: TxContext, { catalogue }: MirrorSettings, one: Written): Promise<Written> {
  await tx.db.update(one.part.mirrored.model, one.row.id, { goneAt: null });
  const { customerId } = one.part;
  if (customerId !== null) await refreshHolding(tx, catalogue, { customerId, changed: changedIn(one.row) });
  return { ...one, row: { ...one.row, goneAt: null }, isWritten: true };
}

/** `saveParts` of an entity and what is in it. */
export const saveEntity = (
  ctx: Context,
  settings: MirrorSettings,
  { mirrored, data, ...repairs }: Repairs & { readonly mirrored: AnyMirrored; readonly data: EntityData },
): Promise<number> => saveParts(ctx, settings, partsOfEntity(mirrored, data, settings.keep), repairs);

/** The columns with another value, without those that say how much of the entity is known. */
function differing(before: CommonRow, after: Written["row"]): readonly string[] {
  const [old, current] = [before, after] as unknown as readonly Readonly<Record<string, unknown>>[];
  return Object.keys(after).filter((name) => {
    if (name === "wire" || name === "version") return false;
    return JSON.stringify(old?.[name] ?? null) !== JSON.stringify(current?.[name] ?? null);
  });
}

/** Marks a row: the provider no longer has the entity. */
export async function markGone(
  ctx: Context,
  { catalogue }: MirrorSettings,
  { model }: AnyMirrored,
  row: CommonRow,
): Promise<void> {
  if (row.goneAt !== null) return;
  const customerId = model === customers.model ? row.id : (row as { readonly customerId?: string }).customerId;
  await ctx.transaction(async (tx) => {
    // In the order of all transactions: the customer first.
    if (customerId !== undefined) await tx.db.lock(customers.model, customerId);
    await tx.db.update(model, row.id, { goneAt: tx.now() });
    if (customerId !== undefined) await refreshHolding(tx, catalogue, { customerId, changed: changedIn(row) });
  });
  emit(ctx, { type: "mirror.repaired", model: model.name, id: row.id, columns: [] });
}

/** Any row may be of an order. */
const changedIn = (row: object): Changed => {
  const { productId } = row as { readonly productId?: string | null };
  return { subscriptions: true, grants: true, balances: true, orderProducts: productId ? [productId] : [] };
};
