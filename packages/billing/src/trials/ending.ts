import { before, type Context, pagesOf, type Row } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { customers, subscriptions } from "../mirror/entities.js";
import { externalIdOfRow, ownerOf } from "../provider/owner.js";
import { InsertedMeanwhile, insertedMeanwhile } from "../webhook/upsert-if-newer.js";
import { trialNoticeModel } from "./models.js";
import type { TrialRule } from "./settings.js";

const dayMilliseconds = 86_400_000;

type SubscriptionRow = Row<typeof subscriptions.model>;

/** Emits `trial.ending` once for each trial. */
export async function tellEndingTrials(ctx: Context, rules: ReadonlyMap<string, TrialRule>): Promise<void> {
  const warnDays = Math.max(0, ...[...rules.values()].map((rule) => rule.warnDays));
  if (warnDays === 0) return;
  const now = ctx.now().getTime();
  await ctx.db.remove(trialNoticeModel, { endsAt: before(new Date(now - dayMilliseconds)) });
  // The period of a subscription in its trial is the trial.
  const soon = before(new Date(now + warnDays * dayMilliseconds));
  const ending = { status: "trialing", currentPeriodEnd: soon, goneAt: null };
  for await (const page of pagesOf(ctx.db, subscriptions.model, ending)) {
    for (const row of page) {
      const rule = rules.get(row.productId);
      const endsAt = row.currentPeriodEnd;
      if (!rule || endsAt === null || endsAt.getTime() <= now) continue;
      if (endsAt.getTime() - now <= rule.warnDays * dayMilliseconds) await tellOnce(ctx, row, endsAt);
    }
  }
}

/** Only the process with the written row emits. */
async function tellOnce(ctx: Context, { id, customerId, productId }: SubscriptionRow, endsAt: Date): Promise<void> {
  const customer = await ctx.db.find(customers.model, { id: customerId });
  const owner = ownerOf(customer && customer.ownerId !== null ? externalIdOfRow(customer) : null);
  if (owner.ownerKind === null) return;
  const told = ctx.transaction(async (tx) => {
    const known = await tx.db.lock(trialNoticeModel, id);
    if (known && known.endsAt >= endsAt) return;
    if (known) await tx.db.update(trialNoticeModel, id, { endsAt });
    else
      await tx.db.insert(trialNoticeModel, { id, endsAt }, { onConflict: () => insertedMeanwhile(trialNoticeModel) });
    const row = await tx.db.find(subscriptions.model, { id });
    // The subscription has ended meanwhile.
    if (row?.status !== "trialing") return;
    const isCanceled = row.cancelAtPeriodEnd === true;
    emit(tx, { type: "trial.ending", subscriptionId: id, productId, endsAt, isCanceled, ...owner });
  });
  await told.catch((error: unknown) => {
    if (!(error instanceof InsertedMeanwhile)) throw error;
  });
}
