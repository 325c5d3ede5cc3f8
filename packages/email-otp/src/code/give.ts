import { challengesOf, type RightCode } from "@keyhold/core/mailbox";
import type { Caller, Context } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { emailOtpErrors } from "../errors.js";
import { type AskedCode, type CodeType, emailCodes, nameOf } from "./codes.js";

/** A code as a caller types it. */
export const otp = z.string().max(64);

/** A given code. */
export interface GivenCode {
  readonly type: CodeType;
  readonly email: string;
  readonly otp: string;
  /** Of a caller without cookies. */
  readonly challenge?: string | undefined;
  readonly caller: Caller;
}

/**
 * Compares a code of a browser within the budgets. The answer has the function that uses the code up.
 *
 * @throws AuthError INVALID_OTP; TOO_MANY_ATTEMPTS with 403 once, when the guesses of the code are used up, and with 429
 * when the guesses of the address are used up
 */
export async function requireCode(
  ctx: Context<"INVALID_OTP" | "TOO_MANY_ATTEMPTS">,
  { challenge, ...given }: GivenCode,
): Promise<RightCode<AskedCode>> {
  for (const asker of challengesOf(ctx, given.caller, challenge)) {
    const right = await compare(ctx, asker, given);
    if (right) return right;
  }
  return failCode(ctx);
}

/** `requireCode` for a code that belongs to a session. */
export const requireCodeOfSession = async (
  ctx: Context<"INVALID_OTP" | "TOO_MANY_ATTEMPTS">,
  session: { readonly id: string },
  given: Omit<GivenCode, "challenge">,
): Promise<RightCode<AskedCode>> => (await compare(ctx, session.id, given)) ?? failCode(ctx);

/** One answer for a wrong, an expired and a used code, and for an address without a code. */
export const failCode = (ctx: Pick<Context<"INVALID_OTP">, "fail">): never => ctx.fail(emailOtpErrors.INVALID_OTP);

async function compare(
  ctx: Context<"TOO_MANY_ATTEMPTS">,
  asker: string,
  { type, email, otp: code, caller }: Omit<GivenCode, "challenge">,
): Promise<RightCode<AskedCode> | null> {
  const guess = await emailCodes.guess(ctx, nameOf({ type, email, asker }), { code, caller });
  if (guess.kind === "used up") return ctx.fail(emailOtpErrors.TOO_MANY_ATTEMPTS, { status: 403 });
  if (guess.kind === "too many") {
    const headers = { "retry-after": String(guess.retryAfterSeconds) };
    return ctx.fail(emailOtpErrors.TOO_MANY_ATTEMPTS, { headers });
  }
  return guess.kind === "right" ? guess : null;
}
