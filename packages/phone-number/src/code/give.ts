import { challengesOf, type RightCode, readCode } from "@keyhold/core/mailbox";
import { type Caller, type Context, defineExpiringValue, verificationModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { phoneNumberErrors } from "../errors.js";
import type { PhoneNumberOptions } from "../options.js";
import { type AskedCode, nameOf, phoneCodes } from "./codes.js";
import type { CodeService, CodeType } from "./ports.js";

/** A given code. */
export interface GivenCode {
  readonly type: CodeType;
  /** In E.164. */
  readonly number: string;
  readonly code: string;
  /** Of a caller without cookies. */
  readonly challenge?: string | undefined;
  /** Who may have asked. Default: the challenges of the caller. */
  readonly askers?: readonly string[];
  readonly caller: Caller;
}

type Codes = "INVALID_OTP" | "TOO_MANY_ATTEMPTS";

/**
 * Compares a code of a browser within the budgets. The answer has who asked, and the function that uses the code up.
 *
 * @throws AuthError INVALID_OTP; TOO_MANY_ATTEMPTS with 403 once, when the guesses of the code are used up, and with 429
 * when the guesses of the account are used up
 */
export async function requireCode(
  ctx: Context<Codes>,
  { provider }: PhoneNumberOptions,
  { challenge, askers, ...given }: GivenCode,
): Promise<RightCode<AskedCode> & { readonly asker: string }> {
  for (const asker of askers ?? challengesOf(ctx, given.caller, challenge)) {
    const { code, caller } = given;
    const name = nameOf({ ...given, asker });
    const isRight = provider ? () => isApproved(ctx, provider, { ...given, name }) : undefined;
    const guess = await phoneCodes.guess(ctx, name, { code, caller, isRight });
    if (guess.kind === "used up") return ctx.fail(phoneNumberErrors.TOO_MANY_ATTEMPTS, { status: 403 });
    if (guess.kind === "too many") {
      const headers = { "retry-after": String(guess.retryAfterSeconds) };
      return ctx.fail(phoneNumberErrors.TOO_MANY_ATTEMPTS, { headers });
    }
    if (guess.kind === "right") return { ...guess, asker };
  }
  return failCode(ctx);
}

/** One answer for a wrong, an expired and a used code, and for a number without a code. */
export const failCode = (ctx: Pick<Context<"INVALID_OTP">, "fail">): never => ctx.fail(phoneNumberErrors.INVALID_OTP);

/** The codes that the service has found right: it answers so once, and the call may fail afterwards. */
const approvals = defineExpiringValue("phone-number-approval", { lifetimeSeconds: 600, value: z.string() });

/** Whether the service finds a code right, or has found it right before. */
async function isApproved(
  ctx: Context,
  provider: CodeService,
  { type: kind, number: to, code: given, name }: GivenCode & { readonly name: string },
): Promise<boolean> {
  const code = readCode(given);
  const place = ctx.signedValues.fingerprint(approvals.purpose, JSON.stringify([name, code]));
  if (await approvals.find(ctx, place)) return true;
  if (!(await provider.check({ kind, to, code }))) return false;
  await ctx.db.insert(verificationModel, approvals.rowOf(ctx, place, to), { onConflict: () => null });
  return true;
}
