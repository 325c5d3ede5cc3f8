import { type Context, defineExpiringValue, fingerprint, randomText, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { emit } from "../events.js";
import type { TwoFactorOptions } from "../options.js";

const secretLength = 32;
/** How long after the wait the recovery can be finished. */
const openSeconds = 7 * 86_400;

/** By the id of the user, until the end of the time in which the recovery can be finished. */
const recoveries = defineExpiringValue("two-factor-recovery", {
  lifetimeSeconds: null,
  value: z.object({
    userId: z.string(),
    endsAt: z.string(),
    /** Of the token in the first email. */
    hash: z.string(),
    /** Of the token in the second email, once the email is sent. */
    secondHash: z.string().optional(),
  }),
});

/** A started recovery of a user. */
export interface Recovery {
  readonly endsAt: Date;
}

type Reader = Pick<Context, "now"> & { readonly db: Pick<Context["db"] | TxContext["db"], "find"> };

/** The recovery of a user; null: not started, stopped, or too old. */
export async function findRecovery(ctx: Reader, userId: string): Promise<Recovery | null> {
  const found = await recoveries.find(ctx, userId);
  return found && { endsAt: new Date(found.value.endsAt) };
}

/** Starts the recovery of a locked user; answers the token that stops it. */
export async function insertRecovery(ctx: TxContext, userId: string, endsAt: Date): Promise<string> {
  const secret = randomText(secretLength);
  const value = { userId, endsAt: endsAt.toISOString(), hash: fingerprint(secret) };
  const id = await recoveries.put(ctx, userId, value, new Date(endsAt.getTime() + openSeconds * 1000));
  return id + secret;
}

/** The user of a token that stops a recovery; null for an invalid token. */
export async function userOfToken(ctx: Reader, token: string): Promise<string | null> {
  const [id, secret] = [token.slice(0, -secretLength), token.slice(-secretLength)];
  const found = id ? await recoveries.find(ctx, { id }) : null;
  if (!found) return null;
  const { userId, hash, secondHash } = found.value;
  return [hash, secondHash].includes(fingerprint(secret)) ? userId : null;
}

/** A second token that stops a running recovery, beside the first; null: the recovery ended, or another runs. */
export async function addToken(ctx: TxContext, userId: string, endsAt: string): Promise<string | null> {
  const started = await recoveries.find(ctx, userId);
  if (started?.value.endsAt !== endsAt) return null;
  const secret = randomText(secretLength);
  const changed = await recoveries.replace(ctx, userId, (present) => ({ ...present, secondHash: fingerprint(secret) }));
  return changed && changed.id + secret;
}

/** Ends the recovery of a locked user; answers whether there was one. */
export const removeRecovery = (ctx: Pick<TxContext, "db">, userId: string): Promise<boolean> =>
  recoveries.end(ctx, userId);

/** Ends the recovery with the event, if the app allows recoveries: a proof of the owner makes a recovery needless. */
export async function stopRecovery(
  ctx: TxContext,
  { recovery }: Pick<TwoFactorOptions, "recovery">,
  userId: string,
): Promise<void> {
  if (recovery && (await removeRecovery(ctx, userId))) emit(ctx, { type: "two-factor.recovery-stopped", userId });
}
