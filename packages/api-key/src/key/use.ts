import type { Context } from "@keyhold/core/plugin";
import type { PrincipalLimit } from "@keyhold/core/principal";
import { type ApiKeyRow, apiKeyModel } from "../models.js";
import type { ApiKeyOptions, KeyLimit } from "../options.js";

/** Whether a use of a key is within its limits. */
export type UseVerdict =
  | { readonly isAllowed: true; readonly limit: PrincipalLimit | null }
  | { readonly isAllowed: false; readonly code: "RATE_LIMITED"; readonly limit: PrincipalLimit }
  | { readonly isAllowed: false; readonly code: "USAGE_EXCEEDED"; readonly refillAt: Date | null };

/** The uses of a request: a key is counted once, however often the app asks. */
const usesOf = new WeakMap<object, Map<string, Promise<UseVerdict>>>();

const unlimited: UseVerdict = { isAllowed: true, limit: null };

/** Counts a use of a key, once for each request. `request`: null: each call is a use. Without a promise if the key has no limit. */
export function countUse(
  ctx: Context,
  row: ApiKeyRow,
  { options, request }: { readonly options: ApiKeyOptions; readonly request: object | null },
): Promise<UseVerdict> | UseVerdict {
  if (row.remaining === null && options.ownerLimit === null && limitOf(row, options) === null) return unlimited;
  if (request === null) return count(ctx, row, options);
  const uses = usesOf.get(request) ?? new Map<string, Promise<UseVerdict>>();
  usesOf.set(request, uses);
  const verdict = uses.get(row.id) ?? count(ctx, row, options);
  uses.set(row.id, verdict);
  return verdict;
}

/** The limit with the count of a request; null: no limit has counted the request. */
export async function limitOfRequest(request: object): Promise<PrincipalLimit | null> {
  // A request has a single credential.
  const [use] = usesOf.get(request)?.values() ?? [];
  const verdict = use && (await use);
  return verdict && "limit" in verdict ? verdict.limit : null;
}

async function count(ctx: Context, row: ApiKeyRow, options: ApiKeyOptions): Promise<UseVerdict> {
  const limit = await countLimits(ctx, row, options);
  if (limit && limit.remaining < 0)
    return { isAllowed: false, code: "RATE_LIMITED", limit: { ...limit, remaining: 0 } };
  if (row.remaining !== null && !(await useOne(ctx, row)))
    return { isAllowed: false, code: "USAGE_EXCEEDED", refillAt: nextRefillOf(ctx, row) };
  return { isAllowed: true, limit };
}

/** The limit of a row comes before the limit of the app. */
function limitOf(
  { rateLimitEnabled, rateLimitMax, rateLimitTimeWindow }: ApiKeyRow,
  options: ApiKeyOptions,
): KeyLimit | null {
  return rateLimitEnabled && rateLimitMax !== null && rateLimitTimeWindow !== null
    ? { max: rateLimitMax, windowSeconds: Math.max(1, Math.ceil(rateLimitTimeWindow / 1000)) }
    : options.limit;
}

/** Counts in the limits of the key and of its owner; answers the nearer limit, below 0 if it is exceeded. */
async function countLimits(ctx: Context, row: ApiKeyRow, options: ApiKeyOptions): Promise<PrincipalLimit | null> {
  const counted = [
    { policy: "key", key: `api key|${row.id}`, limit: limitOf(row, options) },
    { policy: "owner", key: `api keys of an owner|${row.referenceId}`, limit: options.ownerLimit },
  ];
  let nearest: PrincipalLimit | null = null;
  for (const { policy, key, limit } of counted) {
    if (limit === null) continue;
    const { max, windowSeconds } = limit;
    const { isAllowed, count, retryAfterSeconds } = await ctx.limiter.consume(key, { max, windowSeconds });
    const state = {
      policy,
      max,
      windowSeconds,
      remaining: isAllowed ? max - count : -1,
      resetSeconds: retryAfterSeconds,
    };
    if (!isAllowed) return state;
    if (nearest === null || state.remaining < nearest.remaining) nearest = state;
  }
  return nearest;
}

/** Takes a use from `remaining`, after a refill if a refill is due. Concurrent uses never take more. */
async function useOne(ctx: Context, row: ApiKeyRow): Promise<boolean> {
  const used = async (): Promise<boolean> =>
    (await ctx.db.add(apiKeyModel, row.id, "remaining", -1, { min: 0 })) !== null;
  if (refillOf(ctx, row) === null) return used();
  const refilled = await ctx.transactionOn(apiKeyModel, row.id, async (ctx, present) => {
    const refill = refillOf(ctx, present);
    if (refill === null || present.remaining === null) return "by another use";
    const { amount, at } = refill;
    await ctx.db.transition(apiKeyModel, row.id, "remaining", present.remaining, amount - 1);
    await ctx.db.update(apiKeyModel, row.id, { lastRefillAt: at });
    return "now";
  });
  return refilled === "now" || (refilled !== null && (await used()));
}

/** When the uses of a key are refilled next; null: never. */
function nextRefillOf(
  { now }: Pick<Context, "now">,
  { refillInterval, refillAmount, lastRefillAt, createdAt }: ApiKeyRow,
): Date | null {
  if (!refillInterval || !refillAmount) return null;
  const since = (lastRefillAt ?? createdAt).getTime();
  const intervals = Math.floor((now().getTime() - since) / refillInterval);
  return new Date(since + (intervals + 1) * refillInterval);
}

/** The due refill: whole intervals since the last refill. Null: no refill is due. */
function refillOf(
  { now }: Pick<Context, "now">,
  { refillInterval, refillAmount, lastRefillAt, createdAt }: ApiKeyRow,
): { readonly amount: number; readonly at: Date } | null {
  if (!refillInterval || !refillAmount) return null;
  const since = (lastRefillAt ?? createdAt).getTime();
  const intervals = Math.floor((now().getTime() - since) / refillInterval);
  return intervals < 1 ? null : { amount: refillAmount, at: new Date(since + intervals * refillInterval) };
}
