// For plugins that sign users in: sessions, pending sign-ins, proofs.

export type { JoinedSession } from "../contract/several-accounts.js";
export { parentColumns } from "../model/models.js";
export { mayAct } from "../records/user/may-act.js";
export { actorOf } from "../session/actor.js";
export { clearedCopy } from "../session/cache/cookie.js";
export { invalidateSessionCache } from "../session/cache/invalidate.js";
export { signedOutCookies } from "../session/cache/signed-out.js";
export {
  endNamed,
  endSession,
  endSessions,
  requireLiveSession,
} from "../session/close.js";
export { factorsAsked } from "../session/factors-asked.js";
export { knownBrowserCookies, knownBrowserId } from "../session/known-browser.js";
export { hasEnded, outlivesBrowser } from "../session/lifetime.js";
export { activeSessions, shownToken, tokenFor } from "../session/list.js";
export { withLiveUser } from "../session/live-user.js";
export { type AskedSignIn, type OpenedSession, openSession, type SignIn } from "../session/open.js";
export { requireOrdinary } from "../session/ordinary.js";
export { familyOf } from "../session/parent.js";
export {
  endPendingSignIns,
  isLivePending,
  type PendingSignIn,
  readPendingSignIn,
} from "../session/pending-sign-in.js";
export { liveSession } from "../session/present-session.js";
export {
  hasNoProof,
  hasProofColumns,
  isRecovering,
  proofOf,
  type SessionProof,
} from "../session/proof.js";
export { resetFactors } from "../session/reset-factors.js";
export { endLifted, isRestricted } from "../session/restricted.js";
export { type ResumedSession, resumeSession } from "../session/resume.js";
export { type ClosedSignIn, closeSignIn, resumeSignIn } from "../session/resume-sign-in.js";
export { type ExchangedToken, exchangeToken, rotateSession, type TokenExchange } from "../session/rotate.js";
export { type ActivatedSession, activateSession, hadToken, parkSession } from "../session/several.js";
export type { SignInWrites } from "../session/sign-in-writes.js";
export {
  checkStepUp,
  enrolledFactors,
  type RecordedStepUp,
  recordStepUp,
  type SteppedUp,
  steppedUp,
} from "../session/step-up.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
