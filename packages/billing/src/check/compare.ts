import { type Context, pagesOf } from "@keyhold/core/plugin";
import { type AskedMirror, nullIfNotFound } from "../mirror/absent.js";
import { customers, subscriptions } from "../mirror/entities.js";
import type { EntityList } from "../mirror/lists.js";
import type { AnyMirrored, EntityData, MirrorModel } from "../mirror/mirrored.js";
import { type Part, partsOfEntity } from "../mirror/parts.js";
import type { BillingProvider } from "../provider/billing-provider.js";
import { externalIdOfRow } from "../provider/owner.js";
import { type Difference, differencesOf } from "./verdict.js";

/** The rows of a table beside the entities of the provider. */
export interface Comparison {
  readonly entity: string;
  readonly mirrored: AnyMirrored;
  atProvider: number;
  missing: number;
  outdated: number;
  altered: number;
  /** Rows of entities that the provider does not know, not even by the id. */
  gone: number;
  /** Whether the versions of the entities are the times of their changes. */
  readonly hasChangeTimes: boolean;
  /** The first parts that differ. */
  readonly suspects: Map<string, Part>;
}

export const emptyComparison = (
  { capabilities: { changeTimes = true } }: Pick<BillingProvider, "capabilities">,
  entity: string,
  mirrored: AnyMirrored,
): Comparison => ({
  ...{ entity, mirrored, hasChangeTimes: changeTimes, atProvider: 0, missing: 0, outdated: 0, altered: 0, gone: 0 },
  suspects: new Map(),
});

/** More suspects than these did not arrive in the meantime. */
const maxSuspects = 100;

const pageLength = 100;

/** Compares each entity of a list with its row. Adds to the comparison, without a write. */
export async function compareList(
  ctx: Context,
  settings: AskedMirror,
  { list, comparison, tell }: Compared,
): Promise<void> {
  const seen = new Set<string>();
  let [total, done] = [0, 0];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { items, pagination } = await list.page({ page, limit: pageLength });
    last = pagination.maxPage;
    done += items.length;
    // A provider with cursors does not count.
    total = Math.max(done, pagination.totalCount);
    if (list.mirrored === customers || list.mirrored === subscriptions) {
      for (const { id } of items) if (id) seen.add(id);
    }
    await addDifferences(ctx, comparison, mainParts(settings, comparison, items));
    tell((page - 1) * pageLength + items.length, total);
  }
  comparison.atProvider += total;
  if (list.mirrored === customers) await askForCustomers(ctx, settings, comparison, seen);
  if (list.mirrored === subscriptions) await askForSubscriptions(ctx, settings, comparison, seen);
}

interface Compared {
  readonly list: EntityList;
  readonly comparison: Comparison;
  /** Called after each page with the place in the list. */
  readonly tell: (done: number, total: number) => void;
}

const mainParts = ({ keep }: AskedMirror, { mirrored }: Comparison, items: readonly EntityData[]): readonly Part[] =>
  items.flatMap((data) => partsOfEntity(mirrored, data, keep).filter(({ isMain }) => isMain));

async function addDifferences(ctx: Context, comparison: Comparison, parts: readonly Part[]): Promise<void> {
  const differences = await differencesOf(ctx, comparison, parts);
  for (const [id, difference] of differences) {
    const part = parts.find(({ row }) => row.id === id);
    // An entity may be on two pages of a list that changes.
    if (!part || comparison.suspects.has(id)) continue;
    comparison[difference] += 1;
    if (comparison.suspects.size < maxSuspects) comparison.suspects.set(id, part);
  }
}

/** Looks again: the event of an entity may have been on its way while the list was read. */
export async function lookAgain(ctx: Context, comparison: Comparison): Promise<void> {
  const { missing, outdated, altered, suspects } = comparison;
  if (suspects.size === 0 || suspects.size < missing + outdated + altered) return;
  const again = [...(await differencesOf(ctx, comparison, [...suspects.values()])).values()];
  const count = (difference: Difference) => again.filter((one) => one === difference).length;
  Object.assign(comparison, { missing: count("missing"), outdated: count("outdated"), altered: count("altered") });
}

/** An active subscription may be absent in a list: only the provider's answer to the id says that it is gone. */
async function askForSubscriptions(
  ctx: Context,
  settings: AskedMirror,
  comparison: Comparison,
  seen: ReadonlySet<string>,
): Promise<void> {
  for await (const rows of pagesOf(ctx.db, subscriptions.model, { isActive: true, goneAt: null })) {
    for (const { id } of rows) {
      if (seen.has(id)) continue;
      const data = await settings.provider.subscriptions.get(id).catch(nullIfNotFound);
      if (data) await addDifferences(ctx, comparison, mainParts(settings, comparison, [data]));
      else comparison.gone += 1;
    }
  }
}

/** A customer without an owner can only be found in the list. */
async function askForCustomers(
  ctx: Context,
  settings: AskedMirror,
  comparison: Comparison,
  seen: ReadonlySet<string>,
): Promise<void> {
  const where = { deletedAt: null, erasedAt: null, goneAt: null };
  for await (const rows of pagesOf(ctx.db, customers.model, where)) {
    for (const row of rows) {
      if (seen.has(row.id) || row.ownerId === null) continue;
      const data = await settings.provider.customers.byOwner(externalIdOfRow(row), { customerId: row.id });
      if (data?.id === row.id) await addDifferences(ctx, comparison, mainParts(settings, comparison, [data]));
      else comparison.gone += 1;
    }
  }
}

/** How many rows the table has. A deleted owner's customer has no entity to be compared with. */
export const countRows = (ctx: Context, mirrored: AnyMirrored): Promise<number> =>
  mirrored === customers
    ? ctx.db.count(customers.model, { erasedAt: null })
    : ctx.db.count(mirrored.model as MirrorModel, {});
