import type { Session } from "@keyhold/core";
import { challengeOf, roundOf } from "@keyhold/core/mailbox";
import { type Caller, type Context, type Outcome, ok } from "@keyhold/core/plugin";
import { knownBrowserId } from "@keyhold/core/session";
import { holderOf } from "../account/holder.js";
import { phoneNumberErrors } from "../errors.js";
import { countCaller, countCeilings, countNumber } from "../number/limits.js";
import { isMobile, type ParsedNumber, parseNumber } from "../number/parse.js";
import type { PhoneNumberOptions } from "../options.js";
import { codeDigits, nameOf, phoneCodes } from "./codes.js";
import type { CodeType } from "./ports.js";
import { sendCode } from "./send.js";

/** What a caller asked for. */
interface Asked {
  readonly type: CodeType;
  readonly phoneNumber: string;
  readonly country?: string | undefined;
  readonly session: Session | null;
  readonly caller: Caller;
}

type Codes = "INVALID_PHONE_NUMBER" | "PHONE_NUMBER_NOT_ALLOWED";

/**
 * Sends a code to a number, and answers with the challenge: equally for each number that may get messages.
 *
 * @throws AuthError INVALID_PHONE_NUMBER, PHONE_NUMBER_NOT_ALLOWED, TOO_MANY_REQUESTS
 */
export async function requestCode<Answer extends object>(
  ctx: Context<Codes>,
  options: PhoneNumberOptions,
  { answer, ...asked }: Asked & { readonly answer: Answer },
): Promise<Outcome<Answer & { readonly challenge: string }>> {
  const { phoneNumber, country, caller } = asked;
  const parsed = parseNumber(phoneNumber, country) ?? ctx.fail(phoneNumberErrors.INVALID_PHONE_NUMBER);
  if (!mayGetMessages(options, parsed)) return ctx.fail(phoneNumberErrors.PHONE_NUMBER_NOT_ALLOWED);
  const { ipAddress, userAgent } = caller;
  await countCaller(ctx, options, { ipAddress, number: parsed.number });
  const checked = { number: parsed.number, caller: { ipAddress, userAgent } };
  if (options.checkNumber && !(await options.checkNumber(checked)))
    return ctx.fail(phoneNumberErrors.PHONE_NUMBER_NOT_ALLOWED);
  const { value: challenge, hash: asker, cookies } = challengeOf(ctx, caller);
  await offerCode(ctx, options, { ...asked, parsed, asker });
  return ok({ ...answer, challenge }, cookies);
}

/** `requestCode` for a code that sets a password. */
export function requestReset(
  ctx: Context<Codes | "RESET_PASSWORD_ISNT_ENABLED">,
  options: PhoneNumberOptions,
  asked: Omit<Asked, "type" | "session">,
): Promise<Outcome<{ readonly status: boolean; readonly challenge: string }>> {
  if (!ctx.settings.emailAndPassword.enabled) return ctx.fail(phoneNumberErrors.RESET_PASSWORD_ISNT_ENABLED);
  return requestCode(ctx, options, { ...asked, type: "reset-password", session: null, answer: { status: true } });
}

/** Whether the app sends messages to a number. */
export const mayGetMessages = (
  { allowedCountries, numbers }: PhoneNumberOptions,
  { number, country }: ParsedNumber,
): boolean => country !== null && allowedCountries.includes(country) && (numbers === "any" || isMobile(number));

interface Offered extends Asked {
  readonly parsed: ParsedNumber;
  readonly asker: string;
}

/** The work before the answer does not depend on whether the number has an account. */
async function offerCode(ctx: Context, options: PhoneNumberOptions, offered: Offered): Promise<void> {
  const { type, parsed, asker, session, caller } = offered;
  const { number } = parsed;
  const user = await holderOf(ctx, number);
  const createsOrAdds = type === "verify" && (session !== null || !options.disableSignUp);
  const isSent = user !== null || createsOrAdds;
  const counted = { ...parsed, isSent, browserId: knownBrowserId(ctx, caller, user?.id ?? number) };
  if (!(await countNumber(ctx, options, counted)) || !(await countCeilings(ctx, options, counted))) return;
  const { expiresInSeconds } = options;
  const round = await roundOf(ctx, number, new Date(ctx.now().getTime() + expiresInSeconds * 1000));
  const proof = { to: number, userId: user?.id ?? null, round };
  const isKnown = counted.browserId !== null || (session !== null && session.userId === user?.id);
  const form = { digits: codeDigits, expiresInSeconds, asker: { id: asker, isKnown } };
  const code = await phoneCodes.issue(ctx, nameOf({ type, number, asker }), proof, form);
  ctx.afterAnswer("Sending a code by phone", async () => {
    if (isSent && code !== null) await sendCode(ctx, options, { kind: type, to: number, code });
  });
}
