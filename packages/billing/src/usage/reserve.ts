import type { Context } from "@keyhold/core/plugin";
import { changedUsage, leftOn, tidy } from "../balance/balance.js";
import { isMoving, noteBalance, pendingOn, queueOf, settledMoves } from "../balance/queue.js";
import { catalogueOf } from "../catalogue/catalogue.js";
import { billingErrors } from "../errors.js";
import { judge } from "../holding/judge.js";
import { type HoldingRow, holdingModel } from "../holding/model.js";
import type { BillingSettings } from "../options.js";
import { untilInserted } from "../webhook/commit.js";
import { insertedMeanwhile } from "../webhook/upsert-if-newer.js";
import { holdingFor, holdingsFor } from "./batch.js";
import { places, type UsageRow, usageModel } from "./models.js";
import { sendSoon } from "./send.js";
import type { Tracked } from "./track.js";
import { rowOf, type Use } from "./use.js";

/** The answer to a reservation. */
export interface Reserved extends Tracked {
  readonly balance: number;
}

type Reservation = (Reserved & { readonly has: true }) | { readonly has: false; readonly lacks?: string };

/** The external ids of owners. */
export interface ReservingOwner {
  /** The owner of the units. */
  readonly owner: string;
  /** The owners of which any may have the entitlement that the meter needs, beside the owner of the units. */
  readonly holders: readonly string[];
}

/** Tries of a reservation while units of the owner join a batch. */
const maxTries = 5;

/**
 * Takes units of the owner's known balance, under the lock of its row: of callers at once no more get units
 * than there are. Fails with 402 without enough units, and without an entitlement that the meter needs. The use is then
 * sent as a tracked use is.
 */
export async function reserve(
  ctx: Context<"BILLING_UNITS_EXHAUSTED" | "ENTITLEMENT_REQUIRED">,
  settings: BillingSettings,
  { owner, holders }: ReservingOwner,
  use: Use,
): Promise<Reserved> {
  const row = rowOf(settings.usage, owner, use, ctx.now());
  const { meterId } = row;
  if (meterId === null || row.units < 0) {
    throw new TypeError(`The event ${row.event} takes no units of a meter: give usage.events the meter.`);
  }
  const rows = await holdingsFor(ctx, new Set([owner, ...holders]));
  const found = holdingFor(rows, owner, meterId);
  const others = rows.filter(({ id }) => id !== found?.id);
  let reserved: Reservation | "moving" | null = found && "moving";
  for (let tries = 1; found && reserved === "moving"; tries += 1) {
    const isLast = !(await settledMoves(queueOf(ctx), [owner])) || tries === maxTries;
    reserved = await untilInserted(() =>
      reserveOn(ctx, settings, { ...row, holding: found.id }, { meterId, others, isLast }),
    );
  }
  if (reserved !== "moving" && reserved?.has === false && reserved.lacks !== undefined) {
    const message = `${billingErrors.ENTITLEMENT_REQUIRED.message}: ${reserved.lacks}`;
    return ctx.fail(billingErrors.ENTITLEMENT_REQUIRED, { message });
  }
  if (reserved === "moving" || !reserved?.has) {
    const message = `${billingErrors.BILLING_UNITS_EXHAUSTED.message}: ${row.event}`;
    return ctx.fail(billingErrors.BILLING_UNITS_EXHAUSTED, { message });
  }
  const { isNew, balance } = reserved;
  const queue = queueOf(ctx);
  // A noted balance has the pending units.
  noteBalance(queue, owner, meterId, tidy(balance + pendingOn(queue, owner, meterId)));
  if (isNew) sendSoon(ctx, settings, { ...row, holding: found?.id ?? null, batch: places.reserved });
  return { isNew, balance };
}

interface Reserving {
  readonly meterId: string;
  /** What the owner has by other customers, and what the other holders have. */
  readonly others: readonly HoldingRow[];
  readonly isLast: boolean;
}

async function reserveOn(
  ctx: Context,
  settings: BillingSettings,
  row: UsageRow & { readonly holding: string },
  { meterId, others, isLast }: Reserving,
): Promise<Reservation | "moving" | null> {
  return ctx.transactionOn(holdingModel, row.holding, async (tx, holding): Promise<Reservation | "moving"> => {
    // The pending units of a batch may be in the row already.
    if (!isLast && isMoving(queueOf(tx), row.owner)) return "moving";
    const pending = pendingOn(queueOf(tx), row.owner, meterId);
    const left = leftOn(holding, meterId);
    // The owner may have lost the customer meanwhile.
    if (left === null || holding.owner !== row.owner) return { has: false };
    const balance = tidy(left - pending);
    if (row.key !== null && (await tx.db.exists(usageModel, { id: row.id })))
      return { has: true, isNew: false, balance };
    const { lacks, hasOverage } = termsOf(settings, meterId, { rows: [holding, ...others], now: tx.now() });
    if (lacks !== null) return { has: false, lacks };
    if (balance < row.units && !hasOverage) return { has: false };
    await tx.db.insert(
      usageModel,
      { ...row, batch: places.reserved },
      { onConflict: () => insertedMeanwhile(usageModel) },
    );
    await tx.db.update(holdingModel, holding.id, changedUsage(holding, [{ meterId, open: row.units }]));
    return { has: true, isNew: true, balance: tidy(balance - row.units) };
  });
}

interface MeterTerms {
  /** An entitlement without which the owner has no entitlement of the meter; null if the owner lacks none. */
  readonly lacks: string | null;
  /** Whether usage beyond the balance is sold. */
  readonly hasOverage: boolean;
}

/**
 * On which terms an owner uses a meter. After the end of the subscription units may be left, and usage beyond the
 * balance would have no subscription that pays for it.
 */
function termsOf(
  settings: BillingSettings,
  meterId: string,
  { rows, now }: { readonly rows: readonly HoldingRow[]; readonly now: Date },
): MeterTerms {
  const catalogue = catalogueOf(settings);
  const rules = Object.values(catalogue.entitlements).filter(({ meter }) => meter === meterId);
  const holdings = rows.map((row) => row.holdings);
  const met = rules.filter(({ needs }) => needs === undefined || judge(catalogue, needs, holdings, { now }).has);
  const lacks = met.length === 0 ? (rules[0]?.needs ?? null) : null;
  return { lacks, hasOverage: met.some(({ overage }) => overage === true) };
}
