import type { TxContext } from "@keyhold/core/plugin";
import { passkeyErrors } from "../errors.js";
import { emit } from "../events.js";
import { type LockedUser, type PasskeyRow, passkeyModel } from "../models.js";
import type { PasskeyOptions } from "../options.js";
import type { RegistrationResponse } from "../schemas.js";
import { columnsOf } from "../webauthn/credential-id.js";
import { type Expected, type NewCredential, verifyRegistration } from "../webauthn/webauthn.js";
import { countPasskeys } from "./passkeys.js";
import { isPendingPasskey } from "./pending-passkey.js";

/** The credential of a response, of a device whose make is allowed. Throws why not. */
export async function readCredential(
  { allowedAaguids, attestation }: PasskeyOptions,
  response: RegistrationResponse,
  expected: Expected,
): Promise<NewCredential> {
  const credential = await verifyRegistration(response, expected, attestation);
  if (allowedAaguids === null) return credential;
  const { isAttested, aaguid } = credential;
  if (isAttested && allowedAaguids.includes(aaguid)) return credential;
  throw new Error(`The AAGUID ${aaguid} is not in allowedAaguids, or the device does not state it.`);
}

/** A passkey to add. */
export interface NewPasskey {
  readonly credential: NewCredential;
  readonly name: string | null;
  readonly maxPerUser: number;
}

/**
 * Adds a passkey to a locked user, unless the user has as many as a user may have. The caller calls `noteWay`.
 *
 * @throws AuthError TOO_MANY_PASSKEYS, PREVIOUSLY_REGISTERED
 */
export async function addPasskey(
  ctx: TxContext<"PREVIOUSLY_REGISTERED" | "TOO_MANY_PASSKEYS">,
  user: LockedUser,
  { credential, name, maxPerUser }: NewPasskey,
): Promise<PasskeyRow> {
  if ((await countPasskeys(ctx, user.id)) >= maxPerUser) return ctx.fail(passkeyErrors.TOO_MANY_PASSKEYS);
  const { id, publicKey, counter, deviceType, backedUp, transports, aaguid, userVerified, discoverable } = credential;
  if (await isPendingPasskey(ctx, id)) return ctx.fail(passkeyErrors.PREVIOUSLY_REGISTERED);
  const row = {
    ...columnsOf(id),
    name,
    publicKey,
    userId: user.id,
    counter,
    deviceType,
    backedUp,
    transports: transports.join(",") || null,
    createdAt: ctx.now(),
    aaguid,
    userVerified,
    discoverable,
  };
  const passkey = await ctx.db.insert(passkeyModel, row, user, { onConflict: passkeyErrors.PREVIOUSLY_REGISTERED });
  emit(ctx, { type: "passkey.added", userId: user.id, passkeyId: passkey.id });
  return passkey;
}
