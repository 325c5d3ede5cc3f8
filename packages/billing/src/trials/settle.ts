import { before, type Context, pagesOf, type TxContext } from "@keyhold/core/plugin";
import { nullIfNotFound } from "../mirror/absent.js";
import type { BillingProvider } from "../provider/billing-provider.js";
import { BillingProviderError, goesOnAfter } from "../provider/error.js";
import type { OpenedCheckout } from "../purchase/checkout.js";
import { type TrialRow, trialModel } from "./models.js";

/** Longer than a request for a checkout takes. A process that ends before the provider's answer leaves such a row. */
const lostMilliseconds = 120_000;
/** Longer than a checkout of the provider is open. */
const openMilliseconds = 75 * 60_000;

/** Gives back the trial of an unpaid checkout. */
export const giveBack = ({ db }: Pick<Context, "db">, taking: string): Promise<number> =>
  db.remove(trialModel, { taking, usedAt: null });

/** The state of a taken trial: free again, used, being taken, or an open checkout. */
export type Settled = "free" | "used" | "busy" | OpenedCheckout;

/** Asks the provider about the checkout of a taken trial. */
export async function settle(ctx: Context, provider: BillingProvider, row: TrialRow): Promise<Settled> {
  const { checkoutId, taking, takenAt, usedAt } = row;
  if (usedAt !== null) return "used";
  if (checkoutId === null) {
    if (ctx.now().getTime() - takenAt.getTime() < lostMilliseconds) return "busy";
    // Only without a checkout: the process may be slow, and write it now.
    await ctx.db.remove(trialModel, { taking, usedAt: null, checkoutId: null });
    return "free";
  }
  const checkout = await provider.checkouts.get(checkoutId).catch(nullIfNotFound);
  const status = checkout === null ? "expired" : String(checkout.status);
  if (status === "expired" || status === "failed") {
    await giveBack(ctx, taking);
    return "free";
  }
  if (status === "open") return { id: checkoutId, url: String(checkout?.url) };
  // "confirmed": the payment may still fail, and then the next question gives the trial back.
  if (status === "succeeded") await ctx.transaction((tx) => markUsed(tx, taking));
  return "used";
}

/** The trial has begun. */
export async function markUsed({ db, now }: TxContext, taking: string): Promise<void> {
  for (const { id } of await db.list(trialModel, { taking, usedAt: null }, { orderBy: "id", limit: 2 })) {
    await db.update(trialModel, id, { usedAt: now() });
  }
}

/** Settles trials without a payment, after the longest checkout. */
export async function settleAll(ctx: Context, provider: BillingProvider): Promise<void> {
  const takenAt = before(new Date(ctx.now().getTime() - openMilliseconds));
  let failures = 0;
  for await (const page of pagesOf(ctx.db, trialModel, { usedAt: null, takenAt })) {
    for (const row of page) {
      try {
        await settle(ctx, provider, row);
        failures = 0;
      } catch (error) {
        if (!(error instanceof BillingProviderError)) throw error;
        failures += 1;
        // The next hour asks again.
        if (!goesOnAfter(error, failures)) return;
      }
    }
  }
}
