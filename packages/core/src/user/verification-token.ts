import type { Context, TxContext } from "../contract/context.js";
import { withQuery } from "../http/redirect.js";

/**
 * What a link about an address says, signed, so that an old link is told from a forged one. It is worth something once:
 * `ticket` is the secret of a ticket, which is used up together with the effect.
 */
export interface VerificationToken {
  readonly userId: string;
  /** The address that the letter went to. */
  readonly email: string;
  readonly ticket: string;
  /** The address that the user wants instead; null where the letter proves the one it went to. */
  readonly newEmail: string | null;
}

const kind = "verify-email";

/** Signs a token, as it stands in the link. */
export function writeVerificationToken(
  { signedValues, settings }: Pick<Context | TxContext, "signedValues" | "settings">,
  { userId, email, ticket, newEmail }: VerificationToken,
): Promise<string> {
  const updateTo = newEmail === null ? {} : { updateTo: newEmail };
  const payload = { sub: userId, email, jti: ticket, ...updateTo };
  return signedValues.write(kind, payload, settings.emailVerification.expiresInSeconds);
}

/** Reads what `writeVerificationToken` signed, or says why that cannot be. */
export async function readVerificationToken(
  { signedValues }: Pick<Context, "signedValues">,
  token: string,
): Promise<VerificationToken | "expired" | "invalid"> {
  const payload = await signedValues.read(kind, token);
  if (typeof payload === "string") return payload;
  const { sub: userId, email, jti: ticket, updateTo: newEmail = null } = payload;
  const isOurs = typeof email === "string" && (newEmail === null || typeof newEmail === "string");
  return isOurs && userId && ticket ? { userId, email, ticket, newEmail } : "invalid";
}

/** The link for a letter. Where the browser goes afterwards stands in it as one parameter, whatever it holds. */
export function verificationLink(
  { settings }: Pick<Context | TxContext, "settings">,
  token: string,
  callbackURL: string | undefined,
): string {
  const after: Readonly<Record<string, string>> = callbackURL === undefined ? {} : { callbackURL };
  return withQuery(settings, `${settings.basePath}/verify-email`, { token, ...after });
}
