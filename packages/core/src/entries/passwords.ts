// Parameters of password hashes, and the contracts of password checks and verifiers.
export type { PasswordCheck, PasswordPerson } from "../contract/config-sections.js";
export type { PasswordHashing } from "../password/format.js";
export { argon2idHashing, defaultHashing, scryptHashing } from "../password/hash.js";
export type { PasswordVerifier } from "../password/verifier.js";

// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
