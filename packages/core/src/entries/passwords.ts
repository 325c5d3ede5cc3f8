// Parameters of password hashes, and the contracts of password checks and verifiers.
export type { PasswordCheck, PasswordPerson } from "../contract/config-sections.js";
export { forgetWrongPasswords, verifyOwnPassword } from "../flows/password/attempt.js";
export { type VerifiedPassword, whileVerified } from "../flows/password/recheck.js";
export { setCredential } from "../flows/password/set-credential.js";
export {
  type RejectedSignIn,
  type SignedIn,
  signInWithPassword,
} from "../flows/password/sign-in.js";
export type { PasswordHashing } from "../password/format.js";
export { argon2idHashing, defaultHashing, scryptHashing } from "../password/hash.js";
export { hashNewPassword } from "../password/policy.js";
export type { PasswordVerifier } from "../password/verifier.js";
export { confirmPassword, methodsOfPassword, type PasswordChannel } from "../records/credential/channel.js";
export { createCredential, findCredential } from "../records/credential/credential.js";
export { credentialVersionOf } from "../records/user/credential-version.js";

// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
