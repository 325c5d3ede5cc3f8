import type { TolerantSubscription } from "@keyhold/billing-schema";
import { type Context, fingerprint } from "@keyhold/core/plugin";
import { type AskedMirror, askSubscription } from "../mirror/absent.js";
import { subscriptions } from "../mirror/entities.js";
import { saveEntity } from "../mirror/save.js";
import { BillingProviderError } from "../provider/error.js";
import type { RunningSubscription } from "./running.js";
import type { SeatRule } from "./settings.js";
import { everyTurn } from "./turns.js";

/** The members for the seats of a subscription. */
interface Wanted {
  readonly subscription: RunningSubscription;
  readonly rule: SeatRule;
  /** The ids of users, in a stable order. */
  readonly holders: readonly string[];
}

/** The seats of a subscription at the provider, after the work. */
export interface Reconciled {
  readonly subscriptionId: string;
  readonly seats: number;
  /** Of the members with a seat. */
  readonly fingerprint: string;
}

/**
 * Makes the seats of a subscription at the provider those of the members: unassigns seats of others, changes the number
 * with "members", and assigns the missing seats. The work may run any number of times.
 * Null if the subscription has ended.
 */
export async function reconcile(
  ctx: Context,
  settings: AskedMirror,
  { subscription: { id }, rule, holders }: Wanted,
  signal: AbortSignal,
): Promise<Reconciled | null> {
  const { provider } = settings;
  const turn = everyTurn(signal);
  try {
    const current = await provider.subscriptions.get(id);
    if (current.endedAt) throw new BillingProviderError("subscription", { reason: "conflict" });
    const bought = seatsOf(current);
    const target = rule.kind === "members" ? Math.min(Math.max(holders.length, rule.min), rule.max) : bought;
    const wanted = holders.slice(0, target);
    const { items } = await turn(() => provider.seats.list(id));
    const assigned = items.filter(({ status }) => status !== "revoked");
    const kept = new Set<string>();
    for (const { id: seatId, externalMemberId } of assigned) {
      const isKept = externalMemberId !== null && wanted.includes(externalMemberId) && !kept.has(externalMemberId);
      if (isKept) kept.add(externalMemberId);
      else await turn(() => provider.seats.revoke(seatId).catch(ignoreNotFound));
    }
    if (target !== bought) {
      const data = await turn(() => provider.subscriptions.change(id, { seats: target }));
      await saveEntity(ctx, settings, { mirrored: subscriptions, data, tellsMissing: false, isOurs: true });
    }
    for (const externalMemberId of wanted) {
      if (!kept.has(externalMemberId)) await turn(() => provider.seats.assign(id, { externalMemberId }));
    }
    return {
      subscriptionId: id,
      seats: target,
      fingerprint: fingerprint(JSON.stringify([target, ...wanted.toSorted()])),
    };
  } catch (error) {
    if (!(await hasEnded(ctx, settings, id, error))) throw error;
    return null;
  }
}

/** The schema of the webhooks has no seats, so the value is checked here. */
const seatsOf = (data: TolerantSubscription): number => {
  const { seats } = data as { readonly seats?: unknown };
  return typeof seats === "number" ? seats : 0;
};

function ignoreNotFound(error: unknown): null {
  if (error instanceof BillingProviderError && error.reason === "not-found") return null;
  throw error;
}

/** Whether the provider refused because the subscription has ended. The mirror is then up to date. */
async function hasEnded(ctx: Context, settings: AskedMirror, id: string, error: unknown): Promise<boolean> {
  if (!(error instanceof BillingProviderError) || !["conflict", "not-found"].includes(error.reason)) return false;
  const row = await ctx.db.find(subscriptions.model, { id });
  if (!row) return true;
  await askSubscription(ctx, settings, row);
  const known = await ctx.db.find(subscriptions.model, { id });
  return !known || known.goneAt !== null || known.endedAt !== null;
}
