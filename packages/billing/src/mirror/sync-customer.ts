import type { Context } from "@keyhold/core/plugin";
import { everyItem } from "../provider/every-item.js";
import { type BillingOwner, externalIdOf } from "../provider/owner.js";
import { type AskedMirror, activeIdsOf, askAbsent } from "./absent.js";
import { balances, customers, orders, refunds, subscriptions } from "./entities.js";
import type { AnyMirrored, EntityData } from "./mirrored.js";
import { partsOfState } from "./parts.js";
import { ignoreProgress, type OnBillingProgress } from "./progress.js";
import { saveEntity, saveParts } from "./save.js";
import type { Synced } from "./sync.js";

/** Reads what the provider has of one owner. Null if the owner has no customer there. */
export async function syncOwner(
  ctx: Context,
  settings: AskedMirror,
  { onProgress = ignoreProgress, ...owner }: BillingOwner & { readonly onProgress?: OnBillingProgress },
): Promise<Synced | null> {
  const { provider } = settings;
  const ownerId = externalIdOf(owner);
  const customer = await provider.customers.byOwner(ownerId);
  if (customer === null) return null;
  const sum = { read: 0, written: 0 };
  const counts = new Map<string, number>();
  const save = async (entity: string, mirrored: AnyMirrored, data: EntityData): Promise<void> => {
    const done = (counts.get(entity) ?? 0) + 1;
    counts.set(entity, done);
    onProgress({ entity, done, total: null });
    sum.read += 1;
    sum.written += await saveEntity(ctx, settings, { mirrored, data, tellsMissing: true });
  };
  await save("customers", customers, customer);
  const of = { ownerId };
  for await (const data of everyItem((query) => provider.subscriptions.list({ ...query, ...of }))) {
    await save("subscriptions", subscriptions, data);
  }
  for await (const data of everyItem((query) => provider.orders.list({ ...query, ...of }))) {
    await save("orders", orders, data);
    if (data.refundedAmount === 0) continue;
    const { id: orderId } = data;
    for await (const refund of everyItem((query) => provider.refunds.list({ ...query, orderId }))) {
      await save("refunds", refunds, refund);
    }
  }
  for await (const data of everyItem((query) => provider.meterBalances.list({ ...query, ...of }))) {
    await save("balances", balances, data);
  }
  const state = await provider.state(ownerId);
  if (state === null) return sum;
  sum.written += await saveParts(ctx, settings, partsOfState(state, settings.keep), { tellsMissing: true });
  await askAbsent(ctx, settings, activeIdsOf(state));
  return sum;
}
