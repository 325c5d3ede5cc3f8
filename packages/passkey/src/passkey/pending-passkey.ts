import type { User } from "@keyhold/core";
import { type Context, type Finder, verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import type { NewCredential, StoredCredential } from "../webauthn/webauthn.js";

/** The passkey of a sign-up with a taken address. */
export interface PendingPasskey extends StoredCredential {
  /** The signature counter of the last use. */
  readonly counter: number;
}

/*
 * If an address must be verified before a session is opened, a sign-up with a taken address has the same answer and the
 * same effects as a sign-up with a free address (decision 0041): the passkey is known, and a sign-in with the passkey
 * answers that the address is not verified.
 */

const identifierOf = (credentialId: string): string => verificationIdentifier("passkey-pending", credentialId);

type FindContext = Finder & Pick<Context, "now">;

/** The passkey of a sign-up with a taken address, for the check of the signature; null for another passkey. */
export async function findPendingPasskey(ctx: FindContext, credentialId: string): Promise<PendingPasskey | null> {
  const row = await ctx.db.find(verificationModel, { identifier: identifierOf(credentialId) });
  return row && row.expiresAt > ctx.now() ? (JSON.parse(row.value) as PendingPasskey) : null;
}

/**
 * Records a use, as `noteUse` does for the passkey of a user: else the counter would tell that the address is taken.
 * "refused": the counter has not grown, or another call was first.
 */
export async function notePendingUse(
  ctx: Context,
  { id, counter: before }: PendingPasskey,
  counter: number,
): Promise<"noted" | "refused"> {
  if (counter === 0 && before === 0) return "noted";
  return ctx.transaction(async (ctx) => {
    const row = await ctx.db.consume(verificationModel, { identifier: identifierOf(id) });
    if (!row) return "refused";
    const { id: _, ...kept } = row;
    const present = JSON.parse(row.value) as PendingPasskey;
    const isGrown = counter > present.counter;
    const value = JSON.stringify({ ...present, counter: isGrown ? counter : present.counter });
    await ctx.db.insert(verificationModel, { ...kept, value });
    return isGrown ? "noted" : "refused";
  });
}

/** Whether a sign-up with a taken address has this passkey. No app without such sign-ups reads a row. */
export const isPendingPasskey = async (
  ctx: FindContext & Pick<Context, "settings">,
  credentialId: string,
): Promise<boolean> =>
  ctx.settings.emailAndPassword.requireEmailVerification && (await findPendingPasskey(ctx, credentialId)) !== null;

/** Keeps the passkey of a sign-up with a taken address as long as the email would work. */
export async function keepPendingPasskey(
  ctx: Context,
  { id, publicKey, deviceType, counter }: NewCredential,
  userHandle: string,
): Promise<void> {
  const now = ctx.now();
  const value: PendingPasskey = { id, publicKey, deviceType, userHandle, counter };
  await ctx.db.insert(verificationModel, {
    identifier: identifierOf(id),
    value: JSON.stringify(value),
    expiresAt: new Date(now.getTime() + ctx.settings.emailVerification.expiresInSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  });
}

/**
 * Does for a sign-up with a free address what a sign-up with a taken address costs in addition: for each value of a
 * unique column, e.g. a username, two lookups and a row. The row expires at once, and no lookup finds it.
 */
export async function equalizeSignUp(ctx: Context, user: User): Promise<void> {
  const row: Readonly<Record<string, unknown>> = { ...user };
  const now = ctx.now();
  for (const column of ctx.takenErrors.keys()) {
    if (typeof row[column] !== "string") continue;
    const identifier = identifierOf(`${user.id} ${column}`);
    await ctx.db.find(verificationModel, { identifier });
    await ctx.db.find(verificationModel, { identifier });
    await ctx.db.insert(verificationModel, { identifier, value: "", expiresAt: now, createdAt: now, updatedAt: now });
  }
}
