import { AuthError } from "@keyhold/core";
import { type Caller, type Context, commonErrors } from "@keyhold/core/plugin";
import type { AnonymousOptions } from "../options.js";

const route = "POST /sign-in/anonymous";

/**
 * Counts a new guest, before the guest is created. The address is counted first, so that an address beyond its limit
 * uses nothing of the app's.
 *
 * @throws AuthError TOO_MANY_REQUESTS
 */
export async function countGuest(ctx: Context, caller: Caller, options: AnonymousOptions): Promise<void> {
  if (!ctx.settings.rateLimit.enabled) return;
  const { ipAddress } = caller;
  if (ipAddress !== null) {
    const bucket = ctx.settings.clientAddress.bucketOf(ipAddress);
    await consume(ctx, caller, { key: `address|${bucket}`, option: "perAddress", limit: options.perAddress });
  }
  await consume(ctx, caller, { key: "app", option: "perApp", limit: options.perApp });
}

interface Counted {
  readonly key: string;
  readonly option: "perAddress" | "perApp";
  readonly limit: AnonymousOptions["perApp"];
}

async function consume(ctx: Context, caller: Caller, { key, option, limit }: Counted): Promise<void> {
  const { isAllowed, count, retryAfterSeconds } = await ctx.limiter.consume(`anonymous|${key}`, limit, () => ({
    name: "new guests",
    option: `${option} of anonymous()`,
    effect: "Further calls are answered 429",
  }));
  if (isAllowed) return;
  const { ipAddress, userAgent } = caller;
  if (count === limit.max + 1) ctx.emit({ type: "rate-limit.exceeded", route, ipAddress, userAgent });
  throw new AuthError(commonErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": String(retryAfterSeconds) } });
}
