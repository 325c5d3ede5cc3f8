import { requireLiveSession } from "@keyhold/core/internal";
import { commonErrors, ok, type TxContext, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { takeChallenges } from "../challenge.js";
import { columnsOf } from "../credential-id.js";
import { sendNotice } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { passkeyErrors } from "../errors.js";
import { emit, emitFailed } from "../events.js";
import { type LockedUser, type PasskeyRow, passkeyModel } from "../models.js";
import { passkeyName as nameOfMake } from "../names.js";
import type { PasskeyOptions } from "../options.js";
import { countPasskeys, publicPasskey } from "../passkeys.js";
import { relyingPartyOf } from "../relying-party.js";
import { passkeyName, passkeySchema, type RegistrationResponse, registrationResponse } from "../schemas.js";
import { type Expected, type NewCredential, verifyRegistration as verify } from "../webauthn.js";

export const verifyRegistration = endpoint({
  route: "POST /passkey/verify-registration",
  access: "fresh",
  doc: "Registers the passkey that the browser has made with these options.",
  input: z.object({ response: registrationResponse, name: passkeyName.optional() }),
  output: passkeySchema,
  errors: ["CHALLENGE_NOT_FOUND", "FAILED_TO_VERIFY_REGISTRATION", "PREVIOUSLY_REGISTERED", "TOO_MANY_PASSKEYS"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input, session, caller, ctx }, options) {
    const taken = await takeChallenges(ctx, caller, "register");
    const challenges = taken.challenges.filter(
      ({ userId, sessionId }) => userId === session.userId && sessionId === session.id,
    );
    if (challenges.length === 0) return ctx.fail(passkeyErrors.CHALLENGE_NOT_FOUND);
    const party = relyingPartyOf(ctx.settings, options);
    const credential = await readCredential(options, input.response, { party, challenges });
    if (credential instanceof Error) {
      emitFailed(ctx, caller, { userId: session.userId, purpose: "registration", cause: credential });
      return ctx.fail(passkeyErrors.FAILED_TO_VERIFY_REGISTRATION);
    }
    const name = input.name ?? credential.challenge.name ?? nameOfMake(credential.aaguid);
    const row = await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
      await requireLiveSession(ctx, session);
      return { ...(await addPasskey(ctx, user, credential, { name, max: options.maxPerUser })) };
    });
    return row ? ok(publicPasskey(ctx, row), taken.cookies) : ctx.fail(commonErrors.UNAUTHORIZED);
  },
});

/** The credential of a response, of a device whose make is allowed; or why not. */
export async function readCredential(
  { allowedAaguids }: PasskeyOptions,
  response: RegistrationResponse,
  expected: Expected,
): Promise<NewCredential | Error> {
  const credential = await verify(response, expected);
  if (credential instanceof Error || allowedAaguids === null) return credential;
  const { isAttested, aaguid } = credential;
  if (isAttested && allowedAaguids.includes(aaguid)) return credential;
  return new Error(`The AAGUID ${aaguid} is not in allowedAaguids, or the device does not state it.`);
}

/**
 * Adds a passkey to a locked user, unless the user has as many as a user may have.
 *
 * @throws AuthError TOO_MANY_PASSKEYS, PREVIOUSLY_REGISTERED
 */
export async function addPasskey(
  ctx: TxContext<"PREVIOUSLY_REGISTERED" | "TOO_MANY_PASSKEYS">,
  user: LockedUser,
  { id, publicKey, counter, deviceType, backedUp, transports, aaguid, userVerified }: NewCredential,
  { name, max }: { readonly name: string | null; readonly max: number },
): Promise<PasskeyRow> {
  if ((await countPasskeys(ctx, user.id)) >= max) return ctx.fail(passkeyErrors.TOO_MANY_PASSKEYS);
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
  };
  const passkey = await ctx.db.insert(passkeyModel, row, user, { onConflict: passkeyErrors.PREVIOUSLY_REGISTERED });
  emit(ctx, { type: "passkey.added", userId: user.id, passkeyId: passkey.id });
  sendNotice(ctx, user, "passkey.added", name);
  return passkey;
}
