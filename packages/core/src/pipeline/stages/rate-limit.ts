import type { Caller, Context } from "../../contract/context.js";
import type { Wire } from "../../contract/endpoint.js";
import { commonError } from "../../contract/errors.js";
import type { Limit } from "../../limit/limit.js";
import type { Advise } from "../advice.js";

/** Counts the call against the limit of its route, per client address. Throws 429. */
export async function limitRate(
  ctx: Context,
  { wire, limit }: { readonly wire: Wire; readonly limit: Limit },
  { ipAddress, userAgent }: Caller,
  advise: Advise,
): Promise<void> {
  if (ipAddress === null) advise("address");
  const key = `${wire}|${ctx.settings.clientAddress.bucketOf(ipAddress)}`;
  const { isAllowed, count, retryAfterSeconds } = await ctx.limiter.consume(key, limit);
  if (isAllowed) return;
  if (count === limit.max + 1) ctx.emit({ type: "rate-limit.exceeded", route: wire, ipAddress, userAgent });
  throw commonError("TOO_MANY_REQUESTS", { headers: { "retry-after": String(retryAfterSeconds) } });
}
