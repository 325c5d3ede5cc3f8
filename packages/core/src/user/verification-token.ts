import type { Context, Session, TxContext } from "../contract/context.js";
import { type PreviousLibrary, runningBeside } from "../contract/previous-library.js";
import { withQuery } from "../http/redirect.js";
import { userModel } from "../model/models.js";
import { readBareToken } from "../secret/signed-values.js";
import { actorOf } from "../session/actor.js";
import { parseEmail } from "./email.js";

/**
 * What a link about an address says, signed, so that an expired link is told from a forged one. It works once: `oneTimeToken`
 * is the secret of a ticket, which is used up together with the effect. The link holds no address, because logs and
 * proxies keep URLs: it has a keyed fingerprint of the one that the email went to, and the row of the ticket has a new one.
 */
export interface VerificationToken {
  readonly userId: string;
  readonly emailFingerprint: string;
  readonly oneTimeToken: string | null;
  /** Whether the user wants another address; else the link verifies the one that the email went to. */
  readonly isChange: boolean;
  /** The address that a link in the form of the previous library changes to. Such a link has no ticket. */
  readonly newEmail: string | null;
}

const kind = "verify-email";

interface WrittenToken extends Pick<VerificationToken, "userId" | "isChange"> {
  readonly email: string;
  readonly oneTimeToken: string;
}

/** Signs a token, as it stands in the link. */
export function writeVerificationToken(
  { signedValues, settings }: Pick<Context | TxContext, "signedValues" | "settings">,
  { userId, email, oneTimeToken, isChange }: WrittenToken,
): Promise<string> {
  const payload = {
    sub: userId,
    about: signedValues.fingerprint(kind, email),
    jti: oneTimeToken,
    ...(isChange && { isChange }),
  };
  return signedValues.write(kind, payload, settings.emailVerification.expiresInSeconds);
}

/** Reads what `writeVerificationToken` signed or, while it still runs, the previous library; or says why that cannot be. */
export async function readVerificationToken(
  ctx: Context,
  token: string,
): Promise<VerificationToken | "expired" | "invalid"> {
  const previous = runningBeside(ctx.settings);
  const payload = await ctx.signedValues.read(kind, token);
  if (payload === "invalid" && previous) return readPrevious(ctx, previous, token);
  if (typeof payload === "string") return payload;
  const { sub: userId, about, jti: oneTimeToken, isChange = false } = payload;
  const isOurs = typeof about === "string" && typeof isChange === "boolean";
  return isOurs && userId && oneTimeToken
    ? { userId, emailFingerprint: about, oneTimeToken, isChange, newEmail: null }
    : "invalid";
}

/** As better-auth 1.2 writes it: the address, and the new one where it is to change. */
async function readPrevious(
  { db, signedValues, now }: Context,
  { secret }: PreviousLibrary,
  token: string,
): Promise<VerificationToken | "expired" | "invalid"> {
  const payload = await readBareToken(secret, token, now());
  if (typeof payload === "string") return payload;
  const email = typeof payload.email === "string" ? parseEmail(payload.email) : null;
  const newEmail = typeof payload.updateTo === "string" ? parseEmail(payload.updateTo) : null;
  const isChange = payload.updateTo !== undefined;
  if (email === null || (isChange && newEmail === null)) return "invalid";
  const user = await db.find(userModel, { email });
  const emailFingerprint = signedValues.fingerprint(kind, email);
  return { userId: user?.id ?? "", emailFingerprint, oneTimeToken: null, isChange, newEmail };
}

/** Whether the email with this token went to this address. */
export const isAbout = (
  { signedValues }: Pick<Context | TxContext, "signedValues">,
  { emailFingerprint }: VerificationToken,
  email: string,
): boolean => signedValues.isFingerprint(kind, email, emailFingerprint);

/** Whether the session is of the user that the token names, without impersonation. */
export const isOwnSession = (
  ctx: Pick<Context, "actorColumns">,
  session: Session | null,
  { userId }: VerificationToken,
): boolean => session?.userId === userId && actorOf(ctx, session) === null;

/** The link for a letter. Where the browser goes afterwards stands in it as one parameter, whatever it holds. */
export function verificationLink(
  { settings }: Pick<Context | TxContext, "settings">,
  token: string,
  callbackURL: string | undefined,
): string {
  const after: Readonly<Record<string, string>> = callbackURL === undefined ? {} : { callbackURL };
  return withQuery(settings, `${settings.basePath}/verify-email`, { token, ...after });
}
