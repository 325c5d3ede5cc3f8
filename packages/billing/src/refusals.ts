import type { Context } from "@keyhold/core";

const window = 10_000;

/** When each auth of this process last told of a refusal, by its code, in milliseconds since 1970. */
const lastTellings = new WeakMap<Context, Map<string, number>>();

/** Anybody can have deliveries refused, as often as they like: a flood of them is none of events. */
export function isTimeToTell(ctx: Context, code: string): boolean {
  const tellings = lastTellings.get(ctx) ?? new Map<string, number>();
  lastTellings.set(ctx, tellings);
  const now = ctx.now().getTime();
  const passed = now - (tellings.get(code) ?? Number.NEGATIVE_INFINITY);
  // Less than nothing: the clock was set back.
  if (passed >= 0 && passed < window) return false;
  tellings.set(code, now);
  return true;
}
