import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, by code: the HTTP status and the English message. */
export const passkeyErrors = defineErrors({
  CHALLENGE_NOT_FOUND: { status: 400, message: "Challenge not found" },
  FAILED_TO_VERIFY_REGISTRATION: { status: 400, message: "Failed to verify registration" },
  PREVIOUSLY_REGISTERED: { status: 409, message: "This passkey was registered before" },
  TOO_MANY_PASSKEYS: { status: 403, message: "You have as many passkeys as a user may have" },
  AUTHENTICATION_FAILED: { status: 400, message: "Authentication failed" },
  USER_VERIFICATION_REQUIRED: { status: 403, message: "Sign in with another method first, then with this passkey" },
  PASSKEY_NOT_FOUND: { status: 404, message: "Passkey not found" },
  PASSKEY_SIGN_UP_IS_NOT_ENABLED: { status: 400, message: "Passkey sign up is not enabled" },
  INVALID_EMAIL: coreErrors.INVALID_EMAIL,
  USER_ALREADY_EXISTS: coreErrors.USER_ALREADY_EXISTS,
  EMAIL_NOT_VERIFIED: coreErrors.EMAIL_NOT_VERIFIED,
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: coreErrors.YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT,
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
});

/** The codes of `passkeyErrors`. */
export type PasskeyErrorCode = keyof typeof passkeyErrors;
