import type { User } from "@keyhold/core";
import {
  type AskedSignIn,
  type OpenedSession,
  openSession,
  type PendingSignIn,
  readPendingSignIn,
  resumeSignIn,
  tokenFor,
} from "@keyhold/core/internal";
import {
  type AuthMethod,
  askedOf,
  type Caller,
  type Context,
  ok,
  publicUser,
  type TxContext,
  userModel,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { type TakenChallenges, takeChallenges } from "../challenge.js";
import { idOf } from "../credential-id.js";
import { endpoint } from "../endpoint.js";
import { passkeyErrors } from "../errors.js";
import { emitFailed } from "../events.js";
import { hasGivenPasskey } from "../hooks.js";
import type { LockedUser, PasskeyRow } from "../models.js";
import type { PasskeyOptions } from "../options.js";
import { findByCredential, userHandleOf } from "../passkeys.js";
import { relyingPartyOf } from "../relying-party.js";
import { type AuthenticationResponse, authenticationResponse, signedIn } from "../schemas.js";
import { noteUse } from "../use.js";
import { type Assertion, verifyAssertion } from "../webauthn.js";

export const verifyAuthentication = endpoint({
  route: "POST /passkey/verify-authentication",
  access: "optional",
  allowsRecovery: true,
  challengedAction: "sign-in",
  doc: "Signs in with a passkey, or finishes the pending sign-in of its user.",
  input: z.object({ response: authenticationResponse }),
  output: signedIn,
  errors: [
    "CHALLENGE_NOT_FOUND",
    "AUTHENTICATION_FAILED",
    "PASSKEY_NOT_FOUND",
    "EMAIL_NOT_VERIFIED",
    "FAILED_TO_CREATE_SESSION",
  ],
  limit: { windowSeconds: 10, max: 10 },
  async handle({ input, caller, ctx }, options) {
    const taken = await takeChallenges(ctx, caller, "authenticate");
    if (taken.challenges.length === 0) return ctx.fail(passkeyErrors.CHALLENGE_NOT_FOUND);
    const { passkey, assertion } = await checkAssertion(ctx, options, input.response, { taken, caller });
    const pending = await readPendingSignIn(ctx, caller);
    const done = await ctx.transactionOn(userModel, passkey.userId, async (ctx, user) => {
      if ((await noteUse(ctx, user, passkey, assertion)) === "refused") return "refused" as const;
      const isUnverified = ctx.settings.emailAndPassword.requireEmailVerification && !user.emailVerified;
      if (isUnverified) return "email not verified" as const;
      const signIn = await open(ctx, user, { passkey, assertion, pending, caller });
      return { ...signIn, user: publicUser(ctx, user) };
    });
    if (done === "email not verified") return ctx.fail(passkeyErrors.EMAIL_NOT_VERIFIED);
    if (done === null || done === "refused") return ctx.fail(passkeyErrors.AUTHENTICATION_FAILED);
    const { opened, callbackURL, user } = done;
    const cookies = [...opened.cookies, ...taken.cookies];
    if ("asked" in opened) return askedOf({ ...opened, cookies });
    const token = tokenFor(ctx, caller, { row: opened.session, ownToken: opened.token });
    const answer = { session: { ...opened.session, token }, user };
    return ok(callbackURL === null ? answer : { ...answer, redirect: true, url: callbackURL }, cookies);
  },
});

/**
 * The passkey of a response, and what its device has signed.
 *
 * @throws AuthError PASSKEY_NOT_FOUND, AUTHENTICATION_FAILED
 */
async function checkAssertion(
  ctx: Context<"PASSKEY_NOT_FOUND" | "AUTHENTICATION_FAILED">,
  options: PasskeyOptions,
  response: AuthenticationResponse,
  { taken: { challenges }, caller }: { readonly taken: TakenChallenges; readonly caller: Caller },
): Promise<{ readonly passkey: PasskeyRow; readonly assertion: Assertion }> {
  const passkey = await findByCredential(ctx, response.id);
  const user = passkey && (await ctx.db.find(userModel, { id: passkey.userId }));
  if (!user) return ctx.fail(passkeyErrors.PASSKEY_NOT_FOUND, { status: 401 });
  const stored = {
    id: idOf(passkey),
    publicKey: passkey.publicKey,
    deviceType: passkey.deviceType,
    // Another library gave each passkey a user handle of its own, and stored none.
    userHandle: passkey.userVerified === null ? null : userHandleOf(user),
  };
  const party = relyingPartyOf(ctx.settings, options);
  const assertion = await verifyAssertion(response, stored, { party, challenges });
  if (assertion instanceof Error) {
    emitFailed(ctx, caller, { userId: user.id, purpose: "authentication", cause: assertion });
    return ctx.fail(passkeyErrors.AUTHENTICATION_FAILED);
  }
  return { passkey, assertion };
}

interface Opening {
  readonly passkey: PasskeyRow;
  readonly assertion: Assertion;
  readonly pending: PendingSignIn | null;
  readonly caller: Caller;
}

interface Opened {
  readonly opened: OpenedSession | AskedSignIn;
  /** Where the browser was going; null: nowhere. */
  readonly callbackURL: string | null;
}

/** Opens a session by a passkey alone, or goes on with the pending sign-in of its user. */
async function open(
  ctx: TxContext<"AUTHENTICATION_FAILED" | "FAILED_TO_CREATE_SESSION">,
  user: LockedUser & User,
  { passkey, assertion: { userVerified }, pending, caller }: Opening,
): Promise<Opened> {
  const key: AuthMethod = passkey.deviceType === "singleDevice" ? "hwk" : "swk";
  // A passkey after a passkey is one factor twice, unless the device has verified the user.
  const isSecond = pending?.userId === user.id && (userVerified || !hasGivenPasskey(pending.methods));
  if (isSecond) {
    const opened = await resumeSignIn(ctx, user, pending, { methods: [key, "mfa"], caller });
    return { opened: opened ?? ctx.fail(passkeyErrors.AUTHENTICATION_FAILED), callbackURL: pending.callbackURL };
  }
  const methods: readonly AuthMethod[] = userVerified ? [key, "mfa"] : [key];
  const signIn = { method: "passkey", proof: { methods }, isRemembered: true, caller };
  return { opened: await openSession(ctx, user, signIn), callbackURL: null };
}
