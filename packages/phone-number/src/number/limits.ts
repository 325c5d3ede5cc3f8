import { AuthError } from "@keyhold/core";
import { type Caller, type Context, commonErrors } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import type { PhoneNumberOptions } from "../options.js";
import type { ParsedNumber } from "./parse.js";

/** A message to count. */
interface Counted extends ParsedNumber {
  /** A browser that has signed in to the account has a budget of its own; null: another browser. */
  readonly browserId: string | null;
  /** Whether the message is sent. Others are counted apart, with equal work. */
  readonly isSent: boolean;
}

/**
 * Counts a number that the address of a client asks for: of concurrent requests at most `perCaller.max` numbers pass. A
 * second request for a number passes when the first has passed.
 *
 * @throws AuthError TOO_MANY_REQUESTS
 */
export async function countCaller(
  ctx: Context,
  { perCaller }: Pick<PhoneNumberOptions, "perCaller">,
  { ipAddress, number }: Pick<Caller, "ipAddress"> & Pick<ParsedNumber, "number">,
): Promise<void> {
  if (!ctx.settings.rateLimit.enabled || ipAddress === null) return;
  const uncounted = { windowSeconds: perCaller.windowSeconds, max: Number.MAX_SAFE_INTEGER };
  const caller = ctx.settings.clientAddress.bucketOf(ipAddress);
  const passed = `phone numbers passed|${caller}|${number}`;
  const { count, retryAfterSeconds } = await ctx.limiter.consume(`phone numbers asked|${caller}|${number}`, uncounted);
  const isNew = count === 1;
  if (!isNew && ((await ctx.limiter.peek([passed]))[0] ?? 0) > 0) return;
  const verdict = isNew
    ? await ctx.limiter.consume(`phone numbers|${caller}`, perCaller, () => ({
        name: "phone numbers per client address",
        option: "perCaller of phoneNumber()",
        effect: "Further numbers are answered 429",
      }))
    : { isAllowed: false, retryAfterSeconds };
  if (verdict.isAllowed) await ctx.limiter.consume(passed, uncounted);
  else
    throw new AuthError(commonErrors.TOO_MANY_REQUESTS, {
      headers: { "retry-after": String(verdict.retryAfterSeconds) },
    });
}

/** Counts a message to a number in both windows. */
export async function countNumber(
  ctx: Context,
  { perNumber, perNumberPerDay }: Pick<PhoneNumberOptions, "perNumber" | "perNumberPerDay">,
  { number, browserId, isSent }: Counted,
): Promise<boolean> {
  if (!ctx.settings.rateLimit.enabled) return true;
  const budget = browserId === null ? number : `${number} ${browserId}`;
  for (const [name, limit] of Object.entries({ perNumber, perNumberPerDay })) {
    const key = `${isSent ? "" : "no "}phone message ${name}|${budget}`;
    if (!(await ctx.limiter.consume(key, limit)).isAllowed) return false;
  }
  return true;
}

/** Counts a message in the ceilings of the app and of the calling code, which hold in each config. */
export async function countCeilings(
  ctx: Context,
  { perApp, perCountry }: PhoneNumberOptions,
  { prefix, isSent }: Counted,
): Promise<boolean> {
  const ceilings = [
    { of: prefix, option: "perCountry", ...perCountry },
    { of: "app", option: "perApp", ...perApp },
  ];
  for (const { of, option, windowSeconds, max } of ceilings) {
    const key = `${isSent ? "" : "no "}phone messages|${of}`;
    const { isAllowed, count } = await ctx.limiter.consume(key, { windowSeconds, max }, () => ({
      name: `phone messages (${of})`,
      option: `${option} of phoneNumber()`,
      effect: "Further messages are not sent, and no answer says so,",
    }));
    if (isSent && (count === Math.ceil(max / 2) || count === max))
      emit(ctx, { type: "phone-number.ceiling", of, count, max, isReached: count === max });
    if (!isAllowed) return false;
  }
  return true;
}
