import { waitIn } from "../wait.js";

/** A sentence for each error that a user can meet, by error code. */
export const errors = {
  wait: (seconds: number): string => `Too many tries. Wait ${waitIn("en", seconds)}, then try again.`,
  closed: "Too many wrong codes: this method is closed. Use another one.",
  busy: "The server is busy. Try again in a moment.",
  /** In place of the English messages of the server's validation; "": the messages stay. */
  notAccepted: "",
  unexpected: (code: string): string => `An error occurred (${code}). Try again, or come back later.`,
  codes: {
    NETWORK_ERROR: "No connection to the server. Your input is still here: try again.",
    UNAUTHORIZED: "You are signed out. Sign in to continue.",
    BANNED_USER: "This account is banned. Ask an administrator if this is wrong.",
    NOT_ALLOWED_WHILE_IMPERSONATING: "Only the user can do this. Stop the impersonation first.",
    SESSION_IS_NOT_FRESH: "No change was made: this step needs a newer sign-in.",
    STEP_UP_REQUIRED: "No change was made: this step needs your second factor.",
    CHALLENGE_FAILED: "We could not verify that you are human. Try again.",
    NO_SESSION_COOKIE:
      "Your browser kept no cookie of this site, so you are not signed in. Allow cookies, then sign in again.",

    INVALID_EMAIL: "This is not a complete email address.",
    INVALID_EMAIL_OR_PASSWORD: "This email address and password do not match.",
    INVALID_USERNAME_OR_PASSWORD: "This username and password do not match.",
    INVALID_PASSWORD: "This is not your password.",
    USER_ALREADY_EXISTS: "This address already has an account. Sign in instead.",
    EMAIL_NOT_VERIFIED: "Verify your email address first: the link is in an email to you.",
    SIGN_UP_IS_DISABLED: "New users cannot sign up here.",
    INVALID_TOKEN: "This link does not work. Ask for a new one.",
    TOKEN_EXPIRED: "This link is too old. Ask for a new one.",

    PASSWORD_TOO_SHORT: "This password is too short.",
    PASSWORD_TOO_LONG: "This password is too long.",
    PASSWORD_TOO_COMMON: "This password is easy to guess: choose another one.",
    PASSWORD_COMPROMISED: "This password was in a data breach: choose another one.",

    USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: "Another user has this username.",
    USERNAME_IS_TOO_SHORT: "This username is too short.",
    USERNAME_IS_TOO_LONG: "This username is too long.",
    USERNAME_IS_INVALID: "Only letters from a to z, digits, dots and underscores.",

    INVALID_CODE: "This code is wrong, or it was used before. Wait for the next one.",
    INVALID_BACKUP_CODE: "This is not one of your unused backup codes.",
    OTP_HAS_EXPIRED: "This code is too old: get a new one.",
    OTP_NOT_ENABLED: "Codes by email are not set up for your account.",
    TOTP_NOT_ENABLED: "No authenticator app is set up for your account.",
    TOTP_ALREADY_ENABLED: "An authenticator app was set up meanwhile, in another tab.",
    RECOVERY_NOT_ALLOWED: "This sign-in is not enough for a recovery. Use another way to sign in, or ask for help.",
    RECOVERY_NOT_STARTED: "The recovery was stopped by the link in the email. Start again if this was a mistake.",
    RECOVERY_TOO_EARLY: "The wait is not over yet.",

    CEREMONY_CANCELLED: "The dialog of your browser was closed. Try again when you are ready.",
    CEREMONY_FAILED: "Your device could not do this. Try again, or use another device.",
    PASSKEYS_NOT_SUPPORTED: "This browser does not support passkeys. Use a newer one, or another device.",
    PREVIOUSLY_REGISTERED: "This device already has a passkey of your account.",
    USER_VERIFICATION_REQUIRED: "Sign in with your password first, then with this passkey.",
    TOO_MANY_PASSKEYS: "You have the maximum number of passkeys: delete one first.",
    CHALLENGE_NOT_FOUND: "This took too long, or continued in another tab. Try again.",
    FAILED_TO_VERIFY_REGISTRATION: "This passkey cannot be used here. Try another device.",
    AUTHENTICATION_FAILED: "This passkey was not accepted. Try again, or use another method.",
    PASSKEY_NOT_FOUND: "This passkey was deleted here. Use another method.",
    YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: "This is your only way to sign in, so it stays.",
    LINKING_IS_DISABLED: "No further way to sign in can be linked here.",
    SERVICE_UNAVAILABLE: "This service cannot be reached right now. Try again in a moment.",
  } as Readonly<Record<string, string>>,
};
