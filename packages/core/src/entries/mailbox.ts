// For plugins that send a link or a code to an address.
export type { ChangedEmail } from "../flows/email/change-email.js";
export { type CodedChange, confirmingAddress, switchEmailByCode } from "../flows/email/switch-email.js";
export {
  type BrowserChallenge,
  challengeCookie,
  challengeOf,
  challengesOf,
  endedChallenge,
} from "../flows/mailbox/challenge.js";
export {
  type CodeForm,
  type CodeGuess,
  defineSentCodes,
  type GivenGuess,
  type RightCode,
  type SentCodes,
  type SentProof,
  sentProof,
} from "../flows/mailbox/codes.js";
export { isKnownAsker } from "../flows/mailbox/known-asker.js";
export { type AskedSecret, type Asker, storeAsked } from "../flows/mailbox/live-challenges.js";
export { type MailboxReader, mailboxOwner, readerOf } from "../flows/mailbox/owner.js";
export { consumeRound, endRound, endRoundsOf, isLiveRound, roundOf } from "../flows/mailbox/round.js";
export {
  type MailboxSignIn,
  type SignedInByMailbox,
  signedInAnswer,
  signInByMailbox,
} from "../flows/mailbox/sign-in.js";
export { type MailboxReset, resetPasswordByMailbox } from "../flows/password/reset.js";
export {
  type Follower,
  type VerifiedAddress,
  type VerifiedFollower,
  verifyAddress,
} from "../flows/verification/verify-address.js";
export { readCode } from "../secret/given-code.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
