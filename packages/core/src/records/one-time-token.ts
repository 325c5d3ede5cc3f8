import type { ContextVerbs } from "../adapter/on-conflict.js";
import { type Comparison, isIn } from "../adapter/where.js";
import type { Settings } from "../contract/config.js";
import { runningBeside } from "../contract/previous-library.js";
import { verificationModel } from "../model/models.js";
import { verificationIdentifier } from "../model/verification.js";
import { randomText } from "../secret/random.js";

/**
 * A kind of one-time token. The consumer names the kind, never the row, so that a token issued for a purpose is not
 * valid for another purpose.
 */
export interface OneTimeTokenKind<Payload> {
  /** Unique in the auth, e.g. "reset-password". */
  readonly purpose: string;
  readonly length: number;
  readonly lifetimeSeconds: number;
  /** Parses the stored payload; throws if the payload is invalid. */
  readonly parse: (payload: unknown) => Payload;
  /**
   * The form of the previous library. While that library still runs, tokens are written in this form, and read in both
   * forms.
   */
  readonly previous?: PreviousForm;
}

export interface PreviousForm {
  /** The part before the secret in the `identifier` of a row. */
  readonly prefix: string;
  write(payload: unknown): string;
  /** The input of `parse`. */
  read(value: string): unknown;
}

interface OneTimeTokenContext {
  readonly db: Pick<ContextVerbs<"outside" | "inside", string>, "find" | "insert" | "consume">;
  /** Without them no previous library is known. */
  readonly settings?: Pick<Settings, "cookies">;
  now(): Date;
}

/**
 * Issues a one-time token and answers with the secret. The database keeps only the hash, except while the previous
 * library reads the row, too.
 */
export async function issueOneTimeToken<Payload>(
  ctx: OneTimeTokenContext,
  kind: OneTimeTokenKind<Payload>,
  payload: Payload,
): Promise<string> {
  const secret = randomText(kind.length);
  const previous = previousForm(ctx, kind);
  const now = ctx.now();
  const row = {
    identifier: previous ? previous.prefix + secret : identifierOf(kind, secret),
    value: previous ? previous.write(payload) : JSON.stringify(payload),
    expiresAt: new Date(now.getTime() + kind.lifetimeSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  };
  await ctx.db.insert(verificationModel, row);
  return secret;
}

/**
 * Consumes a one-time token. Of many callers only the first gets the payload, the others null. After the expiry, every
 * caller gets null.
 */
export async function redeemOneTimeToken<Payload>(
  ctx: OneTimeTokenContext,
  kind: OneTimeTokenKind<Payload>,
  secret: string,
): Promise<Payload | null> {
  const taken = await consumeOneTimeToken(ctx, kind, secret);
  return taken === "unknown" || taken === "expired" ? null : taken.payload;
}

/** `redeemOneTimeToken` with the reason of a failure. "unknown" includes a token already used. */
export async function consumeOneTimeToken<Payload>(
  ctx: OneTimeTokenContext,
  kind: OneTimeTokenKind<Payload>,
  secret: string,
): Promise<{ readonly payload: Payload } | "expired" | "unknown"> {
  const row = await ctx.db.consume(verificationModel, { identifier: storedUnder(ctx, kind, secret) });
  if (!row) return "unknown";
  return row.expiresAt > ctx.now() ? { payload: payloadOf(kind, row) } : "expired";
}

/**
 * The payload of a valid one-time token, without consuming it. Use this function to choose a page or to prepare work;
 * only `redeemOneTimeToken` decides, in one transaction with the effect.
 */
export async function readOneTimeToken<Payload>(
  ctx: OneTimeTokenContext,
  kind: OneTimeTokenKind<Payload>,
  secret: string,
): Promise<Payload | null> {
  const row = await ctx.db.find(verificationModel, { identifier: storedUnder(ctx, kind, secret) });
  return row && row.expiresAt > ctx.now() ? payloadOf(kind, row) : null;
}

const previousForm = <Payload>(
  { settings }: OneTimeTokenContext,
  { previous }: OneTimeTokenKind<Payload>,
): PreviousForm | null => (previous && settings && runningBeside(settings) ? previous : null);

/** In either form. A hash is longer than a secret, so no hash can be presented as a secret. */
function storedUnder<Payload>(
  ctx: OneTimeTokenContext,
  kind: OneTimeTokenKind<Payload>,
  secret: string,
): string | Comparison<string> {
  const identifier = identifierOf(kind, secret);
  const previous = previousForm(ctx, kind);
  return previous && secret.length === kind.length ? isIn([identifier, previous.prefix + secret]) : identifier;
}

/** A row of the previous library contains no JSON object. */
const payloadOf = <Payload>(kind: OneTimeTokenKind<Payload>, { value }: { readonly value: string }): Payload =>
  kind.parse(kind.previous && !value.startsWith("{") ? kind.previous.read(value) : JSON.parse(value));

const identifierOf = <Payload>({ purpose }: OneTimeTokenKind<Payload>, secret: string): string =>
  verificationIdentifier(purpose, secret);
