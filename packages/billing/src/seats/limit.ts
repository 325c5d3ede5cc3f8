import type { HookContext } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import { hooksAt } from "../hooks/offers.js";
import { countSeats, takesSeat } from "./members.js";
import { type RunningSubscription, runningSubscriptions } from "./running.js";
import type { SeatOptions, SeatRule } from "./settings.js";

/** The options for seats. */
export interface SeatSettings {
  readonly rules: ReadonlyMap<string, SeatRule>;
  /** The provider's ids of all products of the app. */
  readonly sold: ReadonlySet<string>;
  readonly seats: Required<SeatOptions>;
}

/** How many members an organization may have by its subscriptions; null: any number. */
export function boundOf({ rules, sold, seats }: SeatSettings, running: readonly RunningSubscription[]): number | null {
  const limiting = running.filter(({ productId }) => rules.get(productId)?.kind === "limit");
  if (limiting.length === 0) {
    const hasLimit = [...rules.values()].some(({ kind }) => kind === "limit");
    return hasLimit && !running.some(({ productId }) => sold.has(productId)) ? seats.maxWithoutSubscription : null;
  }
  let sum = 0;
  for (const { seats: bought } of limiting) {
    // An event with the number is to come.
    if (bought === null) return null;
    sum += bought;
  }
  return sum;
}

/** Fails if each seat of a locked organization is taken. */
export async function requireSeat(ctx: HookContext, settings: SeatSettings, organizationId: string): Promise<void> {
  const bound = boundOf(settings, await runningSubscriptions(ctx, organizationId));
  if (bound === null || (await countSeats(ctx, settings.seats, organizationId)) < bound) return;
  ctx.fail(billingErrors.SEAT_LIMIT_REACHED);
}

/** Fails if a role with a new name takes more seats of a locked organization than there are. */
export async function requireSeatsOfRenamed(
  ctx: HookContext,
  settings: SeatSettings,
  organizationId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const bound = boundOf(settings, await runningSubscriptions(ctx, organizationId));
  if (bound === null) return;
  let [before, after] = [0, 0];
  for (const members of hooksAt(ctx, "organization.members")) {
    for await (const page of members({ organizationId }, ctx)) {
      for (const member of page) {
        const role = member.role
          .split(",")
          .map((name) => (name === from ? to : name))
          .join(",");
        if (takesSeat(settings.seats, member)) before += 1;
        if (takesSeat(settings.seats, { ...member, role })) after += 1;
      }
    }
  }
  if (after > before && after > bound) ctx.fail(billingErrors.SEAT_LIMIT_REACHED);
}
