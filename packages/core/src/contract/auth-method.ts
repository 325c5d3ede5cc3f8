/**
 * What a user has proven, for the column `amr` of a session. Values of RFC 8176, section 2: "pwd" a password, "otp" a
 * one-time code, "sms" a code by phone, "hwk" and "swk" a key in hardware or software (a passkey), "mfa" two factors.
 * Four are not in the RFC: "fed" an account at a provider, "mail" a link or code by email, "recovery" a backup code or
 * the recovery of an account, "device" a session of a device that the user has approved in another session.
 */
export type AuthMethod = "pwd" | "otp" | "sms" | "hwk" | "swk" | "fed" | "mfa" | "mail" | "recovery" | "device";
