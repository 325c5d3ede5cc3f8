import type { User } from "@keyhold/core";
import { type Caller, type Context, userModel } from "@keyhold/core/plugin";
import { passkeyErrors } from "../errors.js";
import type { PasskeyRow } from "../models.js";
import type { PasskeyOptions } from "../options.js";
import { findByCredential, userHandleOf } from "../passkey/passkeys.js";
import { findPendingPasskey, type PendingPasskey } from "../passkey/pending-passkey.js";
import type { AuthenticationResponse } from "../schemas.js";
import { idOf } from "../webauthn/credential-id.js";
import { relyingPartyOf } from "../webauthn/relying-party.js";
import { type Assertion, type StoredCredential, verifyAssertion } from "../webauthn/webauthn.js";
import type { Challenge } from "./challenge.js";
import { checked } from "./checked.js";

/** A response, the challenges that the call has used up, and the caller. */
export interface Given {
  readonly response: AuthenticationResponse;
  readonly challenges: readonly Challenge[];
  readonly caller: Caller;
}

/** A passkey, and what the device has signed. */
export interface CheckedAssertion {
  readonly kind: "of a user";
  readonly passkey: PasskeyRow;
  readonly assertion: Assertion;
}

/** The checked passkey of a sign-up with a taken address: no user has this passkey. */
export interface CheckedPending {
  readonly kind: "pending";
  readonly pending: PendingPasskey;
  readonly assertion: Assertion;
}

type Codes = "PASSKEY_NOT_FOUND" | "AUTHENTICATION_FAILED";

/**
 * Checks a signature, before a transaction writes the use.
 *
 * @throws AuthError PASSKEY_NOT_FOUND, AUTHENTICATION_FAILED
 */
export async function checkAssertion(
  ctx: Context<Codes>,
  options: PasskeyOptions,
  given: Given,
): Promise<CheckedAssertion | CheckedPending> {
  const passkey = await findByCredential(ctx, given.response.id);
  const user = passkey && (await ctx.db.find(userModel, { id: passkey.userId }));
  if (!user) return checkPending(ctx, options, given);
  return {
    kind: "of a user",
    passkey,
    assertion: await verify(ctx, options, { ...given, user, stored: storedOf(passkey, user) }),
  };
}

const storedOf = (passkey: PasskeyRow, user: User): StoredCredential => ({
  id: idOf(passkey),
  publicKey: passkey.publicKey,
  deviceType: passkey.deviceType,
  // Another library gave each passkey another user handle, without storing the handle.
  userHandle: passkey.userVerified === null ? null : userHandleOf(user),
});

/** The passkey of a sign-up with a taken address, which answers as with a free address; or an unknown passkey. */
async function checkPending(ctx: Context<Codes>, options: PasskeyOptions, given: Given): Promise<CheckedPending> {
  const pending = options.signUp ? await findPendingPasskey(ctx, given.response.id) : null;
  if (!pending) return ctx.fail(passkeyErrors.PASSKEY_NOT_FOUND, { status: 401, signal: "unknown-credential" });
  return { kind: "pending", pending, assertion: await verify(ctx, options, { ...given, user: null, stored: pending }) };
}

async function verify(
  ctx: Context<"AUTHENTICATION_FAILED">,
  options: PasskeyOptions,
  {
    response,
    challenges,
    caller,
    user,
    stored,
  }: Given & { readonly user: User | null; readonly stored: StoredCredential },
): Promise<Assertion> {
  const party = relyingPartyOf(ctx.settings, options);
  return checked(
    ctx,
    { userId: user?.id ?? null, purpose: "authentication", caller },
    () => verifyAssertion(response, stored, { party, challenges }),
    () => ctx.fail(passkeyErrors.AUTHENTICATION_FAILED),
  );
}
