import type { Session } from "@keyhold/core";
import { roundOf } from "@keyhold/core/mailbox";
import { type Caller, type Context, type Outcome, ok } from "@keyhold/core/plugin";
import { recordStepUp, type SteppedUp } from "@keyhold/core/session";
import { holds } from "../account/holder.js";
import { codeDigits, nameOf, phoneCodes } from "../code/codes.js";
import { failCode, requireCode } from "../code/give.js";
import { mayGetMessages } from "../code/request.js";
import { sendCode } from "../code/send.js";
import { phoneNumberErrors } from "../errors.js";
import { numberedModel } from "../models.js";
import { countCeilings, countNumber } from "../number/limits.js";
import { parseNumber } from "../number/parse.js";
import type { PhoneNumberOptions } from "../options.js";
import { noteUse } from "../recycled/use.js";

/** The step-up method of users who have verified a number. */
export const phoneCodeMethod = "phone-code";

const type = "step-up";

/** A code in a session belongs to the session: it works in no other session of the user. */
const askerOf = ({ id }: Session): string => `session ${id}`;

/** The number that the user of a session has verified; null: no such number. */
export async function ownNumber(ctx: Pick<Context, "db">, { userId }: Session): Promise<string | null> {
  const user = await ctx.db.find(numberedModel, { id: userId });
  return user?.phoneNumberVerified ? user.phoneNumber : null;
}

type RequestCodes = "INVALID_PHONE_NUMBER" | "PHONE_NUMBER_NOT_ALLOWED" | "TOO_MANY_ATTEMPTS";

/**
 * Sends a code to the verified number of the user of a session.
 *
 * @throws AuthError INVALID_PHONE_NUMBER if the user has verified no number, PHONE_NUMBER_NOT_ALLOWED, TOO_MANY_ATTEMPTS
 * beyond the limits of messages
 */
export async function sendOwnCode(
  ctx: Context<RequestCodes>,
  options: PhoneNumberOptions,
  session: Session,
  { ipAddress, userAgent }: Caller,
): Promise<void> {
  const number = (await ownNumber(ctx, session)) ?? ctx.fail(phoneNumberErrors.INVALID_PHONE_NUMBER);
  const parsed = parseNumber(number, undefined);
  const checked = { number, caller: { ipAddress, userAgent } };
  if (!parsed || !mayGetMessages(options, parsed) || !((await options.checkNumber?.(checked)) ?? true))
    return ctx.fail(phoneNumberErrors.PHONE_NUMBER_NOT_ALLOWED);
  const { userId } = session;
  // An own budget: requests of unauthenticated clients for the number keep no user out of a session.
  const counted = { ...parsed, isSent: true, browserId: `session of ${userId}` };
  if (!(await countNumber(ctx, options, counted)) || !(await countCeilings(ctx, options, counted)))
    return ctx.fail(phoneNumberErrors.TOO_MANY_ATTEMPTS);
  const { expiresInSeconds } = options;
  const round = await roundOf(ctx, number, new Date(ctx.now().getTime() + expiresInSeconds * 1000));
  const asker = askerOf(session);
  const name = nameOf({ type, number, asker });
  const form = { digits: codeDigits, expiresInSeconds, asker: { id: asker, isKnown: true } };
  const code = await phoneCodes.issue(ctx, name, { to: number, userId, round }, form);
  if (code === null) return ctx.fail(phoneNumberErrors.TOO_MANY_ATTEMPTS);
  ctx.afterAnswer("Sending a code by phone", () => sendCode(ctx, options, { kind: type, to: number, code }));
}

interface OwnCode {
  readonly code: string;
  readonly session: Session;
  readonly caller: Caller;
}

/**
 * Records in a session that its user has given a code from the verified number now.
 *
 * @throws AuthError INVALID_OTP, TOO_MANY_ATTEMPTS, UNAUTHORIZED if the session has ended meanwhile, STEP_UP_REQUIRED if
 * the session needs a second factor
 */
export async function giveOwnCode(
  ctx: Context<"INVALID_OTP" | "TOO_MANY_ATTEMPTS">,
  options: PhoneNumberOptions,
  { code, session, caller }: OwnCode,
): Promise<Outcome<SteppedUp>> {
  const number = (await ownNumber(ctx, session)) ?? failCode(ctx);
  const given = { type, number, code, askers: [askerOf(session)], caller } as const;
  const { consume } = await requireCode(ctx, options, given);
  const done = await ctx.transactionOn(numberedModel, session.userId, async (ctx, user) => {
    if (!holds(user, number) || !(await consume(ctx))) return null;
    await noteUse(ctx, user, number);
    return recordStepUp(ctx, session, { caller, methods: ["sms"] });
  });
  return done ? ok(done.answer, done.cookies) : failCode(ctx);
}
