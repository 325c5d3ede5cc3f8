import type { Context, Session, TxContext } from "../../contract/context.js";
import { type PreviousLibrary, runningBeside } from "../../contract/previous-library.js";
import { withQuery } from "../../http/redirect.js";
import { userModel } from "../../model/models.js";
import { parseEmail } from "../../records/user/email.js";
import { readBareToken } from "../../secret/signed-values.js";
import { actorOf } from "../../session/actor.js";
import { parentOf } from "../../session/parent.js";

/**
 * The content of a link about an address, signed, so that an expired link differs from a forged one. The link works
 * once: `oneTimeToken` is the secret of a one-time token, consumed together with the effect. The link contains no
 * address, because logs and proxies store URLs: the link has a keyed fingerprint of the recipient's address, and the
 * row has the new address.
 */
export interface VerificationToken {
  readonly userId: string;
  readonly emailFingerprint: string;
  readonly oneTimeToken: string | null;
  /** Whether the link changes the address; else the link verifies the recipient's address. */
  readonly isChange: boolean;
  /**
   * Whether the link was sent to the new address: this link ends such a change. `oneTimeToken` is of a pending address
   * then.
   */
  readonly isNewAddress: boolean;
  /** The new address of a link in the form of the previous library. Such a link is without a one-time token. */
  readonly newEmail: string | null;
  /** Whether a session outlives the browser, of a link in that form. Else the row of the one-time token knows. */
  readonly isRemembered?: boolean;
}

const kind = "verify-email";

interface WrittenToken extends Pick<VerificationToken, "userId" | "isChange"> {
  readonly isNewAddress?: boolean;
  readonly email: string;
  readonly oneTimeToken: string;
}

/** Signs a token for the link. */
export function writeVerificationToken(
  { signedValues, settings }: Pick<Context | TxContext, "signedValues" | "settings">,
  { userId, email, oneTimeToken, isChange, isNewAddress = false }: WrittenToken,
): Promise<string> {
  const payload = {
    sub: userId,
    about: signedValues.fingerprint(kind, email),
    jti: oneTimeToken,
    ...(isChange && { isChange }),
    ...(isNewAddress && { isNewAddress }),
  };
  return signedValues.write(kind, payload, settings.emailVerification.expiresInSeconds);
}

/**
 * Reads a token of `writeVerificationToken` or, while that still runs, of the previous library; or answers with the
 * reason of a failure.
 */
export async function readVerificationToken(
  ctx: Context,
  token: string,
): Promise<VerificationToken | "expired" | "invalid"> {
  const previous = runningBeside(ctx.settings);
  const payload = await ctx.signedValues.read(kind, token);
  if (payload === "invalid" && previous) return readPrevious(ctx, previous, token);
  if (typeof payload === "string") return payload;
  const { sub: userId, about, jti: oneTimeToken, isChange = false, isNewAddress = false } = payload;
  if (typeof userId !== "string" || typeof oneTimeToken !== "string") return "invalid";
  const isOurs = typeof about === "string" && typeof isChange === "boolean" && typeof isNewAddress === "boolean";
  return isOurs && userId && oneTimeToken
    ? { userId, emailFingerprint: about, oneTimeToken, isChange, isNewAddress, newEmail: null }
    : "invalid";
}

/** The form of better-auth 1.2: the address, and for a change the new address. */
async function readPrevious(
  { db, signedValues, now }: Context,
  { secret }: PreviousLibrary,
  token: string,
): Promise<VerificationToken | "expired" | "invalid"> {
  const payload = readBareToken(secret, token, now());
  if (typeof payload === "string") return payload;
  const email = typeof payload.email === "string" ? parseEmail(payload.email) : null;
  const newEmail = typeof payload.updateTo === "string" ? parseEmail(payload.updateTo) : null;
  const isChange = payload.updateTo !== undefined;
  if (email === null || (isChange && newEmail === null)) return "invalid";
  const user = await db.find(userModel, { email });
  const emailFingerprint = signedValues.fingerprint(kind, email);
  const isRemembered = payload.isRemembered !== false;
  const userId = user?.id ?? "";
  return { userId, emailFingerprint, oneTimeToken: null, isChange, isNewAddress: false, newEmail, isRemembered };
}

/** Whether this address got the email with this token. */
export const isAbout = (
  { signedValues }: Pick<Context | TxContext, "signedValues">,
  { emailFingerprint }: VerificationToken,
  email: string,
): boolean => signedValues.isFingerprint(kind, email, emailFingerprint);

/**
 * Whether the session is of the token's user: without impersonation, not by a one-time token, which another person may
 * have put into a link, and not of a device, the code of which another person may have approved.
 */
export const isOwnSession = (
  ctx: Pick<Context, "actorColumns">,
  session: Session | null,
  { userId }: { readonly userId: string },
): boolean =>
  session?.userId === userId &&
  actorOf(ctx, session) === null &&
  parentOf(session) === null &&
  !(session as { readonly deviceClientId?: string | null }).deviceClientId;

/** The link for an email. `callbackURL` is a single encoded parameter. */
export function verificationLink(
  { settings }: Pick<Context | TxContext, "settings">,
  token: string,
  callbackURL: string | undefined,
): string {
  const after: Readonly<Record<string, string>> = callbackURL === undefined ? {} : { callbackURL };
  return withQuery(settings, `${settings.publicPath}/verify-email`, { token, ...after });
}
