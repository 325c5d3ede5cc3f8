import type { User } from "@keyhold/core";
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
  input: z.object({ response: authenticationResponse, rememberMe: z.boolean().default(true) }),
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
  async handle({ input: { response, rememberMe: isRemembered }, caller, ctx }, options) {
    const { challenges, cookies: leftCookies } = await takeChallenges(ctx, caller, "authenticate");
    if (challenges.length === 0) return ctx.fail(passkeyErrors.CHALLENGE_NOT_FOUND);
    const checked = await checkAssertion(ctx, options, { response, challenges, caller });
    if (checked.kind === "pending") {
      const isNoted = (await notePendingUse(ctx, checked.pending, checked.assertion.counter)) === "noted";
      return ctx.fail(isNoted ? passkeyErrors.EMAIL_NOT_VERIFIED : passkeyErrors.AUTHENTICATION_FAILED);
    }
    const pending = await readPendingSignIn(ctx, caller);
    const result = await ctx.transactionOn(userModel, checked.passkey.userId, (ctx, user) =>
      signInBy(ctx, user, { ...checked, pending, isRemembered, caller }),
    );
    switch (result?.kind) {
      case undefined:
      case "rejected":
        return ctx.fail(passkeyErrors.AUTHENTICATION_FAILED);
      case "unverified":
        if (ctx.settings.emailVerification.sendOnSignIn) sendVerification(ctx, result.user, { isRemembered });
        return ctx.fail(passkeyErrors.EMAIL_NOT_VERIFIED);
      case "asked":
        // No passkey of the user verifies the user, so no passkey can be the second factor after this passkey.
        if (result.asked.twoFactorMethods.length === 0) return ctx.fail(passkeyErrors.USER_VERIFICATION_REQUIRED);
        return askedOf({ ...result, cookies: [...result.cookies, ...leftCookies] });
      case "opened": {
        const { session, token: ownToken, user, callbackURL, cookies } = result;
        const answer = { session: { ...session, token: tokenFor(ctx, caller, { row: session, ownToken }) }, user };
        const goesOn = callbackURL === null ? answer : { ...answer, redirect: true, url: callbackURL };
        return ok(goesOn, [...cookies, ...leftCookies]);
      }
    }
  },
});

interface Opening extends CheckedAssertion {
  readonly pending: PendingSignIn | null;
  /** Whether the session outlives the browser. A pending sign-in keeps its own. */
  readonly isRemembered: boolean;
  readonly caller: Caller;
}

/** What a passkey has opened, with the user, and where the browser was going; null: nowhere. */
type Opened = (OpenedSession | AskedSignIn) & { readonly user: User; readonly callbackURL: string | null };

type Result = Opened | { readonly kind: "rejected" } | { readonly kind: "unverified"; readonly user: User };

/** Opens a session by a passkey alone, or goes on with the pending sign-in of the user. */
async function signInBy(
  ctx: TxContext<"AUTHENTICATION_FAILED" | "FAILED_TO_CREATE_SESSION">,
  user: LockedUser,
  { pending, isRemembered, caller, ...checked }: Opening,
): Promise<Result> {
  const { passkey, assertion } = checked;
  if ((await noteUse(ctx, user, checked)) === "refused") return { kind: "rejected" };
  const shown = publicUser(ctx, user);
  if (await lacksVerifiedAddress(ctx, user)) return { kind: "unverified", user: shown };
  // As a password from before the verification: user and mailbox are a single person (decision 0038).
  const credential = { updatedAt: passkey.createdAt ?? new Date(0) };
  const confirmed = await confirmByPassword(ctx, user, { credential, caller });
  // A passkey after a passkey is a single factor, unless the device has verified the user.
  const isSecond = pending?.userId === user.id && (assertion.userVerified || !hasGivenPasskey(pending.methods));
  const methods = methodsOf(passkey, isSecond || assertion.userVerified);
  const opened = isSecond
    ? await resumeSignIn(ctx, user, pending, { methods, caller })
    : await openSession(ctx, user, { method: "passkey", proof: { methods }, isRemembered, caller });
  // The sign-in has ended meanwhile: what was written for the passkey goes, too.
  if (!opened) return ctx.fail(passkeyErrors.AUTHENTICATION_FAILED);
  const callbackURL = isSecond ? pending.callbackURL : null;
  return { ...opened, cookies: [...opened.cookies, ...confirmed], user: shown, callbackURL };
}
