import { before, type Context, removePages } from "@keyhold/core/plugin";
import type { BillingSettings } from "../options.js";
import { removeExpiredEventBodies } from "./event-body.js";
import { removeExpiredBodies } from "./undecodable-event.js";
import { webhookEventModel } from "./webhook-event.js";

const hour = 3_600_000;
const day = 24 * hour;

/** When each auth of this process last looked, in milliseconds since 1970. */
const lastLooks = new WeakMap<Context, number>();

/** Removes old events, after the provider's last retries, and expired bodies: after the answer, once an hour. */
export function forgetWhenDue(ctx: Context, settings: BillingSettings): void {
  const { rememberDays } = settings.webhook;
  const now = ctx.now().getTime();
  const passed = now - (lastLooks.get(ctx) ?? Number.NEGATIVE_INFINITY);
  // Below zero: the clock was set back by an unknown time.
  if (passed >= 0 && passed < hour) return;
  lastLooks.set(ctx, now);
  ctx.later("Removing bodies of webhook events", () => removeExpiredBodies(ctx));
  if (keepsAllBodies(settings)) ctx.later("Removing kept bodies of events", () => removeExpiredEventBodies(ctx));
  if (rememberDays === null) return;
  ctx.later("Removing old webhook events", () =>
    removePages(ctx.db, webhookEventModel, { receivedAt: before(new Date(now - rememberDays * day)) }),
  );
}

const maxBodyDays = 30;

export const keepsAllBodies = ({ webhook }: BillingSettings): boolean => webhook.keepBodies === "all";

/** How long the body of an event that could not be read is kept: never longer than it is remembered what was handled. */
export const bodyDaysOf = ({ webhook: { rememberDays } }: BillingSettings): number =>
  Math.min(maxBodyDays, rememberDays ?? maxBodyDays);
