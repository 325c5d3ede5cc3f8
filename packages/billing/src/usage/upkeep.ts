import { before, type Context, type HookContext, pagesOf, removePages } from "@keyhold/core/plugin";
import { settledUsage } from "../balance/balance.js";
import { holdingModel } from "../holding/model.js";
import { askedMirror } from "../mirror/asked.js";
import { syncOwner } from "../mirror/sync-customer.js";
import type { BillingSettings } from "../options.js";
import { BillingProviderError, goesOnAfter } from "../provider/error.js";
import { type BillingOwner, externalIdOf, ownerOf } from "../provider/owner.js";
import { places, usageBatchModel, usageModel } from "./models.js";
import { sendDue } from "./send.js";

const dayMilliseconds = 86_400_000;

/** The hourly work: sends the left usage, forgets the old, and asks for missing balances. */
export async function keepUsage(ctx: Context, settings: BillingSettings): Promise<void> {
  await sendDue(ctx, settings, { maxSeconds: 60 });
  await forgetUsage(ctx, settings);
  await askBalances(ctx, settings);
}

/** Removes sent and refused usage after `rememberDays`. */
async function forgetUsage(ctx: Context, { usage: { rememberDays } }: BillingSettings): Promise<void> {
  const createdAt = before(new Date(ctx.now().getTime() - rememberDays * dayMilliseconds));
  for await (const page of pagesOf(ctx.db, usageBatchModel, { state: "sent", createdAt })) {
    for (const { id } of page) {
      await ctx.db.remove(usageModel, { batch: id });
      await ctx.db.remove(usageBatchModel, { id });
    }
  }
  await removePages(ctx.db, usageModel, { batch: places.refused, createdAt });
}

/** How long the provider may take to count usage. */
const countingMilliseconds = 10 * 60_000;

/** Asks for the balance of each owner without a new balance since usage was sent. */
async function askBalances(ctx: Context, settings: BillingSettings): Promise<void> {
  const sentBefore = new Date(ctx.now().getTime() - countingMilliseconds);
  let failures = 0;
  for await (const page of pagesOf(ctx.db, holdingModel, { usageSentAt: before(sentBefore) })) {
    for (const { id, owner: externalId } of page) {
      const owner = ownerOf(externalId);
      try {
        if (owner.ownerKind !== null) await syncOwner(ctx, askedMirror(settings), owner);
        failures = 0;
      } catch (error) {
        if (!(error instanceof BillingProviderError)) throw error;
        failures += 1;
        if (!goesOnAfter(error, failures)) return;
        continue;
      }
      await ctx.transactionOn(holdingModel, id, async (tx, row) => {
        await tx.db.update(holdingModel, id, settledUsage(row, sentBefore));
      });
    }
  }
}

/** Removes the usage of an owner, in the transaction that deletes the owner. */
export async function eraseUsage({ db }: HookContext, owner: BillingOwner): Promise<void> {
  await db.remove(usageModel, { owner: externalIdOf(owner) });
}
