// For plugins that create users or change accounts.
export type { UpgradingSignUp } from "../contract/hooks.js";
export { claimAccount } from "../flows/account/claim.js";
export { notifyAccountOwner } from "../flows/account/notify.js";
export { removeLaterAccounts, restoreAddress } from "../flows/email/undo-email-change.js";
export {
  AddressTaken,
  concealTaken,
  notifyRepeatedSignUp,
  type PresentAddress,
  repeatSignUp,
} from "../flows/sign-up/repeated-sign-up.js";
export { deleteUser } from "../flows/user/delete.js";
export { sendVerification, type VerificationLink } from "../flows/verification/send-verification.js";
export {
  confirmByPassword,
  confirmedCookies,
  hasDoubtedOwner,
  isConfirmed,
  isUnconfirmed,
} from "../flows/verification/unconfirmed.js";
export { isOwnSession } from "../flows/verification/verification-token.js";
export { accountsOf, scopesIn } from "../records/account/list.js";
export { chooseAccount, waysOfPlugins, waysToSignIn } from "../records/account/unlink.js";
export { type LenientColumns, readLenientUserColumns, readUserColumns } from "../records/user/columns.js";
export { type CreateUser, createUser, type OnTaken } from "../records/user/create.js";
export { recordDuplicateSignUp, resolveDuplicateSignUp } from "../records/user/duplicate-sign-up.js";
export { isPlaceholder, parseEmail, parseMailbox } from "../records/user/email.js";
export {
  endHold,
  forgetEarlier,
  lacksVerifiedAddress,
  recoveryAddress,
  reservedUser,
  userOf,
} from "../records/user/held-address.js";
export { markVerified } from "../records/user/mark-verified.js";
export { failTaken } from "../records/user/taken.js";
export { noteWay } from "../records/user/way-added.js";
// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
