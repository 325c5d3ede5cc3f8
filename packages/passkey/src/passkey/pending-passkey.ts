import type { User } from "@keyhold/core";
import { type Context, defineExpiringValue, type Finder } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import type { NewCredential } from "../webauthn/webauthn.js";

const stored = z.object({
  id: z.string(),
  publicKey: z.string(),
  deviceType: z.string(),
  userHandle: z.string().nullable(),
  /** The signature counter of the last use. */
  counter: z.number(),
});

/** The passkey of a sign-up with a taken address, as a `StoredCredential`. */
export interface PendingPasskey extends Readonly<z.infer<typeof stored>> {}

/*
 * If an address must be verified before a session is opened, a sign-up with a taken address has the same answer and the
 * same effects as a sign-up with a free address (decision 0041): the passkey is known, and a sign-in with the passkey
 * answers that the address is not verified.
 */

/** By the id of the credential, as long as the email of the sign-up. */
const pendingPasskeys = defineExpiringValue("passkey-pending", {
  lifetimeSeconds: null,
  mayRepeat: true,
  value: stored,
});

type FindContext = Finder & Pick<Context, "now">;

/** The passkey of a sign-up with a taken address, for the check of the signature; null for another passkey. */
export const findPendingPasskey = async (ctx: FindContext, credentialId: string): Promise<PendingPasskey | null> =>
  (await pendingPasskeys.find(ctx, credentialId))?.value ?? null;

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
    let isGrown = false;
    await pendingPasskeys.replace(ctx, id, (present) => {
      isGrown = counter > present.counter;
      return isGrown ? { ...present, counter } : present;
    });
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
  const end = new Date(ctx.now().getTime() + ctx.settings.emailVerification.expiresInSeconds * 1000);
  await pendingPasskeys.insert(ctx, id, { id, publicKey, deviceType, userHandle, counter }, end);
}

const nothing: PendingPasskey = { id: "", publicKey: "", deviceType: "", userHandle: null, counter: 0 };

/**
 * Does for a sign-up with a free address what a sign-up with a taken address costs in addition: for each value of a
 * unique column, e.g. a username, two lookups and a row. The row expires at once, and no lookup finds it.
 */
export async function equalizeSignUp(ctx: Context, user: User): Promise<void> {
  const row: Readonly<Record<string, unknown>> = { ...user };
  for (const column of ctx.takenErrors.keys()) {
    if (typeof row[column] !== "string") continue;
    const name = `${user.id} ${column}`;
    await pendingPasskeys.find(ctx, name);
    await pendingPasskeys.find(ctx, name);
    await pendingPasskeys.insert(ctx, name, nothing, ctx.now());
  }
}
