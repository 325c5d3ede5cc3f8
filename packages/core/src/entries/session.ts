// For plugins that sign users in: sessions, pending sign-ins, proofs.
export { mayAct } from "../records/user/may-act.js";
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
  isLivePending,
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
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
