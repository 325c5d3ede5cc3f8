// For the packages of this repository only: may change in any release.

export {
  type EncryptedColumn,
  type EncryptedCounts,
  encryptAgain,
  encryptedColumn,
  type Reencrypted,
} from "../adapter/encrypted-columns.js";
export { pagesOf } from "../adapter/pages.js";
export { removePages } from "../adapter/remove-pages.js";
export { isErrorEntry } from "../contract/errors.js";
export { withoutDirections } from "../contract/text-direction.js";
export { type AccountClaim, claimAccount } from "../flows/account/claim.js";
export { notifyAccountOwner } from "../flows/account/notify.js";
export { restoreAddress } from "../flows/email/undo-email-change.js";
export { forgetGuesses, verifyOwnPassword } from "../flows/password/attempt.js";
export { type VerifiedPassword, whileVerified } from "../flows/password/recheck.js";
export { setCredential } from "../flows/password/set-credential.js";
export type { RefusedSignIn } from "../flows/password/sign-in.js";
export { type PasswordSignIn, type SignedIn, signInWithPassword } from "../flows/password/sign-in.js";
export {
  AddressTaken,
  concealTaken,
  notifyRepeatedSignUp,
  type PresentAddress,
  repeatSignUp,
} from "../flows/sign-up/repeated-sign-up.js";
export { deleteUser } from "../flows/user/delete.js";
export { sendVerification } from "../flows/verification/send-verification.js";
export {
  confirmByPassword,
  confirmedCookies,
  hasFollowedEmail,
  isConfirmed,
  isUnconfirmed,
} from "../flows/verification/unconfirmed.js";
export { confirmPage, continuePage, donePage } from "../http/confirm-page.js";
export { escapeHtml } from "../http/escape.js";
export { redirectToErrorPage } from "../http/redirect.js";
export {
  type CountedGuess,
  clearGuesses,
  countGuess,
  forgetAccountGuesses,
  type Guess,
  type GuessLimits,
  type GuessVerdict,
  noteWrongGuess,
} from "../limit/guesses.js";
export { type CursorPlace, failCursor, pageOf, readCursor, writeCursor } from "../model/cursor.js";
export { differences } from "../model/differences.js";
export { readColumns, storedForm, storedRow } from "../model/input.js";
export { publicColumns } from "../model/public.js";
export { verificationIdentifier } from "../model/verification.js";
export { hashNewPassword } from "../password/policy.js";
export { contextOf } from "../pipeline/context-of.js";
export type { Inspection } from "../pipeline/inspection.js";
export { accountsOf, scopesIn } from "../records/account/list.js";
export { type AccountName, chooseAccount, waysToSignIn } from "../records/account/unlink.js";
export { confirmPassword, confirmPasswordOf, methodsOfPassword } from "../records/credential/by-mail.js";
export { createCredential, findCredential } from "../records/credential/credential.js";
export { type LenientColumns, readLenientUserColumns, readUserColumns } from "../records/user/columns.js";
export { type CreateUser, createUser, type OnTaken } from "../records/user/create.js";
export { credentialVersionOf } from "../records/user/credential-version.js";
export { recordDuplicateSignUp, resolveDuplicateSignUp } from "../records/user/duplicate-sign-up.js";
export { parseEmail } from "../records/user/email.js";
export { type Finder, farEnd } from "../records/user/fact.js";
export {
  endHold,
  forgetEarlier,
  lacksVerifiedAddress,
  recoveryAddress,
  reservedUser,
  userOf,
} from "../records/user/held-address.js";
export { markVerified } from "../records/user/mark-verified.js";
export { mayAct } from "../records/user/may-act.js";
export { failTaken, failTakenColumn } from "../records/user/taken.js";
export { type EncryptedValues, failUnreadable, type OpenedValue, unreadable } from "../secret/encrypted-values.js";
export { actorOf } from "../session/actor.js";
export { invalidateSessionCache } from "../session/cache/invalidate.js";
export { signedOutCookies } from "../session/cache/signed-out.js";
export {
  type EndSessions,
  endActing,
  endNamed,
  endSession,
  endSessions,
  type NamedSession,
  requireLiveSession,
} from "../session/close.js";
export {
  clearedSignedCookie,
  cookieName,
  type GivenCookie,
  readSignedCookies,
  signedCookie,
} from "../session/cookie.js";
export { type Credentials, noCredentials } from "../session/credentials.js";
export { noteFactor } from "../session/factor-given.js";
export { factorsAsked } from "../session/factors-asked.js";
export { isFresh } from "../session/freshness.js";
export { knownBrowserCookies, knownBrowserId } from "../session/known-browser.js";
export { activeSessions, type ShownSession, shownToken, tokenFor } from "../session/list.js";
export { type AskedSignIn, type OpenedSession, openSession, type Proof, type SignIn } from "../session/open.js";
export { requireOrdinary } from "../session/ordinary.js";
export {
  endPendingSignIns,
  leftPendingCookie,
  type PendingSignIn,
  readPendingSignIn,
  takePendingSignIn,
} from "../session/pending-sign-in.js";
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
} from "../session/proof.js";
export { resetFactors } from "../session/reset-factors.js";
export { endLifted, isRestricted, restrictedSessions } from "../session/restricted.js";
export { type ResumedSession, resumeSession } from "../session/resume.js";
export { type FurtherProof, resumeSignIn } from "../session/resume-sign-in.js";
export { rotateSession } from "../session/rotate.js";
export { resumedWrites, type SignInWrites } from "../session/sign-in-writes.js";
export {
  checkStepUp,
  type RecordedStepUp,
  recordStepUp,
  type SteppedUp,
  type StepUpProof,
  steppedUp,
} from "../session/step-up.js";
export { pageErrors } from "../startup/page-errors.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
