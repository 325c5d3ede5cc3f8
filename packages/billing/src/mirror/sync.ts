import { type Context, pagesOf } from "@keyhold/core/plugin";
import { externalIdOfRow } from "../provider/owner.js";
import { type AskedMirror, askSubscription } from "./absent.js";
import { benefits, customers, subscriptions } from "./entities.js";
import { type EntityList, grantsOf, listsOf } from "./lists.js";
import type { CommonRow } from "./mirrored.js";
import { ignoreProgress, type OnBillingProgress } from "./progress.js";
import { markGone, type Repairs, saveEntity } from "./save.js";
import { finishSync, saveProgress, startSync } from "./sync-progress.js";

/** How many entities were read and how many rows were written. */
export interface Synced {
  readonly read: number;
  readonly written: number;
}

/** Asks for the rows that a list does not have. */
type Ask = (ctx: Context, settings: AskedMirror, seen: ReadonlySet<string>) => Promise<void>;

/** The lists with rows that are asked for by their ids. */
const asks: Readonly<Record<string, Ask>> = { customers: askCustomers, subscriptions: askSubscriptions };

const grantsPrefix = "grants ";

/** The grants of each benefit, in the order of the ids, from a benefit on. */
async function* grantLists(ctx: Context, { provider }: AskedMirror, from: string | null): AsyncGenerator<EntityList> {
  for await (const rows of pagesOf(ctx.db, benefits.model, {})) {
    for (const { id } of rows) {
      if (from === null || id >= from) yield grantsOf(provider, id);
    }
  }
}

/**
 * Reads each list of the provider, page by page, through the write of events. After a crash the next call goes
 * on with the page, for an hour.
 */
export async function syncEverything(
  ctx: Context,
  settings: AskedMirror,
  onProgress: OnBillingProgress = ignoreProgress,
): Promise<Synced> {
  const lists = listsOf(settings.provider);
  const first = lists[0]?.name ?? "";
  const progress = await startSync(ctx, first);
  const repairs = { tellsMissing: progress.finishedAt !== null };
  const sum = { read: 0, written: 0 };
  const run = async (list: EntityList, tell: Reading["tell"]): Promise<number> => {
    // Without its first pages each row of them would be asked for by its id.
    const begin = progress.list === list.name && !asks[list.name] ? progress.page : 1;
    const { read, written } = await syncList(ctx, settings, { ...repairs, list, begin, tell });
    sum.read += read;
    sum.written += written;
    return read;
  };
  const isAtGrants = progress.list.startsWith(grantsPrefix);
  const at = isAtGrants
    ? lists.length
    : Math.max(
        0,
        lists.findIndex(({ name }) => name === progress.list),
      );
  for (const list of lists.slice(at)) {
    await run(list, (done, total) => onProgress({ entity: list.name, done, total }));
  }
  const from = isAtGrants ? progress.list.slice(grantsPrefix.length) : null;
  let granted = 0;
  for await (const list of grantLists(ctx, settings, from)) {
    granted += await run(list, (done) => onProgress({ entity: "grants", done: granted + done, total: null }));
  }
  await finishSync(ctx, first);
  return sum;
}

const maxPasses = 5;
const pageLength = 100;

interface Reading extends Repairs {
  readonly list: EntityList;
  /** The first page. */
  readonly begin: number;
  /** Called after each page with the place in the list. */
  readonly tell: (done: number, total: number) => void;
}

/** A list that changes while it is read is read again, until its count does not change. */
async function syncList(ctx: Context, settings: AskedMirror, reading: Reading): Promise<Synced> {
  const { list, begin, tellsMissing, tell } = reading;
  const ask = asks[list.name];
  const seen = new Set<string>();
  let [read, written] = [0, 0];
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    const counts = new Set<number>();
    read = 0;
    for (let page = pass === 1 ? begin : 1, last = page; page <= last; page += 1) {
      await saveProgress(ctx, { list: list.name, page });
      const answer = await list.page({ page, limit: pageLength });
      last = answer.pagination.maxPage;
      counts.add(answer.pagination.totalCount);
      for (const data of answer.items) {
        read += 1;
        // Of a million orders no id is needed.
        if (data.id && ask) seen.add(data.id);
        written += await saveEntity(ctx, settings, { mirrored: list.mirrored, data, tellsMissing });
      }
      const done = (page - 1) * pageLength + answer.items.length;
      // A provider with cursors does not count.
      tell(done, Math.max(done, answer.pagination.totalCount));
    }
    if (counts.size === 1) break;
  }
  await ask?.(ctx, settings, seen);
  return { read, written };
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
  if (row.ownerId === null) return;
  const data = await settings.provider.customers.byOwner(externalIdOfRow(row), { customerId: row.id });
  if (data) await saveEntity(ctx, settings, { mirrored: customers, data, tellsMissing: true });
  if (data?.id !== row.id) await markGone(ctx, settings, customers, row);
}
