import { AuthError } from "@keyhold/core";
import { type Caller, type Context, commonErrors } from "@keyhold/core/plugin";
import type { AnonymousOptions } from "../options.js";

/**
 * Counts a new guest of the app, before the guest is created. The limit of the route has counted the address of the
 * client before, so that an address beyond its limit does not use up the limit of the app.
 *
 * @throws AuthError TOO_MANY_REQUESTS
 */
export async function countGuest(
  ctx: Context,
  { ipAddress, userAgent }: Caller,
  { perApp }: AnonymousOptions,
): Promise<void> {
  if (!ctx.settings.rateLimit.enabled) return;
  const { isAllowed, count, retryAfterSeconds } = await ctx.limiter.consume("anonymous|app", perApp, () => ({
    name: "new guests of the app",
    option: "perApp of anonymous()",
    effect: "Further calls are answered 429",
  }));
  if (isAllowed) return;
  if (count === perApp.max + 1)
    ctx.emit({ type: "rate-limit.exceeded", route: "POST /sign-in/anonymous", ipAddress, userAgent });
  throw new AuthError(commonErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": String(retryAfterSeconds) } });
}
