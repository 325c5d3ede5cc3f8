import {
  type Context,
  fingerprint,
  randomText,
  type TxContext,
  verificationIdentifier,
  verificationModel,
} from "@keyhold/core/plugin";
import { emit } from "./events.js";
import type { TwoFactorOptions } from "./options.js";

const purpose = "two-factor-recovery";
const secretLength = 32;
/** How long after the wait the recovery can be finished. */
const openSeconds = 7 * 86_400;

/** A started recovery of a user. */
export interface Recovery {
  readonly id: string;
  readonly endsAt: Date;
}

type Reader = Pick<Context, "now"> & { readonly db: Pick<Context["db"] | TxContext["db"], "find"> };

const identifierOf = (userId: string): string => verificationIdentifier(purpose, userId);

interface Stored {
  readonly userId: string;
  readonly endsAt: string;
  /** Of the token in the first email. */
  readonly hash: string;
  /** Of the token in the second email, once the email is sent. */
  readonly secondHash?: string;
}

/** The recovery of a user; null: not started, stopped, or too old. */
export async function findRecovery(ctx: Reader, userId: string): Promise<Recovery | null> {
  const row = await ctx.db.find(verificationModel, { identifier: identifierOf(userId) });
  if (!row || row.expiresAt <= ctx.now()) return null;
  return { id: row.id, endsAt: new Date((JSON.parse(row.value) as Stored).endsAt) };
}

/** Starts the recovery of a locked user; answers the token that stops it. */
export async function insertRecovery(ctx: TxContext, userId: string, endsAt: Date): Promise<string> {
  const secret = randomText(secretLength);
  const now = ctx.now();
  await ctx.db.remove(verificationModel, { identifier: identifierOf(userId) });
  const stored: Stored = { userId, endsAt: endsAt.toISOString(), hash: fingerprint(secret) };
  const row = await ctx.db.insert(verificationModel, {
    identifier: identifierOf(userId),
    value: JSON.stringify(stored),
    expiresAt: new Date(endsAt.getTime() + openSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  });
  return row.id + secret;
}

/** The user of a token that stops a recovery; null for an invalid token. */
export async function userOfToken(ctx: Reader, token: string): Promise<string | null> {
  const [id, secret] = [token.slice(0, -secretLength), token.slice(-secretLength)];
  const row = id ? await ctx.db.find(verificationModel, { id }) : null;
  if (!row?.identifier.startsWith(`${purpose}:`) || row.expiresAt <= ctx.now()) return null;
  const { userId, hash, secondHash } = JSON.parse(row.value) as Stored;
  return [hash, secondHash].includes(fingerprint(secret)) ? userId : null;
}

/** A second token that stops a running recovery, beside the first; null: the recovery ended, or another runs. */
export async function addToken(ctx: TxContext, userId: string, endsAt: string): Promise<string | null> {
  const started = await findRecovery(ctx, userId);
  if (started?.endsAt.toISOString() !== endsAt) return null;
  const row = await ctx.db.consume(verificationModel, { id: started.id });
  if (!row) return null;
  const secret = randomText(secretLength);
  const stored: Stored = { ...(JSON.parse(row.value) as Stored), secondHash: fingerprint(secret) };
  await ctx.db.insert(verificationModel, { ...row, value: JSON.stringify(stored) });
  return row.id + secret;
}

/** Ends the recovery of a locked user; answers whether there was one. */
export const removeRecovery = async (ctx: Pick<TxContext, "db">, userId: string): Promise<boolean> =>
  (await ctx.db.remove(verificationModel, { identifier: identifierOf(userId) })) > 0;

/** Ends the recovery with the event, if the app allows recoveries: a proof of the owner makes a recovery needless. */
export async function stopRecovery(
  ctx: TxContext,
  { recovery }: Pick<TwoFactorOptions, "recovery">,
  userId: string,
): Promise<void> {
  if (recovery && (await removeRecovery(ctx, userId))) emit(ctx, { type: "two-factor.recovery-stopped", userId });
}
