import type { Session, User } from "@keyhold/core";
import { type Asker, challengeOf, isKnownAsker, readerOf, roundOf } from "@keyhold/core/mailbox";
import { type Caller, type Context, mayEmail, type Outcome, ok, userModel } from "@keyhold/core/plugin";
import { actorOf, knownBrowserId } from "@keyhold/core/session";
import { isConfirmed, parseEmail, sendVerification } from "@keyhold/core/users";
import { sendCode, sendUnknownAddress } from "../emails.js";
import { emailOtpErrors } from "../errors.js";
import type { EmailOtpOptions } from "../options.js";
import { type CodePlace, type CodeType, emailCodes, nameOf } from "./codes.js";

/** What a caller asked for. */
interface Asked {
  readonly type: CodeType;
  readonly email: string;
  readonly session: Session | null;
  readonly caller: Caller;
}

/** The answer to a request for a code. */
export interface Requested {
  readonly success: boolean;
  /** For a caller without cookies, who sends it back with the code. */
  readonly challenge: string;
}

/**
 * Sends a code to an address, and answers equally for every address.
 *
 * @throws AuthError EMAIL_OTP_ISNT_ENABLED, RESET_PASSWORD_ISNT_ENABLED, INVALID_EMAIL
 */
export async function requestCode(
  ctx: Context<"EMAIL_OTP_ISNT_ENABLED" | "RESET_PASSWORD_ISNT_ENABLED" | "INVALID_EMAIL">,
  options: EmailOtpOptions,
  asked: Asked,
): Promise<Outcome<Requested>> {
  const { hasMail, emailAndPassword } = ctx.settings;
  if (!hasMail) return ctx.fail(emailOtpErrors.EMAIL_OTP_ISNT_ENABLED);
  if (asked.type === "forget-password" && !emailAndPassword.enabled)
    return ctx.fail(emailOtpErrors.RESET_PASSWORD_ISNT_ENABLED);
  const email = parseEmail(asked.email) ?? ctx.fail(emailOtpErrors.INVALID_EMAIL);
  const { value, hash, cookies } = challengeOf(ctx, asked.caller);
  await offerCode(ctx, options, { ...asked, email, asker: askerOf(ctx, asked, hash) });
  return ok({ success: true, challenge: value }, cookies);
}

/** A code that allows a change of address belongs to a session of the user. */
const askerOf = (ctx: Context, { type, session }: Asked, challenge: string): string =>
  type === "change-email" && session && actorOf(ctx, session) === null ? session.id : challenge;

/** The work before the answer does not depend on the address: what is sent is decided after the answer. */
async function offerCode(ctx: Context, options: EmailOtpOptions, asked: Asked & CodePlace): Promise<void> {
  const { type, email, caller } = asked;
  const user = await ctx.db.find(userModel, { email });
  const browserId = knownBrowserId(ctx, caller, user?.id ?? email);
  // A browser that has signed in to the account has a budget of its own, which an attacker does not use up.
  const budget = browserId === null ? email : `${email} ${browserId}`;
  const isToNobody = type === "sign-in" && (!options.disableSignUp || options.unknownAddress === "email");
  if (!(await mayEmail(ctx, "email-otp.code", budget, user !== null || isToNobody))) return;
  const isKnown = await isKnownTo(ctx, user, asked);
  const code = await issueCode(ctx, options, { ...asked, isKnown, userId: user?.id ?? null });
  if (code === null) return;
  ctx.afterAnswer("Sending a code", () => deliver(ctx, options, { ...asked, present: user, code }));
}

/** A session of the user is known, too, unless another person may have made the account with this address. */
async function isKnownTo(
  ctx: Context,
  user: User | null,
  { asker, session, caller }: Asked & CodePlace,
): Promise<boolean> {
  const isOwn = user?.emailVerified && asker === session?.id && user.id === session.userId;
  return (isOwn && (await isConfirmed(ctx, user, caller))) || isKnownAsker(ctx, user, caller);
}

/** Stores a code and answers with its digits. Null: other askers have as many live challenges as the address may have. */
export async function issueCode(
  ctx: Context,
  { signInDigits, expiresInSeconds }: EmailOtpOptions,
  asked: CodePlace & Pick<Asker, "isKnown"> & { readonly userId: string | null; readonly confirmedBy?: string | null },
): Promise<string | null> {
  const { type, email, userId, isKnown, confirmedBy = null } = asked;
  const round = await roundOf(ctx, email, new Date(ctx.now().getTime() + expiresInSeconds * 1000));
  const asker = { id: asked.asker, isKnown };
  const form = { digits: type === "sign-in" ? signInDigits : 6, expiresInSeconds, asker };
  return emailCodes.issue(ctx, nameOf(asked), { to: email, userId, round, confirmedBy }, form);
}

interface IssuedCode extends Asked {
  /** The user with the address. */
  readonly present: User | null;
  readonly code: string;
}

async function deliver(ctx: Context, options: EmailOtpOptions, issued: IssuedCode): Promise<void> {
  const { type, email: to, session, code, present } = issued;
  const { expiresInSeconds, disableSignUp, unknownAddress } = options;
  const { kind, user } = await readerOf(ctx, to, present);
  const send = (): void => sendCode(ctx, { to, type, user, code, expiresInSeconds });
  if (type === "change-email") return kind === "owner" && session?.userId === user?.id ? send() : undefined;
  if (type === "email-verification")
    return kind === "unconfirmed" || (kind === "owner" && !present?.emailVerified && present) ? send() : undefined;
  // A held address signs in instead of the new address, which is to be verified first.
  if (kind === "unconfirmed" && user) return sendVerification(ctx, user, {});
  if (kind === "owner" || (type === "sign-in" && kind === "nobody" && !disableSignUp)) return send();
  if (type === "sign-in" && unknownAddress === "email") sendUnknownAddress(ctx, to);
}
