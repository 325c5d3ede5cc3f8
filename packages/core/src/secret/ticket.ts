import type { Verbs } from "../adapter/adapter.js";
import { isConflict } from "../adapter/conflict.js";
import { verificationModel } from "../model/models.js";
import { verificationIdentifier } from "../model/verification.js";
import { randomText } from "./random.js";

/**
 * A kind of single-use secret. The consumer names the kind, never the row,
 * so that a secret issued for one purpose opens nothing else.
 */
export interface TicketKind<Payload> {
  /** Unique in the auth, e.g. "reset-password". */
  readonly purpose: string;
  readonly length: number;
  readonly lifetimeSeconds: number;
  /** Reads what `issue` stored; throws when it is not of this shape. */
  readonly parse: (payload: unknown) => Payload;
}

interface TicketContext {
  readonly db: Pick<Verbs<"outside" | "inside">, "find" | "insert" | "take">;
  now(): Date;
}

/** Issues a ticket and answers with its secret, of which the database keeps only the hash. */
export async function issueTicket<Payload>(
  ctx: TicketContext,
  kind: TicketKind<Payload>,
  payload: Payload,
): Promise<string> {
  const secret = randomText(kind.length);
  const now = ctx.now();
  const row = await ctx.db.insert(verificationModel, {
    identifier: identifierOf(kind, secret),
    value: JSON.stringify(payload),
    expiresAt: new Date(now.getTime() + kind.lifetimeSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  });
  if (isConflict(row)) throw new Error("Two tickets got the same random secret.");
  return secret;
}

/** Uses a ticket up. Of many callers one gets its payload, the others null; so does everyone after its end. */
export async function redeemTicket<Payload>(
  ctx: TicketContext,
  kind: TicketKind<Payload>,
  secret: string,
): Promise<Payload | null> {
  const taken = await takeTicket(ctx, kind, secret);
  return taken === "unknown" || taken === "expired" ? null : taken.payload;
}

/** The same, and says why nobody gets it: "unknown" is one that was used, too. */
export async function takeTicket<Payload>(
  ctx: TicketContext,
  kind: TicketKind<Payload>,
  secret: string,
): Promise<{ readonly payload: Payload } | "expired" | "unknown"> {
  const row = await ctx.db.take(verificationModel, { identifier: identifierOf(kind, secret) });
  if (!row) return "unknown";
  return row.expiresAt > ctx.now() ? { payload: kind.parse(JSON.parse(row.value)) } : "expired";
}

/**
 * What a ticket says that could be used now, without using it up. Good for choosing a page or preparing the work;
 * whatever follows is decided by `redeemTicket`, in one transaction with its effect.
 */
export async function readTicket<Payload>(
  ctx: TicketContext,
  kind: TicketKind<Payload>,
  secret: string,
): Promise<Payload | null> {
  const row = await ctx.db.find(verificationModel, { identifier: identifierOf(kind, secret) });
  return row && row.expiresAt > ctx.now() ? kind.parse(JSON.parse(row.value)) : null;
}

const identifierOf = <Payload>({ purpose }: TicketKind<Payload>, secret: string): string =>
  verificationIdentifier(purpose, secret);
