import { before, type Context } from "@keyhold/core";
import { webhookEventModel } from "./webhook-event.js";

const hour = 3_600_000;
const day = 24 * hour;

/** When each auth of this process last looked, in milliseconds since 1970. */
const lastLooks = new WeakMap<Context, number>();

/** Removes events of long ago, behind the answer and once an hour: the provider does not send those again. */
export function forgetWhenDue(ctx: Context, rememberDays: number | null): void {
  if (rememberDays === null) return;
  const now = ctx.now().getTime();
  const passed = now - (lastLooks.get(ctx) ?? Number.NEGATIVE_INFINITY);
  // Less than nothing: the clock was set back, and for how long is not known.
  if (passed >= 0 && passed < hour) return;
  lastLooks.set(ctx, now);
  ctx.later("Removing old webhook events", () =>
    ctx.db.remove(webhookEventModel, { receivedAt: before(new Date(now - rememberDays * day)) }),
  );
}
