import { before, type Context, differences, type HookContext, pagesOf, type TxContext } from "@keyhold/core/plugin";
import { countedUsage } from "../balance/balance.js";
import type { Catalogue } from "../catalogue/catalogue.js";
import { emit } from "../events.js";
import { type Holdings, noHoldings } from "../holding/holdings.js";
import { judge } from "../holding/judge.js";
import { type HoldingRow, holdingModel } from "../holding/model.js";
import { externalIdOfRow, ownerOf } from "../provider/owner.js";
import { insertedMeanwhile } from "../webhook/upsert-if-newer.js";
import { type BillingCustomerRow, balances, customers, grants, orders, subscriptions } from "./entities.js";
import { type Changed, readHoldings } from "./read-holdings.js";
import type { Written } from "./write.js";

/** What a transaction of the mirror has written. */
interface Writes {
  readonly written: readonly Written[];
  /** The customers with another owner, by an event that is older than the customer. */
  readonly moved: readonly string[];
}

/** Writes anew what the customers of written rows have, under the locks of the customers. */
export async function refreshHoldings(tx: TxContext, catalogue: Catalogue, { written, moved }: Writes): Promise<void> {
  const ids = written.flatMap(({ part, isWritten }) =>
    isWritten && part.customerId !== null ? [part.customerId] : [],
  );
  for (const customerId of new Set([...moved, ...ids])) {
    const own = written.filter(({ part }) => part.customerId === customerId);
    const customer = own.find(({ part }) => part.mirrored === customers)?.row as BillingCustomerRow | undefined;
    const changed = changedBy(own.filter(({ isWritten }) => isWritten));
    await refreshHolding(tx, catalogue, { customerId, ...(customer && { customer }), changed });
  }
}

function changedBy(written: readonly Written[]): Changed {
  const has = (mirrored: object): boolean => written.some(({ part }) => part.mirrored === mirrored);
  const once = written.flatMap(({ part, row }) => {
    const { isRecurring, productId } = row as unknown as OrderRow;
    return part.mirrored === orders && !isRecurring && productId !== null ? [productId] : [];
  });
  return { subscriptions: has(subscriptions), grants: has(grants), balances: has(balances), orderProducts: once };
}

interface OrderRow {
  readonly isRecurring: boolean;
  readonly productId: string | null;
}

interface Refresh {
  readonly customerId: string;
  /** The customer as it is now. Default: the row is read. */
  readonly customer?: BillingCustomerRow | undefined;
  readonly changed: Changed;
}

/** Writes the holdings of a customer anew, and tells the gained and lost entitlements. */
export async function refreshHolding(tx: TxContext, catalogue: Catalogue, refresh: Refresh): Promise<void> {
  const { customerId, changed } = refresh;
  const known = await tx.db.lock(holdingModel, customerId);
  const holdings = await readHoldings(tx.db, customerId, known?.holdings ?? noHoldings, changed);
  // A customer who never had a thing needs no row.
  if (!known && JSON.stringify(holdings) === JSON.stringify(noHoldings)) return;
  const customer = refresh.customer ?? (await tx.db.find(customers.model, { id: customerId }));
  const owner = ownerKeyOf(customer);
  const usage = countedUsage({ usage: known?.usage ?? null }, known?.holdings.balances ?? [], holdings.balances);
  const told = toldOf(catalogue, owner, holdings, tx.now());
  await writeHolding(tx, known, { id: customerId, owner, holdings, ...told, ...usage });
}

/** Tells what has ended by the clock, of each customer. */
export async function endAllByClock(ctx: Context, catalogue: Catalogue): Promise<void> {
  // What ends now has ended.
  const endsAt = before(new Date(ctx.now().getTime() + 1));
  for await (const page of pagesOf(ctx.db, holdingModel, { endsAt })) {
    for (const { id } of page) {
      await ctx.transactionOn(holdingModel, id, async (tx, row) => {
        await writeHolding(tx, row, { ...row, ...toldOf(catalogue, row.owner, row.holdings, tx.now()) });
      });
    }
  }
}

/** A deleted customer has no owner. */
const ownerKeyOf = (customer: BillingCustomerRow | null): string | null =>
  customer && customer.ownerId !== null && customer.deletedAt === null && customer.goneAt === null
    ? externalIdOfRow(customer)
    : null;

function toldOf(
  catalogue: Catalogue,
  owner: string | null,
  holdings: Holdings,
  now: Date,
): Pick<HoldingRow, "told" | "endsAt"> {
  if (owner === null) return { told: [], endsAt: null };
  const verdicts = Object.keys(catalogue.entitlements).map(
    (name) => [name, judge(catalogue, name, [holdings], { now })] as const,
  );
  const ends = verdicts.flatMap(([, verdict]) => (verdict.has && verdict.until ? [verdict.until.getTime()] : []));
  return {
    told: verdicts.flatMap(([name, { has }]) => (has ? [name] : [])),
    endsAt: ends.length === 0 ? null : new Date(Math.min(...ends)),
  };
}

async function writeHolding(tx: TxContext, known: HoldingRow | null, after: HoldingRow): Promise<void> {
  if (!known) {
    await tx.db.insert(holdingModel, after, { onConflict: () => insertedMeanwhile(holdingModel) });
  } else if (differences(known, after).length > 0) {
    const { id, ...columns } = after;
    await tx.db.update(holdingModel, id, columns);
  }
  tell(tx, known, after);
}

/** Once per change: the row says what was told. */
function tell(tx: Pick<HookContext, "emit">, known: Told | null, after: Told): void {
  const isSameOwner = known?.owner === after.owner;
  const [old, current] = [known?.told ?? [], after.told];
  tellAll(tx, "entitlement.lost", known, isSameOwner ? old.filter((name) => !current.includes(name)) : old);
  tellAll(tx, "entitlement.gained", after, isSameOwner ? current.filter((name) => !old.includes(name)) : current);
}

type Told = Pick<HoldingRow, "owner" | "told">;

function tellAll(
  tx: Pick<HookContext, "emit">,
  type: "entitlement.gained" | "entitlement.lost",
  row: Told | null,
  names: readonly string[],
): void {
  const owner = ownerOf(row?.owner);
  if (owner.ownerKind === null) return;
  for (const entitlement of names) emit(tx, { type, entitlement, ...owner });
}

/** Removes what a customer has: the owner was deleted, or the customer has no owner. */
export async function removeHolding(tx: HookContext, customerId: string): Promise<void> {
  const known = await tx.db.lock(holdingModel, customerId);
  if (!known) return;
  await tx.db.remove(holdingModel, { id: customerId });
  tell(tx, known, { owner: null, told: [] });
}
