import type { WebhookVerificationCode } from "@keyhold/billing-schema/webhook";
import { AuthError, type Limit } from "@keyhold/core";
import { type Caller, type Context, commonErrors } from "@keyhold/core/plugin";

/** The maximum of failed deliveries per client address; the next failed deliveries are answered 429 and not counted. */
const limit: Limit = { windowSeconds: 60, max: 60 };

const route = "POST /billing/webhook";
const maxBlocks = 10_000;

/** Until when each auth of this process answers failed deliveries of an address with 429, in milliseconds since 1970. */
const blocks = new WeakMap<Context, Map<string, number>>();

/** Signed by the provider, but not an event: a wrong body is not an attacker's guess. */
const signedCodes: ReadonlySet<WebhookVerificationCode> = new Set(["WEBHOOK_BODY_INVALID", "WEBHOOK_BODY_PARSED"]);

/** Whether a delivery that fails so is counted. */
export const isCounted = (code: WebhookVerificationCode): boolean => !signedCodes.has(code);

/**
 * The key for counting a client's deliveries. Null without an address: with a common count for all clients an attacker
 * could block the provider's deliveries.
 */
function bucketOf({ settings }: Context, { ipAddress }: Caller): string | null {
  if (!settings.rateLimit.enabled || ipAddress === null) return null;
  return settings.clientAddress.bucketOf(ipAddress);
}

/**
 * The answer to a failed delivery of a client with too many of them; null for other clients. It is never the answer to a
 * valid delivery: the provider may share its address with an attacker, e.g. the address of a proxy.
 */
export function blockOf(ctx: Context, caller: Caller): AuthError | null {
  const bucket = bucketOf(ctx, caller);
  const endsAt = (bucket !== null && blocks.get(ctx)?.get(bucket)) || 0;
  const left = endsAt - ctx.now().getTime();
  // More than a window: the clock was set back.
  if (left <= 0 || left > limit.windowSeconds * 1000) return null;
  const headers = { "retry-after": String(Math.ceil(left / 1000)) };
  return new AuthError(commonErrors.TOO_MANY_REQUESTS, { headers });
}

/** Counts a failed delivery in the app's limiter. */
export async function countRejected(ctx: Context, caller: Caller): Promise<void> {
  const bucket = bucketOf(ctx, caller);
  if (bucket === null) return;
  const { count, retryAfterSeconds } = await ctx.limiter.consume(`refused ${route}|${bucket}`, limit);
  if (count < limit.max) return;
  const blocked = blocks.get(ctx) ?? new Map<string, number>();
  // To forget all of them costs one more delivery each.
  if (blocked.size >= maxBlocks) blocked.clear();
  blocks.set(ctx, blocked.set(bucket, ctx.now().getTime() + retryAfterSeconds * 1000));
  const { ipAddress, userAgent } = caller;
  if (count === limit.max) ctx.emit({ type: "rate-limit.exceeded", route, ipAddress, userAgent });
}

const eventWindow = 10_000;

/** The time of each auth's last `webhook.rejected` event in this process, by code, in milliseconds since 1970. */
const lastEmissions = new WeakMap<Context, Map<string, number>>();

/** Any client can cause failed deliveries: a flood of them must not be a flood of events. */
export function isTimeToEmit(ctx: Context, code: string): boolean {
  const emissions = lastEmissions.get(ctx) ?? new Map<string, number>();
  lastEmissions.set(ctx, emissions);
  const now = ctx.now().getTime();
  const passed = now - (emissions.get(code) ?? Number.NEGATIVE_INFINITY);
  // Below zero: the clock was set back.
  if (passed >= 0 && passed < eventWindow) return false;
  emissions.set(code, now);
  return true;
}
