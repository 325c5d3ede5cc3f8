// For the packages of this repository only: may change in any release.
export { type AccountClaim, claimAccount } from "./account/claim.js";
export { accountsOf, scopesIn } from "./account/list.js";
export { notifyAccountOwner } from "./account/notify.js";
export { type AccountName, chooseAccount, waysToSignIn } from "./account/unlink.js";
export { pagesOf } from "./adapter/pages.js";
export { removePages } from "./adapter/remove-pages.js";
export { isErrorEntry } from "./contract/errors.js";
export { withoutDirections } from "./contract/text-direction.js";
export { confirmPage, continuePage, donePage } from "./http/confirm-page.js";
export { escapeHtml } from "./http/escape.js";
export { redirectToErrorPage } from "./http/redirect.js";
export {
  type CountedGuess,
  clearGuesses,
  countGuess,
  forgetAccountGuesses,
  type Guess,
  type GuessLimits,
  type GuessVerdict,
  noteWrongGuess,
} from "./limit/guesses.js";
export { type CursorPlace, failCursor, pageOf, readCursor, writeCursor } from "./model/cursor.js";
export { differences } from "./model/differences.js";
export { readColumns, storedForm, storedRow } from "./model/input.js";
export { publicColumns } from "./model/public.js";
export { verificationIdentifier } from "./model/verification.js";
export { forgetGuesses, verifyOwnPassword } from "./password/attempt.js";
export { confirmPassword, confirmPasswordOf, methodsOfPassword } from "./password/by-mail.js";
export { createCredential, findCredential } from "./password/credential.js";
export { hashNewPassword } from "./password/policy.js";
export { type VerifiedPassword, whileVerified } from "./password/recheck.js";
export { setCredential } from "./password/set-credential.js";
export type { SignInFailure } from "./password/sign-in.js";
export { type PasswordSignIn, type SignedIn, signInWithPassword } from "./password/sign-in.js";
export { contextOf } from "./pipeline/context-of.js";
export type { Inspection } from "./pipeline/inspection.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
export {
  type EncryptedColumn,
  type EncryptedCounts,
  encryptAgain,
  encryptedColumn,
  type Reencrypted,
} from "./secret/encrypted-columns.js";
export { type EncryptedValues, failUnreadable, type OpenedValue, unreadable } from "./secret/encrypted-values.js";
export { actorOf } from "./session/actor.js";
export { invalidateSessionCache } from "./session/cache/invalidate.js";
export { signedOutCookies } from "./session/cache/signed-out.js";
export {
  type EndSessions,
  endActing,
  endNamed,
  endSession,
  endSessions,
  type NamedSession,
  requireLiveSession,
} from "./session/close.js";
export {
  clearedSignedCookie,
  cookieName,
  type GivenCookie,
  readSignedCookies,
  signedCookie,
} from "./session/cookie.js";
export { type Credentials, noCredentials } from "./session/credentials.js";
export { noteFactor } from "./session/factor-given.js";
export { factorsAsked } from "./session/factors-asked.js";
export { isFresh } from "./session/freshness.js";
export { knownBrowserCookies, knownBrowserId } from "./session/known-browser.js";
export { activeSessions, type ShownSession, shownToken, tokenFor } from "./session/list.js";
export { type AskedSignIn, type OpenedSession, openSession, type Proof, type SignIn } from "./session/open.js";
export { requireOrdinary } from "./session/ordinary.js";
export {
  endPendingSignIns,
  leftPendingCookie,
  type PendingSignIn,
  readPendingSignIn,
  takePendingSignIn,
} from "./session/pending-sign-in.js";
export {
  furtherProof,
  hasNoProof,
  hasProofColumns,
  isFactorGiven,
  isRecovering,
  lastProof,
  methodsIn,
  type ProofRow,
  proofIn,
} from "./session/proof.js";
export { resetFactors } from "./session/reset-factors.js";
export { endLifted, isRestricted, restrictedSessions } from "./session/restricted.js";
export { type ResumedSession, resumeSession } from "./session/resume.js";
export { type FurtherProof, resumeSignIn } from "./session/resume-sign-in.js";
export { rotateSession } from "./session/rotate.js";
export { resumedWrites, type SignInWrites } from "./session/sign-in-writes.js";
export {
  checkStepUp,
  type RecordedStepUp,
  recordStepUp,
  type SteppedUp,
  type StepUpProof,
  steppedUp,
} from "./session/step-up.js";
export { pageErrors } from "./startup/page-errors.js";
export { type LenientColumns, readLenientUserColumns, readUserColumns } from "./user/columns.js";
export { type CreateUser, createUser, type OnTaken } from "./user/create.js";
export { credentialVersionOf } from "./user/credential-version.js";
export { deleteUser } from "./user/delete.js";
export { recordDuplicateSignUp, resolveDuplicateSignUp } from "./user/duplicate-sign-up.js";
export { parseEmail } from "./user/email.js";
export { type Finder, farEnd } from "./user/fact.js";
export {
  endHold,
  forgetEarlier,
  lacksVerifiedAddress,
  recoveryAddress,
  reservedUser,
  userOf,
} from "./user/held-address.js";
export { markVerified } from "./user/mark-verified.js";
export { mayAct } from "./user/may-act.js";
export {
  AddressTaken,
  concealTaken,
  notifyRepeatedSignUp,
  type PresentAddress,
  repeatSignUp,
} from "./user/repeated-sign-up.js";
export { sendVerification } from "./user/send-verification.js";
export { failTaken, failTakenColumn } from "./user/taken.js";
export {
  confirmByPassword,
  confirmedCookies,
  hasFollowedEmail,
  isConfirmed,
  isUnconfirmed,
} from "./user/unconfirmed.js";
export { restoreAddress } from "./user/undo-email-change.js";
