import type { Verbs } from "../adapter/adapter.js";
import { isConflict } from "../adapter/conflict.js";
import { type Comparison, isIn } from "../adapter/where.js";
import type { Settings } from "../contract/config.js";
import { runningBeside } from "../contract/previous-library.js";
import { verificationModel } from "../model/models.js";
import { verificationIdentifier } from "../model/verification.js";
import { randomText } from "./random.js";

/**
 * A kind of single-use secret. The consumer names the kind, never the row,
 * so that a secret issued for one purpose opens nothing else.
 */
export interface OneTimeTokenKind<Payload> {
  /** Unique in the auth, e.g. "reset-password". */
  readonly purpose: string;
  readonly length: number;
  readonly lifetimeSeconds: number;
  /** Reads what `issue` stored; throws when it is not of this shape. */
  readonly parse: (payload: unknown) => Payload;
  /** The form of the previous library, in which tickets are written, and read besides ours, while that still runs. */
  readonly previous?: PreviousForm;
}

export interface PreviousForm {
  /** What stands before the secret in the `identifier` of a row. */
  readonly prefix: string;
  write(payload: unknown): string;
  /** What `parse` gets. */
  read(value: string): unknown;
}

interface OneTimeTokenContext {
  readonly db: Pick<Verbs<"outside" | "inside">, "find" | "insert" | "consume">;
  /** Without them no previous library is known. */
  readonly settings?: Pick<Settings, "cookies">;
  now(): Date;
}

/** Issues a ticket and answers with its secret, of which the database keeps only the hash, unless the previous library reads it, too. */
export async function issueOneTimeToken<Payload>(
  ctx: OneTimeTokenContext,
  kind: OneTimeTokenKind<Payload>,
  payload: Payload,
): Promise<string> {
  const secret = randomText(kind.length);
  const previous = previousForm(ctx, kind);
  const now = ctx.now();
  const row = await ctx.db.insert(verificationModel, {
    identifier: previous ? previous.prefix + secret : identifierOf(kind, secret),
    value: previous ? previous.write(payload) : JSON.stringify(payload),
    expiresAt: new Date(now.getTime() + kind.lifetimeSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  });
  if (isConflict(row)) throw new Error("Two tickets got the same random secret.");
  return secret;
}

/** Uses a ticket up. Of many callers one gets its payload, the others null; so does everyone after its end. */
export async function redeemOneTimeToken<Payload>(
  ctx: OneTimeTokenContext,
  kind: OneTimeTokenKind<Payload>,
  secret: string,
): Promise<Payload | null> {
  const taken = await consumeOneTimeToken(ctx, kind, secret);
  return taken === "unknown" || taken === "expired" ? null : taken.payload;
}

/** The same, and says why nobody gets it: "unknown" is one that was used, too. */
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
 * What a ticket says that could be used now, without using it up. Good for choosing a page or preparing the work;
 * whatever follows is decided by `redeemOneTimeToken`, in one transaction with its effect.
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

/** Of either form. A hash is longer than a secret: none can be presented as one. */
function storedUnder<Payload>(
  ctx: OneTimeTokenContext,
  kind: OneTimeTokenKind<Payload>,
  secret: string,
): string | Comparison<string> {
  const identifier = identifierOf(kind, secret);
  const previous = previousForm(ctx, kind);
  return previous && secret.length === kind.length ? isIn([identifier, previous.prefix + secret]) : identifier;
}

/** A row of the previous library holds no object. */
const payloadOf = <Payload>(kind: OneTimeTokenKind<Payload>, { value }: { readonly value: string }): Payload =>
  kind.parse(kind.previous && !value.startsWith("{") ? kind.previous.read(value) : JSON.parse(value));

const identifierOf = <Payload>({ purpose }: OneTimeTokenKind<Payload>, secret: string): string =>
  verificationIdentifier(purpose, secret);
