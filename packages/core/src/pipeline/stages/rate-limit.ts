import type { Caller, Context, Session } from "../../contract/context.js";
import { type AnyEndpoint, pathOf } from "../../contract/endpoint.js";
import { commonError } from "../../contract/errors.js";
import type { Limit, LimitRule } from "../../contract/limit.js";
import type { Route } from "../../startup/define-auth.js";

type Limited = Pick<Route, "endpoint" | "limits">;

/**
 * Counts the call against the limits of the route, per client address, and per network if the route hashes. Throws 429.
 */
export const limitRate = (ctx: Context, route: Limited, caller: Caller): Promise<void> | null =>
  route.limits.length === 0 ? null : countCall(ctx, route, caller);

const noAddress =
  "A request has no client IP address: all such clients share one rate limit. Pass it as the second " +
  "argument, `auth.handler(request, { ipAddress })`, or set `clientAddress`.";

async function countCall(ctx: Context, { endpoint, limits }: Limited, caller: Caller): Promise<void> {
  const { ipAddress } = caller;
  if (ipAddress === null) ctx.advise("address", noAddress);
  const { clientAddress, rateLimit } = ctx.settings;
  const bucket = clientAddress.bucketOf(ipAddress);
  const network = clientAddress.networkOf(ipAddress);
  // Clients without an address share a count: a long window would block all of these clients after a few calls.
  const counted = ipAddress === null ? limits.slice(0, 1) : limits;

  for (const [index, limit] of counted.entries()) {
    const what = index === 0 ? endpoint.route : `${endpoint.route} in ${limit.windowSeconds} s`;
    const option = `rateLimit.limits["${pathOf(endpoint.route)}"]`;
    await consume(ctx, endpoint, caller, { key: `${what}|${bucket}`, limit, per: "client address", option });
    // After the client's own limit: a call that this limit rejects does not count against the network.
    if (!endpoint.hashes || network === bucket) continue;
    const wide = { ...limit, max: limit.max * rateLimit.networkFactor };
    const key = `${what} by network|${network}`;
    await consume(ctx, endpoint, caller, {
      key,
      limit: wide,
      per: "client network",
      option: "rateLimit.networkFactor",
    });
  }
}

/** Counts a call that sends an email to an address given by the caller, per user or client address. Throws 429. */
export function limitEmails(
  ctx: Context,
  endpoint: AnyEndpoint,
  caller: Caller,
  session: Session | null,
): Promise<void> | null {
  const { hasMail, rateLimit, clientAddress } = ctx.settings;
  if (!endpoint.emailsGivenAddress || !hasMail || !rateLimit.enabled) return null;
  if (!session && caller.ipAddress === null) return null;
  const sender = session ? `user|${session.userId}` : `address|${clientAddress.bucketOf(caller.ipAddress)}`;
  return consume(ctx, endpoint, caller, {
    key: `emails by ${sender}`,
    limit: rateLimit.emailsPerSender,
    per: session ? "user" : "client address",
    option: "rateLimit.emailsPerSender",
  });
}

interface Counted {
  readonly key: string;
  readonly limit: Limit;
  /** By what is counted, for the log. */
  readonly per: string;
  /** The option that sets the limit, for the log. */
  readonly option: string;
}

async function consume(
  ctx: Context,
  { route }: AnyEndpoint,
  { ipAddress, userAgent }: Caller,
  { key, limit, per, option }: Counted,
): Promise<void> {
  const ruleOf = (): LimitRule => ({ name: `${route} per ${per}`, option, effect: "Further calls are answered 429" });
  const { isAllowed, count, retryAfterSeconds } = await ctx.limiter.consume(key, limit, ruleOf);
  if (isAllowed) return;
  if (count === limit.max + 1) ctx.emit({ type: "rate-limit.exceeded", route: route, ipAddress, userAgent });
  throw commonError("TOO_MANY_REQUESTS", { headers: { "retry-after": String(retryAfterSeconds) } });
}
