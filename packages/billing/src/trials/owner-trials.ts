import { type HookContext, randomText, type TxContext } from "@keyhold/core/plugin";
import type { WrittenSubscriptions } from "../hooks/offers.js";
import type { BillingSettings } from "../options.js";
import { type BillingOwner, externalIdOf, externalIdOfRow } from "../provider/owner.js";
import { insertedMeanwhile } from "../webhook/upsert-if-newer.js";
import { trialModel } from "./models.js";
import { trialRulesOf } from "./settings.js";
import { markUsed } from "./settle.js";

/** After the mirror has written subscriptions, in its transaction: an owner with a subscription in its trial has had one. */
export async function trialsOfWritten(
  tx: TxContext,
  { products }: BillingSettings,
  { ownerKind, ownerId, rows }: WrittenSubscriptions,
): Promise<void> {
  if (ownerId === null || trialRulesOf(products).size === 0) return;
  const trialing = rows.find((row) => Reflect.get(row, "status") === "trialing");
  if (!trialing) return;
  const id = externalIdOfRow({ ownerKind, ownerId });
  const known = await tx.db.lock(trialModel, id);
  if (known) return known.usedAt === null ? markUsed(tx, known.taking) : undefined;
  const row = { taking: randomText(32), fingerprint: "", productId: String(Reflect.get(trialing, "productId")) };
  // The trial was given at the provider.
  const used = { id, ...row, takenAt: tx.now(), usedAt: tx.now() };
  await tx.db.insert(trialModel, used, { onConflict: () => insertedMeanwhile(trialModel) });
}

/** With its owner: no other owner can have the id. */
export async function forgetTrials(
  ctx: HookContext,
  { products }: BillingSettings,
  owner: BillingOwner,
): Promise<void> {
  if (trialRulesOf(products).size > 0) await ctx.db.remove(trialModel, { id: externalIdOf(owner) });
}
