import { askedOf, type Caller, ok, publicUser, type TxContext, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import {
  type AskedSignIn,
  type OpenedSession,
  openSession,
  type PendingSignIn,
  readPendingSignIn,
  resumeSignIn,
  tokenFor,
} from "@keyhold/core/session";
import { confirmByPassword, lacksVerifiedAddress, sendVerification } from "@keyhold/core/users";
import { takeChallenges } from "../ceremony/challenge.js";
import { type CheckedAssertion, checkAssertion } from "../ceremony/check-assertion.js";
import { endpoint } from "../endpoint.js";
import { passkeyErrors } from "../errors.js";
import type { LockedUser } from "../models.js";
import { hasGivenPasskey, methodsOf } from "../passkey/methods.js";
import { notePendingUse } from "../passkey/pending-passkey.js";
import { noteUse } from "../passkey/use.js";
import { authenticationResponse, signedIn } from "../schemas.js";

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
    "USER_VERIFICATION_REQUIRED",
    "EMAIL_NOT_VERIFIED",
    "FAILED_TO_CREATE_SESSION",
  ],
  limit: { windowSeconds: 10, max: 10 },
  async handle({ input: { response }, caller, ctx }, options) {
    const { challenges, cookies: leftCookies } = await takeChallenges(ctx, caller, "authenticate");
    if (challenges.length === 0) return ctx.fail(passkeyErrors.CHALLENGE_NOT_FOUND);
    const checked = await checkAssertion(ctx, options, { response, challenges, caller });
    if (!checked.passkey) {
      const isNoted = (await notePendingUse(ctx, checked.pending, checked.assertion.counter)) === "noted";
      return ctx.fail(isNoted ? passkeyErrors.EMAIL_NOT_VERIFIED : passkeyErrors.AUTHENTICATION_FAILED);
    }
    const pending = await readPendingSignIn(ctx, caller);
    const done = await ctx.transactionOn(userModel, checked.passkey.userId, async (ctx, user) => {
      if ((await noteUse(ctx, user, checked)) === "refused") return "refused" as const;
      if (await lacksVerifiedAddress(ctx, user)) return { unverified: publicUser(ctx, user) };
      const signIn = await open(ctx, user, { ...checked, pending, caller });
      return { ...signIn, user: publicUser(ctx, user) };
    });
    if (done === null || done === "refused") return ctx.fail(passkeyErrors.AUTHENTICATION_FAILED);
    if (done.unverified) {
      if (ctx.settings.emailVerification.sendOnSignIn) sendVerification(ctx, done.unverified, undefined);
      return ctx.fail(passkeyErrors.EMAIL_NOT_VERIFIED);
    }
    const { opened, callbackURL, user } = done;
    const cookies = [...opened.cookies, ...done.confirmed, ...leftCookies];
    // No passkey of the user verifies the user, so no passkey can be the second factor after this passkey.
    if ("asked" in opened && opened.asked.twoFactorMethods.length === 0)
      return ctx.fail(passkeyErrors.USER_VERIFICATION_REQUIRED);
    if ("asked" in opened) return askedOf({ ...opened, cookies });
    const token = tokenFor(ctx, caller, { row: opened.session, ownToken: opened.token });
    const answer = { session: { ...opened.session, token }, user };
    return ok(callbackURL === null ? answer : { ...answer, redirect: true, url: callbackURL }, cookies);
  },
});

interface Opening extends CheckedAssertion {
  readonly pending: PendingSignIn | null;
  readonly caller: Caller;
}

interface Opened {
  readonly opened: OpenedSession | AskedSignIn;
  /** Where the browser was going; null: nowhere. */
  readonly callbackURL: string | null;
  /** The cookies of a browser that followed an email of the user before. */
  readonly confirmed: readonly string[];
}

/** Opens a session by a passkey alone, or goes on with the pending sign-in of its user. */
async function open(
  ctx: TxContext<"AUTHENTICATION_FAILED" | "FAILED_TO_CREATE_SESSION">,
  user: LockedUser,
  { passkey, assertion: { userVerified }, pending, caller }: Opening,
): Promise<Opened> {
  // As a password from before the verification: user and mailbox are one person (decision 0038).
  const credential = { updatedAt: passkey.createdAt ?? new Date(0) };
  const confirmed = await confirmByPassword(ctx, user, { credential, caller });
  // A passkey after a passkey is one factor twice, unless the device has verified the user.
  const isSecond = pending?.userId === user.id && (userVerified || !hasGivenPasskey(pending.methods));
  if (isSecond) {
    const opened = await resumeSignIn(ctx, user, pending, { methods: methodsOf(passkey, true), caller });
    const { callbackURL } = pending;
    return { opened: opened ?? ctx.fail(passkeyErrors.AUTHENTICATION_FAILED), callbackURL, confirmed };
  }
  const proof = { methods: methodsOf(passkey, userVerified) };
  const opened = await openSession(ctx, user, { method: "passkey", proof, isRemembered: true, caller });
  return { opened, callbackURL: null, confirmed };
}
