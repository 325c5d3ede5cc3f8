import { defineOutboxKind, type OutboxKind } from "@keyhold/core/outbox";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { emit } from "../events.js";
import { hooksAt } from "../hooks/offers.js";
import { askSubscription } from "../mirror/absent.js";
import { askedMirror } from "../mirror/asked.js";
import { subscriptions } from "../mirror/entities.js";
import type { BillingSettings } from "../options.js";
import { insertedMeanwhile } from "../webhook/upsert-if-newer.js";
import { boundOf, type SeatSettings } from "./limit.js";
import { countSeats, seatHolders } from "./members.js";
import { seatsModel } from "./model.js";
import { type Reconciled, reconcile } from "./reconcile.js";
import { type RunningSubscription, runningSubscriptions } from "./running.js";
import { seatSettingsOf } from "./seat-settings.js";
import type { SeatRule } from "./settings.js";

/** An organization with a change of its members or subscriptions. The work reads the target from the database. */
export interface SeatsDue {
  readonly organizationId: string;
}

/** Gives the members of an organization the seats at the provider. */
export const syncSeats: OutboxKind<SeatsDue> = defineOutboxKind<SeatsDue, void, BillingSettings>("billing.sync-seats", {
  input: z.object({ organizationId: z.string() }),
  run: ({ input: { organizationId }, ctx, signal }, options) => sync(ctx, options, organizationId, signal),
  // Each attempt does only the rest of the work.
  ifUnknown: "repeat",
  // A first sync assigns a seat to each member.
  timeoutSeconds: 300,
  // Impossible work must not keep back the removal of the organization's customer.
  isOrdered: false,
});

async function sync(
  ctx: Context,
  options: BillingSettings,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  const settings = seatSettingsOf(options);
  const mirror = askedMirror(options);
  const done: Reconciled[] = [];
  // Limits add up: the next subscription has the seats of the next members.
  let seated = 0;
  for (const subscription of await runningSubscriptions(ctx, organizationId)) {
    const rule = settings.rules.get(subscription.productId);
    if (!rule) continue;
    const all = await seatHolders(ctx, settings.seats, organizationId);
    const holders = rule.kind === "limit" ? all.slice(seated) : all;
    const one = await reconcile(ctx, mirror, { subscription, rule, holders }, signal);
    if (one === null) continue;
    done.push(one);
    if (rule.kind === "limit") seated += one.seats;
    if (subscription.seats !== null) continue;
    // The event had no number.
    const row = await ctx.db.find(subscriptions.model, { id: subscription.id });
    if (row && row.seats === null) await askSubscription(ctx, mirror, row);
  }
  await ctx.transaction((tx) => tell(tx, settings, organizationId, done));
}

/** Emits each change once, under the lock of the organization. */
async function tell(
  tx: TxContext,
  settings: SeatSettings,
  organizationId: string,
  done: readonly Reconciled[],
): Promise<void> {
  for (const exists of hooksAt(tx, "organization.exists")) if (!(await exists(organizationId, tx))) return;
  const known = await tx.db.lock(seatsModel, organizationId);
  if (!known && done.length === 0) return;
  const members = await countSeats(tx, settings.seats, organizationId);
  const seats = maxMembers(settings, await runningSubscriptions(tx, organizationId));
  const isShort = members > seats;
  const row = {
    synced: Object.fromEntries(done.map(({ subscriptionId, fingerprint }) => [subscriptionId, fingerprint])),
    exceededAt: isShort ? (known?.exceededAt ?? tx.now()) : null,
  };
  if (known) await tx.db.update(seatsModel, organizationId, row);
  else {
    const onConflict = (): never => insertedMeanwhile(seatsModel);
    await tx.db.insert(seatsModel, { id: organizationId, ...row }, { onConflict });
  }
  for (const { subscriptionId, fingerprint, seats: synced } of done) {
    if (known?.synced[subscriptionId] === fingerprint) continue;
    emit(tx, { type: "seats.synced", organizationId, subscriptionId, seats: synced });
  }
  if (isShort && !known?.exceededAt) emit(tx, { type: "seats.exceeded", organizationId, members, seats });
}

/** How many members have seats: by the limits, and by the largest number of seats of a product with "members". */
const maxMembers = (settings: SeatSettings, running: readonly RunningSubscription[]): number =>
  Math.min(
    boundOf(settings, running) ?? Number.POSITIVE_INFINITY,
    ...running.map(({ productId }) => settings.rules.get(productId)).map((rule) => boundOfMembers(rule)),
  );

const boundOfMembers = (rule: SeatRule | undefined): number =>
  rule?.kind === "members" ? rule.max : Number.POSITIVE_INFINITY;
