import { type Context, pagesOf } from "@keyhold/core/plugin";
import type { ListQuery } from "../provider/billing-provider.js";
import { type AskedMirror, askSubscription, nullIfNotFound } from "./absent.js";
import { balances, benefits, customers, grants, orders, products, refunds, subscriptions } from "./entities.js";
import type { AnyMirrored, CommonRow, EntityData } from "./mirrored.js";
import { externalIdOf } from "./owner.js";
import { markGone, type Repairs, saveEntity } from "./save.js";
import { finishSync, saveProgress, startSync } from "./sync-progress.js";

/** How many entities were read and how many rows were written. */
export interface Synced {
  readonly read: number;
  readonly written: number;
}

interface Page {
  readonly items: readonly EntityData[];
  readonly pagination: { readonly totalCount: number; readonly maxPage: number };
}

/** A list of the provider. */
interface List {
  readonly name: string;
  readonly mirrored: AnyMirrored;
  readonly page: (query: ListQuery) => Promise<Page>;
  /** Asks for the rows that the list does not have. */
  readonly ask?: (ctx: Context, settings: AskedMirror, seen: ReadonlySet<string>) => Promise<void>;
}

/** Every list, in the order of the locks: what another entity embeds comes before it. */
function listsOf({ provider }: AskedMirror): readonly List[] {
  return [
    { name: "customers", mirrored: customers, page: (query) => provider.customers.list(query), ask: askCustomers },
    { name: "products", mirrored: products, page: (query) => provider.products.list(query) },
    { name: "benefits", mirrored: benefits, page: (query) => provider.benefits.list(query) },
    {
      name: "subscriptions",
      mirrored: subscriptions,
      page: (query) => provider.subscriptions.list(query),
      ask: askSubscriptions,
    },
    { name: "orders", mirrored: orders, page: (query) => provider.orders.list(query) },
    { name: "refunds", mirrored: refunds, page: (query) => provider.refunds.list(query) },
    { name: "balances", mirrored: balances, page: (query) => provider.meterBalances.list(query) },
  ];
}

const grantsPrefix = "grants ";

/** The grants of each benefit, in the order of the ids, from a benefit on. */
async function* grantLists(ctx: Context, { provider }: AskedMirror, from: string | null): AsyncGenerator<List> {
  for await (const rows of pagesOf(ctx.db, benefits.model, {})) {
    for (const { id } of rows) {
      if (from !== null && id < from) continue;
      const page = (query: ListQuery) => provider.grants.list(id, query);
      yield { name: `${grantsPrefix}${id}`, mirrored: grants, page };
    }
  }
}

/**
 * Reads each list of the provider, page by page, through the write of events. After a crash the next call goes
 * on with the page, for an hour.
 */
export async function syncEverything(ctx: Context, settings: AskedMirror): Promise<Synced> {
  const lists = listsOf(settings);
  const first = lists[0]?.name ?? "";
  const progress = await startSync(ctx, first);
  const repairs = { tellsMissing: progress.finishedAt !== null };
  const sum = { read: 0, written: 0 };
  const run = async (list: List): Promise<void> => {
    // Without its first pages each row of them would be asked for by its id.
    const begin = progress.list === list.name && !list.ask ? progress.page : 1;
    const { read, written } = await syncList(ctx, settings, { ...repairs, list, begin });
    sum.read += read;
    sum.written += written;
  };
  const isAtGrants = progress.list.startsWith(grantsPrefix);
  const at = isAtGrants
    ? lists.length
    : Math.max(
        0,
        lists.findIndex(({ name }) => name === progress.list),
      );
  for (const list of lists.slice(at)) await run(list);
  const from = isAtGrants ? progress.list.slice(grantsPrefix.length) : null;
  for await (const list of grantLists(ctx, settings, from)) await run(list);
  await finishSync(ctx, first);
  return sum;
}

const maxPasses = 5;

interface Reading extends Repairs {
  readonly list: List;
  /** The first page. */
  readonly begin: number;
}

/** A list that changes while it is read is read again, until its count does not change. */
async function syncList(ctx: Context, settings: AskedMirror, { list, begin, tellsMissing }: Reading): Promise<Synced> {
  const seen = new Set<string>();
  let [read, written] = [0, 0];
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    const counts = new Set<number>();
    read = 0;
    for (let page = pass === 1 ? begin : 1, last = page; page <= last; page += 1) {
      await saveProgress(ctx, { list: list.name, page });
      const answer = await list.page({ page, limit: 100 }).catch(emptyIfNotFound);
      last = answer.pagination.maxPage;
      counts.add(answer.pagination.totalCount);
      for (const data of answer.items) {
        read += 1;
        // Of a million orders no id is needed.
        if (data.id && list.ask) seen.add(data.id);
        written += await saveEntity(ctx, settings, { mirrored: list.mirrored, data, tellsMissing });
      }
    }
    if (counts.size === 1) break;
  }
  await list.ask?.(ctx, settings, seen);
  return { read, written };
}

/** A benefit may be deleted after it was listed. */
function emptyIfNotFound(error: unknown): Page {
  nullIfNotFound(error);
  return { items: [], pagination: { totalCount: 0, maxPage: 0 } };
}

/** Only active subscriptions: the provider removes no ended subscription. */
async function askSubscriptions(ctx: Context, settings: AskedMirror, seen: ReadonlySet<string>): Promise<void> {
  for await (const rows of pagesOf(ctx.db, subscriptions.model, { isActive: true, goneAt: null })) {
    for (const row of rows) if (!seen.has(row.id)) await askSubscription(ctx, settings, row);
  }
}

async function askCustomers(ctx: Context, settings: AskedMirror, seen: ReadonlySet<string>): Promise<void> {
  const where = { deletedAt: null, erasedAt: null, goneAt: null };
  for await (const rows of pagesOf(ctx.db, customers.model, where)) {
    for (const row of rows) if (!seen.has(row.id)) await askCustomer(ctx, settings, row);
  }
}

/** A customer without an owner can only be found in the list. */
async function askCustomer(
  ctx: Context,
  settings: AskedMirror,
  row: CommonRow & { readonly ownerKind: string | null; readonly ownerId: string | null },
): Promise<void> {
  const { ownerKind, ownerId } = row;
  if (ownerId === null) return;
  const owner = { ownerKind: ownerKind === "organization" ? "organization" : "user", ownerId } as const;
  const data = await settings.provider.customers.byOwner(externalIdOf(owner));
  if (data) await saveEntity(ctx, settings, { mirrored: customers, data, tellsMissing: true });
  if (data?.id !== row.id) await markGone(ctx, customers, row);
}
